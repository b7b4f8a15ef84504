import type { DeliveryRow } from '../contract/views';
import { waitedMs } from '../model/attempt';
import type { StepRecord } from '../model/step';
import type { Policy } from '../policies/policy';
import { nextStep } from '../rules/next-step';

/** A step and the virtual instant of it: what a story is told from. */
export type ToldStep = Pick<StepRecord, 'at' | 'step'>;

/**
 * The steps of a delivery's attempts, decided once more from its row by the rules that decided them. What only the log
 * knows (the streak, the window of a limit) is null. For where the log is not at hand.
 */
export function retold(row: DeliveryRow, policy: Policy): readonly ToldStep[] {
  const steps: ToldStep[] = [];
  let counter = 0;
  const { budget } = row;
  for (const attempt of row.marks) {
    const { n, startedAt, endedAt, dueAt, outcome } = attempt;
    const budgetLeft = Math.max(0, budget - counter - 1);
    const lateMs = startedAt - dueAt;
    steps.push({ at: startedAt, step: { kind: 'claim', n, lateMs, throttle: null, budgetLeft, budget, rules: [] } });
    if (outcome === null || endedAt === null) continue;
    const step = nextStep(
      policy,
      { counter, budget, firstAttemptAt: row.marks[0]?.startedAt ?? null },
      attempt,
      outcome,
      { now: endedAt, roll: 0 },
    );
    if (outcome.kind !== 'interrupted') counter += 1;
    // The wait that was drawn stands with the attempt that it led to, or with the row while it is waited for.
    const next = row.marks.find((later) => later.n > n) ?? row;
    if (step.kind === 'retry' && next.wait !== null) {
      steps.push({ at: endedAt, step: { ...step, wait: next.wait, dueAt: endedAt + waitedMs(next.wait) } });
    } else steps.push({ at: endedAt, step });
  }
  return steps;
}
