import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinal } from '../../src/shared/model/delivery';
import type { Outcome } from '../../src/shared/model/outcome';
import { alphorn } from '../../src/shared/policies/alphorn';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import { fianto } from '../../src/shared/policies/fianto';
import { kestrel } from '../../src/shared/policies/kestrel';
import { isRuleId } from '../../src/shared/policies/ledger';
import type { Policy } from '../../src/shared/policies/policy';
import { isExpired } from '../../src/shared/rules/sweep';
import { EndpointBench, type Taken } from './endpoint-bench';
import { answer, fault, killed, stopped } from './walk';

/** Suspends after two short deliveries, so that short histories meet it; holds at most three, and can be enabled again. */
const touchy: Policy = {
  ...fianto,
  attempts: 2,
  schedule: { kind: 'list', delaysMs: [1_000] },
  whenRemoved: kestrel.whenRemoved,
  suspension:
    fianto.suspension === null
      ? null
      : { ...fianto.suspension, trigger: { kind: 'exhausted-in-a-row', count: 2 }, holdLimit: 3 },
};

/** Alphorn's tries with a suspension of its own: stuck tries, sweeps and a closed endpoint meet. */
const mixed: Policy = { ...alphorn, attempts: 2, suspension: touchy.suspension, verification: fianto.verification };

const policies = fc.constantFrom(...BUILT_IN_POLICIES, touchy, touchy, mixed, mixed);

type Command =
  | { readonly kind: 'tick'; readonly ms: number }
  | { readonly kind: 'publish' | 'disable' | 'reopen' | 'restart' }
  | { readonly kind: 'claim' | 'again' | 'retry-now' | 'cancel'; readonly of: number }
  | { readonly kind: 'settle' | 'attempt'; readonly of: number; readonly outcome: Outcome; readonly roll: number }
  | { readonly kind: 'lose'; readonly of: number; readonly jobs: number | null }
  | { readonly kind: 'defer'; readonly of: number; readonly byMs: number };

const of = fc.nat(9);
const outcomes = fc.constantFrom(
  answer(500),
  answer(500),
  answer(500),
  answer(200),
  answer(404),
  fault('dns'),
  stopped,
);

const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      ms: fc.oneof(fc.nat(90_000), fc.nat(1_200_000), fc.nat(36_000_000)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('publish' as const, 'reopen' as const, 'restart' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disable' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('claim' as const), of }) },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constantFrom('settle' as const, 'attempt' as const, 'attempt' as const),
      of,
      outcome: outcomes,
      roll: fc.constantFrom(0, 0.5, 0.99),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('again' as const, 'retry-now' as const, 'cancel' as const), of }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), of, jobs: fc.option(fc.nat(3)) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('defer' as const), of, byMs: fc.integer({ min: 1, max: 90_000_000 }) }),
  },
);

/** An endpoint under a person, a clock and a receiver, with what the rules say in plain words kept beside it. */
class Model {
  readonly bench: EndpointBench;
  now = Date.UTC(2026, 10, 30, 12);
  /** Charged tries of each delivery: answers and faults, and tries that got stuck. */
  readonly charged: number[] = [];
  readonly startedAt: number[] = [];

  constructor(policy: Policy) {
    this.bench = new EndpointBench(policy);
    for (let i = 0; i < 3; i++) this.bench.publish(this.now);
  }

  run(command: Command): void {
    const { bench } = this;
    switch (command.kind) {
      case 'tick':
        this.#tick(this.now + command.ms);
        return;
      case 'publish':
        if (bench.deliveries.length < 10) bench.publish(this.now);
        return;
      case 'disable':
        if (bench.state === 'enabled') bench.disable(this.now);
        return;
      case 'reopen':
        if (!bench.open && (bench.state === 'enabled' || bench.policy.whenRemoved.canEnable)) bench.reopen(this.now);
        return;
      case 'restart':
        bench.deliveries.forEach((_, index) => {
          this.#settle(index, killed, 0);
        });
        return;
      default:
        if (command.of < bench.deliveries.length) this.#act(command);
    }
  }

