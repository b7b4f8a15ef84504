import type { KeyedAct } from '../../shared/contract/shell';
import type { ShellBridge } from '../engine/port-transport';
import { keysOf, onBound } from './shortcuts';

/** The keys, as they are now, of what stands in the window's menu. */
export const menuKeys = (): Record<KeyedAct, string> => ({
  runs: keysOf('runs'),
  'send-event': keysOf('compose'),
  commands: keysOf('palette'),
  settings: keysOf('settings'),
  keys: keysOf('sheet'),
  'toggle-pause': keysOf('pause'),
  step: keysOf('step'),
  'toggle-skip': keysOf('skip'),
  stop: keysOf('stop'),
});

/** The window's menu shows the keys as they are, from now on. */
export function followMenuKeys(bridge: ShellBridge | undefined): void {
  if (bridge === undefined) return;
  const tell = (): void => void bridge.askDesktop({ kind: 'keys', keys: menuKeys() });
  tell();
  onBound(tell);
}
