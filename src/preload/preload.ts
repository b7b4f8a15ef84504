import { contextBridge, ipcRenderer } from 'electron';
import type { EngineStatus } from '../shared/contract/channel';
import { PORT_MESSAGE } from '../shared/contract/engine-process';
import type { ShellCommand } from '../shared/contract/shell';

// The page gets five functions and one kind of window message. All that it can send to the shell is which theme it
// shows, and what it asks about the desktop. What arrives before the page is ready waits here.
let pageIsReady = false;
let port: MessagePort | null = null;
let status: EngineStatus | null = null;
let unheard: ShellCommand[] = [];
const commandListeners = new Set<(command: ShellCommand) => void>();
const listeners = new Set<(status: EngineStatus) => void>();

function handOver(): void {
  if (!pageIsReady || port === null) return;
  window.postMessage(PORT_MESSAGE, window.location.origin, [port]);
  port = null;
}

ipcRenderer.on('port', (event) => {
  port = event.ports[0] ?? null;
  handOver();
});

ipcRenderer.on('status', (_event, next: EngineStatus) => {
  status = next;
  for (const call of listeners) call(next);
});

ipcRenderer.on('command', (_event, command: ShellCommand) => {
  if (commandListeners.size === 0) unheard.push(command);
  for (const call of commandListeners) call(command);
});

/** What `window.retryscope` is to the page. */
const bridge = {
  /** The page listens for window messages of the kind `retryscope-port`; every port comes after this. */
  ready(): void {
    pageIsReady = true;
    handOver();
  },
  /** Asks about the desktop, or changes something of it; the shell reads what is asked and says what came of it. */
  askDesktop(request: unknown): Promise<unknown> {
    return ipcRenderer.invoke('desktop', request);
  },
  setTheme(theme: string): void {
    ipcRenderer.send('theme', theme);
  },
  /** Calls back with the engine's status, at once when it is known already. Returns its own cancel. */
  onStatus(call: (status: EngineStatus) => void): () => void {
    listeners.add(call);
    if (status !== null) call(status);
    return () => {
      listeners.delete(call);
    };
  },
  /** Calls back with what the menu, the tray, a notification or a link asks of the page. Returns its own cancel. */
  onCommand(call: (command: ShellCommand) => void): () => void {
    commandListeners.add(call);
    const waiting = unheard;
    unheard = [];
    for (const command of waiting) call(command);
    return () => {
      commandListeners.delete(call);
    };
  },
};

contextBridge.exposeInMainWorld('retryscope', bridge);
