import { join } from 'node:path';
import { type MessagePortMain, utilityProcess } from 'electron';
import type { EngineProcess } from './supervisor';

/** The name by which the system's process list, and the tests, know it. */
const ENGINE_SERVICE = 'Retryscope engine';

/** Starts the engine as a process of its own; what it prints goes where the shell's own output goes. */
export function forkEngine(args: readonly string[]): EngineProcess<MessagePortMain> {
  const entry = join(import.meta.dirname, 'utility.js');
  const child = utilityProcess.fork(entry, [...args], { serviceName: ENGINE_SERVICE, stdio: 'inherit' });
  return {
    send: (message, ports) => child.postMessage(message, [...ports]),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => {
      // Not child.kill(), which asks with SIGTERM first: this is for one that no longer listens.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
