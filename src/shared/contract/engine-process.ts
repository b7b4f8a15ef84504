import type { z } from 'zod';
import type { engineReport } from './shell';

/**
 * What the window's shell and the engine process tell each other, besides the ports that they hand over. The engine
 * process is started with `--data-dir DIR --runtime TEXT --sandboxed true|false`.
 */
export type ShellToEngine =
  /** Comes with one MessagePort: a new client. The one before it is gone. */
  | { readonly kind: 'connect' }
  /** Exit with 0 within 3 s; after that the process is killed. */
  | { readonly kind: 'shutdown' };

export type EngineToShell = z.output<typeof engineReport>;

/**
 * The `data` of the window message that brings the page its port (`event.ports[0]`). A page checks that
 * `event.source === window`, replaces the port it had, and calls `start()` on the new one.
 */
export const PORT_MESSAGE = { kind: 'retryscope-port' } as const;