  #act(command: Extract<Command, { of: number }>): void {
    const { bench, now } = this;
    const delivery = bench.at(command.of);
    const ended = isFinal(delivery.state);
    switch (command.kind) {
      case 'claim':
        this.#claim(command.of);
        return;
      case 'attempt':
        this.#claim(command.of);
        this.#settle(command.of, command.outcome, command.roll);
        return;
      case 'settle':
        this.#settle(command.of, command.outcome, command.roll);
        return;
      case 'again':
        bench.again(command.of, now);
        return;
      case 'retry-now':
        if (ended || delivery.state === 'processing' || !bench.open) return;
        bench.take(command.of, { kind: 'retry-now', dueAt: now, rules: [] }, now);
        return;
      case 'cancel':
        // In flight it is history first: a person cancels what waits.
        if (!ended && delivery.state !== 'processing') bench.take(command.of, { kind: 'cancel', rules: [] }, now);
        return;
      case 'lose':
        if (!ended) bench.take(command.of, { kind: 'lose-job', jobs: command.jobs, rules: [] }, now);
        return;
      case 'defer': {
        if (delivery.dueAt === null || delivery.dueAt > now || isExpired(bench.policy, delivery, now)) return;
        const window = { limit: 1, windowMs: 60_000, window: null, rules: ['A16'] };
        bench.take(command.of, { kind: 'defer', fromAt: now, toAt: now + command.byMs, ...window }, now);
      }
    }
  }

  #claim(index: number): void {
    if (this.bench.claim(index, this.now)) this.startedAt[index] = this.now;
  }

  #settle(index: number, outcome: Outcome, roll: number): void {
    const { state, stuckSince } = this.bench.at(index);
    if (state !== 'processing' || stuckSince !== null) return;
    if (outcome.kind !== 'interrupted') this.charged[index] = (this.charged[index] ?? 0) + 1;
    this.bench.settle(index, this.startedAt[index] ?? this.now, outcome, this.now, roll);
  }

  /** Sweeps come in their order and at their own instants. */
  #tick(until: number): void {
    for (;;) {
      const planned = this.bench.deliveries.map(({ sweepAt }) => sweepAt ?? Number.POSITIVE_INFINITY);
      const at = Math.min(...planned);
      if (at > until) break;
      const index = planned.indexOf(at);
      const stuck = this.bench.at(index).stuckSince !== null;
      if (stuck) this.charged[index] = (this.charged[index] ?? 0) + 1;
      this.now = at;
      this.bench.sweep(index, at);
      expect(this.bench.at(index).sweepAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(at);
    }
    this.now = until;
  }
}

function checkSteps(model: Model, steps: readonly Taken[]): void {
  const { policy } = model.bench;
  for (const { step, at, before, after } of steps) {
    expect(step.rules.filter((id) => !isRuleId(id))).toEqual([]);
    expect(after.sweepAt ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(at);
    expect(after.changedAt).toBeLessThanOrEqual(at);
    if (isFinal(before.state) && after.state !== before.state) expect(step.kind).toBe('resend');
    // A19, a9: nothing begins once it is too old.
    if (step.kind === 'claim') expect(isExpired(policy, before, at)).toBe(false);
    if (isFinal(after.state)) expect([after.dueAt, after.sweepAt, after.nextTrigger]).toEqual([null, null, null]);
    expect(after.reason === null).toBe(after.state !== 'failed');
  }
}

function checkState({ bench, charged }: Model): void {
  expect(bench.condition.streak).toBeGreaterThanOrEqual(0);
  bench.deliveries.forEach((delivery, index) => {
    const tries = charged[index] ?? 0;
    expect(tries).toBeLessThanOrEqual(delivery.budget);
    const usesAll = bench.policy.permanentUsesBudget && delivery.counter > tries;
    if (!usesAll) expect(delivery.counter).toBe(tries);
    expect(delivery.attempts).toBeGreaterThanOrEqual(tries);
    // Law 3: an endpoint that is closed has nothing due, and nothing waits in a place of its window.
    if (!bench.open) expect(delivery.dueAt).toBeNull();
    if (delivery.dueAt === null) expect(delivery.slotAt).toBeNull();
    const waits = ['queued', 'retrying', 'stale'].includes(delivery.state);
    expect(waits).toBe(delivery.dueAt !== null || delivery.lostDueAt !== null);
  });
}

describe('one endpoint under random commands', () => {
  it('keeps its laws: budget, closed endpoints, age, final states, streak, rules and sweeps', () => {
    fc.assert(
      fc.property(policies, fc.array(commands, { maxLength: 120 }), (policy, script) => {
        const model = new Model(policy);
        let seen = 0;
        for (const command of script) {
          model.run(command);
          checkSteps(model, model.bench.taken.slice(seen));
          seen = model.bench.taken.length;
          checkState(model);
        }
      }),
      { numRuns: 600 },
    );
  });

  it('meets what it is about: suspensions, holds, stuck tries, expiry and resends all occur', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(policies, fc.array(commands, { minLength: 60, maxLength: 120 }), (policy, script) => {
        const model = new Model(policy);
        for (const command of script) model.run(command);
        for (const { step } of model.bench.taken) met.add(step.kind);
        if (model.bench.suspensions.length > 0) met.add('suspend');
        for (const because of model.bench.stored) met.add(because);
      }),
      { numRuns: 600, seed: 20_261_130 },
    );
    expect([...met]).toEqual(
      expect.arrayContaining([
        ...['claim', 'deliver', 'retry', 'requeue', 'stuck', 'fail', 'defer', 'hold', 'close', 'release', 'stale'],
        ...['queue-again', 'expire', 'resend', 'retry-now', 'cancel', 'lose-job', 'job-lost'],
        ...['suspend', 'hold-limit', 'disabled'],
      ]),
    );
  });
});
