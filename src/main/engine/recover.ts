import type { RunContext } from './run-context';
import { type Ended, settle } from './settle';

/**
 * Repairs what the last session left in flight: each attempt without an outcome is interrupted, and its policy says
 * what follows (R3). Returns how many there were. Running it twice changes nothing.
 */
export function recover(context: RunContext): number {
  const left = context.ports.store.unsettled(context.run.id);
  if (left.length === 0) return 0;
  const endedAt = context.clock.now();
  context.commit(() => {
    for (const claimed of left) {
      const ended: Ended = {
        claimed,
        outcome: { kind: 'interrupted', by: 'killed', tookMs: Math.max(0, endedAt - claimed.attempt.startedAt) },
        result: null,
        endedAt,
      };
      settle(context, ended);
    }
    context.logRun({ kind: 'recover', interrupted: left.length });
  });
  return left.length;
}
