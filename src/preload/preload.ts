import { contextBridge, ipcRenderer } from 'electron';
import type { EngineStatus } from '../shared/contract/channel';
import { PORT_MESSAGE } from '../shared/contract/engine-process';

// The page gets four functions and one kind of window message. All that it can send to the shell is which theme it
// shows, and that the data folder is to be opened. What arrives before the page is ready waits here.
let pageIsReady = false;
let port: MessagePort | null = null;
let status: EngineStatus | null = null;
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

/** What `window.retryscope` is to the page. */
const bridge = {
  /** The page listens for window messages of the kind `retryscope-port`; every port comes after this. */
  ready(): void {
    pageIsReady = true;
    handOver();
  },
  openDataFolder(): void {
    ipcRenderer.send('open-data-folder');
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
};

contextBridge.exposeInMainWorld('retryscope', bridge);
