import { type Condition, FRESH_CONDITION } from '../../src/shared/model/condition';
import { type Delivery, isFinal } from '../../src/shared/model/delivery';
import type { Endpoint, EndpointState } from '../../src/shared/model/endpoint';
import type { DeliveryId } from '../../src/shared/model/ids';
import type { Fault, Outcome } from '../../src/shared/model/outcome';
import type { Closing, DeliveryStep } from '../../src/shared/model/step';
import type { Policy } from '../../src/shared/policies/policy';
import { applyStep } from '../../src/shared/rules/apply-step';
import { nextStep } from '../../src/shared/rules/next-step';
import { mayRedeliver, type Permission } from '../../src/shared/rules/redelivery';
import { closeStep } from '../../src/shared/rules/removal';
import { admit, afterEnding, isOpen, reopened, type Unadmitted } from '../../src/shared/rules/suspension';
import { isExpired } from '../../src/shared/rules/sweep';
import { sweepStep } from '../../src/shared/rules/sweep-step';
import { acceptedBy, answer, attemptOf } from './walk';

/** A step as it was taken: of the delivery at `index`, from what it was to what it became. */
export type Taken = {
  readonly at: number;
  readonly index: number;
  readonly step: DeliveryStep;
  readonly before: Delivery;
  readonly after: Delivery;
};

/** One endpoint and its deliveries, moved by the pure rules alone, as the engine moves them. Time is an argument. */
export class EndpointBench {
  readonly policy: Policy;
  readonly deliveries: Delivery[] = [];
  readonly taken: Taken[] = [];
  readonly stored: Unadmitted[] = [];
  readonly redelivered: number[] = [];
  state: EndpointState = 'enabled';
  condition: Condition;
  suspensions: number[] = [];

  constructor(policy: Policy, condition: Partial<Condition> = {}) {
    this.policy = policy;
    this.condition = { ...FRESH_CONDITION, ...condition };
  }

  get endpoint(): Pick<Endpoint, 'state' | 'condition'> {
    return { state: this.state, condition: this.condition };
  }

  get open(): boolean {
    return isOpen(this.state, this.condition);
  }

  get held(): number {
    return this.count('held');
  }

  count(state: Delivery['state']): number {
    return this.deliveries.filter((delivery) => delivery.state === state).length;
  }

  at(index: number): Delivery {
    const delivery = this.deliveries[index];
    if (delivery === undefined) throw new Error(`there is no delivery ${index}`);
    return delivery;
  }

  /** A new event: its delivery's index, or null when it got none. `held` spares counting when many are made. */
  publish(now: number, held = this.held): number | null {
    const admission = admit(this.policy, this.state, this.condition, held);
    if (admission.kind === 'store') {
      this.stored.push(admission.because);
      return null;
    }
    const index = this.#begin(now, null);
    if (admission.kind === 'hold') this.take(index, { kind: 'hold', rules: admission.rules }, now);
    return index;
  }

  take(index: number, step: DeliveryStep, at: number, error: string | null = null): Delivery {
    const before = this.at(index);
    const after = applyStep(this.policy, before, step, at, error);
    this.deliveries[index] = after;
    this.taken.push({ at, index, step, before, after });
    if (isFinal(after.state)) this.#ended(after, at);
    return after;
  }

  /** Picks a due delivery up: true when an attempt began. */
  claim(index: number, now: number): boolean {
    const delivery = this.at(index);
    if (delivery.dueAt === null || delivery.dueAt > now || !this.open) return false;
    if (delivery.jobsToLose !== 0) this.take(index, { kind: 'job-lost', rules: [] }, now);
    else if (isExpired(this.policy, delivery, now)) {
      this.take(index, { kind: 'expire', rules: this.policy.maxAge?.rules ?? [] }, now, this.policy.maxAge?.error);
    } else {
      this.take(
        index,
        {
          kind: 'claim',
          n: delivery.attempts + 1,
          lateMs: now - delivery.dueAt,
          throttle: null,
          budgetLeft: null,
          budget: null,
          rules: [],
        },
        now,
      );
      return true;
    }
    return false;
  }

  /** Ends an attempt. At an endpoint that has closed meanwhile, what would go on is closed right after (f7, R6). */
  settle(index: number, startedAt: number, outcome: Outcome, now: number, roll = 0.5): void {
    const delivery = this.at(index);
    const attempt = { ...attemptOf(delivery, startedAt), n: delivery.attempts };
    this.take(index, nextStep(this.policy, delivery, attempt, outcome, { now, roll }), now, 'it failed');
    this.#closeIfClosed(index, now);
  }

  sweep(index: number, at: number): void {
    const step = sweepStep(this.policy, this.at(index), at);
    if (step === null) return;
    this.take(index, step, at, step.kind === 'expire' ? (this.policy.maxAge?.error ?? null) : 'it got stuck');
    this.#closeIfClosed(index, at);
  }

