import type { MenuItemConstructorOptions } from 'electron';
import type { EngineState, PageAct } from '../../shared/contract/shell';
import type { DesktopChoices } from './desktop-choices';

export type MenuWorld = {
  readonly act: (act: PageAct) => void;
  readonly openFolder: () => void;
  readonly choose: (name: keyof DesktopChoices, value: boolean) => void;
  readonly quit: () => void;
};

/** Everything that the app does by a command of its own, with the keys that the page gives it. */
export function menuItems(
  platform: NodeJS.Platform,
  choices: DesktopChoices,
  { act, openFolder, choose, quit }: MenuWorld,
): MenuItemConstructorOptions[] {
  /** The page listens to the keys itself; the menu shows them. */
  const item = (label: string, does: PageAct, keys?: string): MenuItemConstructorOptions => ({
    label,
    click: () => act(does),
    ...(keys === undefined ? {} : { accelerator: keys, registerAccelerator: false }),
  });
  const choice = (label: string, name: keyof DesktopChoices): MenuItemConstructorOptions => ({
    label,
    type: 'checkbox',
    checked: choices[name],
    click: ({ checked }) => choose(name, checked),
  });
  const file: MenuItemConstructorOptions = {
    label: 'File',
    submenu: [
      item('Send an event', 'send-event', 'CommandOrControl+Enter'),
      item('New run', 'new-run'),
      item('Runs', 'runs', 'CommandOrControl+Shift+O'),
      item('Open a scenario', 'open-scenario'),
      { type: 'separator' },
      item('Settings', 'settings', 'CommandOrControl+,'),
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
      item('All commands', 'commands', 'CommandOrControl+K'),
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
      item('Pause or run', 'toggle-pause', 'Space'),
      item('Step', 'step', '.'),
      item('Skip waits', 'toggle-skip', 'S'),
      { type: 'separator' },
      item('Stop all traffic', 'stop', 'CommandOrControl+.'),
    ],
  };
  const help: MenuItemConstructorOptions = {
    label: 'Help',
    submenu: [item('Keys', 'keys', 'CommandOrControl+Shift+/'), item('About Retryscope', 'about')],
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
