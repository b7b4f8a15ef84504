import type { DeliveryDetail } from '../../shared/contract/views';
import type { Attempt, Wait } from '../../shared/model/attempt';
import type { DeliveryStep, StepRecord } from '../../shared/model/step';
import type { Policy } from '../../shared/policies/policy';
import { sayDuration } from '../../shared/words/duration';
import { explain } from '../../shared/words/explain';
import { ordinal } from './numbers';

/** The wait that leads to an attempt, explained. */
export type WaitWhy = {
  readonly title: string;
  readonly sentence: string;
  readonly rules: readonly string[];
  readonly wait: Wait;
  /** Virtual epoch ms. */
  readonly dueAt: number;
  readonly budgetUsed: number;
  readonly budget: number;
};

const isRetry = (record: StepRecord): record is StepRecord & { step: Extract<DeliveryStep, { kind: 'retry' }> } =>
  record.step.kind === 'retry';

/**
 * Why the delivery waits, or waited, before attempt `n`; null when it did not wait by the policy (a first attempt, one
 * after an interruption).
 */
export function waitBefore(detail: DeliveryDetail, policy: Policy, n: number): WaitWhy | null {
  const record = detail.steps.filter(isRetry).findLast(({ step }) => step.n < n && nextAttempt(detail, step.n) === n);
  if (record === undefined) return null;
  const { step } = record;
  const planned = detail.row.marks.every((mark) => mark.n < n);
  const failures = policy.attempts - step.budgetLeft;
  return {
    title: planned ? `Waiting for attempt ${n} of ${policy.attempts}` : `The wait before attempt ${n}`,
    sentence: sayWait(policy, failures, step.wait),
    rules: step.rules,
    wait: step.wait,
    dueAt: step.dueAt,
    budgetUsed: failures,
    budget: policy.attempts,
  };
}

/** The attempt that followed attempt `n`, made or planned. */
const nextAttempt = (detail: DeliveryDetail, n: number): number =>
  detail.row.marks.find((mark: Attempt) => mark.n > n)?.n ?? n + 1;

function sayWait(policy: Policy, failures: number, wait: Wait): string {
  const head = `After the ${ordinal(failures)} failure ${policy.name} waits`;
  switch (policy.jitter.kind) {
    case 'none':
      return `${head} ${sayDuration(wait.nominalMs)}.`;
    case 'proportional':
      return `${head} ${sayDuration(wait.nominalMs)}, stretched or shortened by up to ${Math.round(policy.jitter.ratio * 100)} %.`;
    case 'full':
      return `${head} anything from nothing to ${sayDuration(wait.maxMs)}.`;
    case 'equal':
      return `${head} at least ${sayDuration(wait.minMs)} and at most ${sayDuration(wait.maxMs)}.`;
  }
}

/** The draw as a factor of the printed wait: `× 1.178`. */
export const sayDraw = (wait: Wait): string =>
  wait.nominalMs === 0 ? '× 1.000' : `× ${(wait.drawnMs / wait.nominalMs).toFixed(3)}`;

/** One line of a delivery's log. */
export type WhyLine = {
  readonly seq: number;
  readonly at: number;
  readonly says: string;
  readonly rules: readonly string[];
};

export const whyLines = (steps: readonly StepRecord[]): readonly WhyLine[] =>
  steps.map(({ seq, at, step }) => ({ seq, at, says: explain(step), rules: 'rules' in step ? step.rules : [] }));
