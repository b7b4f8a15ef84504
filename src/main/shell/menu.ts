import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopChoices, DesktopSwitch, MenuKeys } from '../../shared/contract/desktop';
import { type EngineState, KEYED_ACTS, type PageAct } from '../../shared/contract/shell';
import { acceleratorOf } from './accelerators';

export type MenuWorld = {
  readonly act: (act: PageAct) => void;
  readonly openFolder: () => void;
  readonly choose: (name: DesktopSwitch, on: boolean) => void;
  readonly quit: () => void;
};

/** Everything that the app does by a command of its own, with the keys that it has now. */
export function menuItems(
  platform: NodeJS.Platform,
  choices: DesktopChoices,
  keys: MenuKeys,
  { act, openFolder, choose, quit }: MenuWorld,
): MenuItemConstructorOptions[] {
  /** The page listens to the keys itself; the menu shows them. */
  const item = (label: string, does: PageAct): MenuItemConstructorOptions => {
    const keyed = KEYED_ACTS.find((each) => each === does);
    const accelerator = keyed === undefined ? null : acceleratorOf(keys[keyed], platform);
    return {
      label,
      click: () => act(does),
      ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
    };
  };
  const choice = (label: string, name: DesktopSwitch): MenuItemConstructorOptions => ({
    label,
    type: 'checkbox',
    checked: choices[name],
    click: ({ checked }) => choose(name, checked),
  });
  const file: MenuItemConstructorOptions = {
    label: 'File',
    submenu: [
      item('Send an event', 'send-event'),
      item('New run', 'new-run'),
      item('Runs', 'runs'),
      item('Open a scenario', 'open-scenario'),
      item('Save what is on screen as a scenario', 'save-as-scenario'),
      { type: 'separator' },
      item('Settings', 'settings'),
      { label: 'Open the data folder', click: openFolder },
      {
        label: 'Notify me when',
        submenu: [
          choice('An endpoint is suspended', 'suspended'),
          choice('A delivery has failed', 'failed'),
          choice('Sending is paused by a full disk', 'trouble'),
        ],
      },
      choice('Show in the tray', 'tray'),
      ...(platform === 'darwin'
        ? []
        : [{ type: 'separator' as const }, { label: 'Quit', accelerator: 'CommandOrControl+Q', click: quit }]),
    ],
  };
  const edit: MenuItemConstructorOptions = {
    label: 'Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      item('All commands', 'commands'),
      { type: 'separator' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'resetZoom' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  };
  const clock: MenuItemConstructorOptions = {
    label: 'Clock',
    submenu: [
      item('Pause or run', 'toggle-pause'),
      item('Step', 'step'),
      item('Skip waits', 'toggle-skip'),
      { type: 'separator' },
      item('Stop all traffic', 'stop'),
    ],
  };
  const help: MenuItemConstructorOptions = {
    label: 'Help',
    submenu: [item('Keys', 'keys'), item('About Retryscope', 'about')],
  };
  return [...(platform === 'darwin' ? [{ role: 'appMenu' as const }] : []), file, edit, view, clock, help];
}

/** What the tray shows: how much is going on, pause, and the ways in and out. */
export function trayItems(
  state: EngineState | null,
  { act, show, quit }: { readonly act: (act: PageAct) => void; readonly show: () => void; readonly quit: () => void },
): MenuItemConstructorOptions[] {
  return [
    { label: sayState(state), enabled: false },
    { type: 'separator' },
    { label: 'Show the window', click: show },
    { label: state?.paused === true ? 'Run' : 'Pause', enabled: state !== null, click: () => act('toggle-pause') },
    { label: 'Stop all traffic', enabled: state !== null, click: () => act('stop') },
    { type: 'separator' },
    { label: 'Quit', click: quit },
  ];
}

/** `Running, 2 in flight, 14 waiting`. */
export const sayState = (state: EngineState | null): string =>
  state === null
    ? 'Starting'
    : `${state.paused ? 'Paused' : 'Running'}, ${state.inFlight} in flight, ${state.waiting} waiting`;