  disable(now: number, as: 'disabled' | 'deleted' = 'disabled'): void {
    this.state = as;
    this.#closeWaiting(as === 'disabled' ? 'endpoint-disabled' : 'endpoint-deleted', now);
  }

  reopen(now: number): void {
    this.state = 'enabled';
    this.condition = { ...reopened(this.condition), verified: true, everVerified: true };
    if (this.policy.suspension?.atEnd !== 'send') return;
    this.deliveries.forEach((delivery, index) => {
      if (delivery.state === 'held') this.take(index, { kind: 'release', dueAt: now, rules: [] }, now);
    });
  }

  mayGoAgain(index: number, now: number): Permission {
    return mayRedeliver(this.policy, this.endpoint, this.at(index), this.redelivered, now);
  }

  /** Sends again by the policy's own form: the index of the record that goes, or null when it is refused. */
  again(index: number, now: number): number | null {
    const permission = this.mayGoAgain(index, now);
    if (!permission.ok) return null;
    if (permission.form === 'resend') {
      this.take(index, { kind: 'resend', dueAt: now, budget: permission.budget, rules: permission.rules }, now);
      return index;
    }
    if (permission.form === 'redeliver') this.redelivered.push(now);
    return this.#begin(now, this.at(index));
  }

  /** Lets time pass: everything that is due is sent at once and answered by `world`, in the order of due times. */
  runUntil(
    until: number,
    world: (index: number, n: number, at: number) => Outcome = () => answer(500),
    roll = 0.5,
  ): void {
    for (;;) {
      const next = this.#earliest();
      if (next === null || next.at > until) return;
      const { index, at } = next;
      if (this.at(index).sweepAt === at) this.sweep(index, at);
      else if (this.claim(index, at)) {
        const outcome = world(index, this.at(index).attempts, at);
        this.settle(index, at, outcome, at + outcome.tookMs, roll);
      }
    }
  }

  #earliest(): { readonly index: number; readonly at: number } | null {
    let first: { readonly index: number; readonly at: number } | null = null;
    this.deliveries.forEach(({ dueAt, sweepAt }, index) => {
      const at = Math.min(dueAt ?? Number.POSITIVE_INFINITY, sweepAt ?? Number.POSITIVE_INFINITY);
      if (Number.isFinite(at) && (first === null || at < first.at)) first = { index, at };
    });
    return first;
  }

  #begin(now: number, origin: Delivery | null): number {
    const index = this.deliveries.length;
    this.deliveries.push(
      acceptedBy(this.policy, now, {
        id: `dlv_${String(index).padStart(26, '0')}` as DeliveryId,
        ordinal: index + 1,
        originId: origin?.id ?? null,
        ...(origin === null ? {} : { eventId: origin.eventId }),
      }),
    );
    return index;
  }

  #ended({ id, state, reason, firstAttemptAt, createdAt }: Delivery, now: number): void {
    const ending = { state, reason, firstAttemptAt: firstAttemptAt ?? createdAt, faults: this.faultsOf(id) };
    const { condition, suspends } = afterEnding(this.policy, this.condition, ending, now);
    this.condition = condition;
    if (!suspends) return;
    this.suspensions.push(now);
    this.#closeWaiting('suspended', now);
  }

  /** As the store tells them: null once an attempt was answered. */
  faultsOf(id: DeliveryId): readonly Fault[] | null {
    const causes = this.taken.flatMap(({ step, before }) =>
      before.id === id && (step.kind === 'retry' || step.kind === 'fail') ? [step.because] : [],
    );
    const faults = causes.flatMap((cause) => (cause.kind === 'fault' ? [cause.fault] : []));
    return causes.some(({ kind }) => kind === 'status') ? null : faults;
  }

  #closeIfClosed(index: number, now: number): void {
    if (this.open || isFinal(this.at(index).state) || this.at(index).state === 'held') return;
    this.take(index, closeStep(this.policy, this.#closing()), now, this.#closingError());
  }

  #closing(): Closing {
    if (this.state === 'enabled') return 'suspended';
    return this.state === 'deleted' ? 'endpoint-deleted' : 'endpoint-disabled';
  }

  #closingError(): string | null {
    return this.state === 'enabled' ? null : this.policy.whenRemoved.error;
  }

  #closeWaiting(because: Closing, now: number): void {
    const step = closeStep(this.policy, because);
    this.deliveries.forEach((delivery, index) => {
      const staysHeld = delivery.state === 'held' && step.kind === 'close' && step.to === 'held';
      if (isFinal(delivery.state) || delivery.state === 'processing' || staysHeld) return;
      this.take(index, step, now, this.#closingError());
    });
  }
}
