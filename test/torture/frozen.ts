import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { SeenRequest } from '../support/laws/evidence';
import type { EngineProcess } from './processes';

/** Linux says whether a process really stands still. */
export const canFreeze = process.platform === 'linux';

/**
 * Stops a process as a terminal's Ctrl-Z does, and waits until it stands still. When it goes on, it finds that so much
 * more time has passed, before it reads what comes to its sockets from now on.
 */
export async function freeze(engine: EngineProcess, passedMs: number): Promise<void> {
  engine.signal('SIGSTOP');
  while (!isStopped(engine.pid)) await setImmediate();
  engine.tell({ kind: 'pass', ms: passedMs });
}

function isStopped(pid: number): boolean {
  // The state stands behind the name, which may hold spaces and brackets itself.
  return /^\d+ \(.*\) T/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}

/**
 * The requests with their arrival by the engine's clock, when that was set while it ran: by whichever of the offsets
 * fits the time that the request was signed at.
 */
export function byEngineClock(seen: readonly SeenRequest[], offsetsMs: readonly number[]): readonly SeenRequest[] {
  return seen.map((request) => {
    const off = (offsetMs: number) => Math.abs(request.arrivedAt + offsetMs - request.timestampS * 1_000);
    const [nearest = 0] = [...offsetsMs].sort((a, b) => off(a) - off(b));
    return { ...request, arrivedAt: request.arrivedAt + nearest };
  });
}
