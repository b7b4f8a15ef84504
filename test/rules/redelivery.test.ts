import { describe, expect, it } from 'vitest';
import { FRESH_CONDITION } from '../../src/shared/model/condition';
import { DELIVERY_STATES, type Delivery, type DeliveryState } from '../../src/shared/model/delivery';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import { isRuleId } from '../../src/shared/policies/ledger';
import { type Policy, policySchema } from '../../src/shared/policies/policy';
import { mayRedeliver } from '../../src/shared/rules/redelivery';
import { EndpointBench } from './endpoint-bench';
import { acceptedBy, answer, tryOnce } from './walk';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

const OPEN = { state: 'enabled', condition: FRESH_CONDITION } as const;
const DISABLED = { ...OPEN, state: 'disabled' } as const;
const SUSPENDED = { ...OPEN, condition: { ...FRESH_CONDITION, suspendedAt: 1 } } as const;

const inState = (policy: Policy, state: DeliveryState, over: Partial<Delivery> = {}): Delivery => ({
  ...acceptedBy(policy),
  state,
  dueAt: null,
  ...over,
});

const statesThatMay = (policy: Policy): readonly DeliveryState[] =>
  DELIVERY_STATES.filter((state) => mayRedeliver(policy, OPEN, inState(policy, state), [], 0).ok);

/** Failed for good after `used` charged tries. */
const failedAfter = (used: number): Delivery =>
  inState(alphorn, 'failed', { attempts: used, counter: used, reason: 'exhausted', budget: Math.max(5, used) });

function withResend(maxAgeMs: number | null): Policy {
  if (alphorn.redelivery.form !== 'resend') throw new Error('Alphorn resends');
  return { ...alphorn, redelivery: { ...alphorn.redelivery, maxAgeMs } };
}

describe('resending under Alphorn', () => {
  it('A36 is open to the one user, whatever the role', () => {
    expect(alphorn.assumptions.find(({ id }) => id === 'A36')?.chosen).toContain('every action is yours');
  });

  it('A37 is possible when it is neither pending nor processing', () => {
    expect(statesThatMay(alphorn)).toEqual(['retrying', 'held', 'stale', 'delivered', 'failed', 'cancelled']);
    expect(mayRedeliver(alphorn, OPEN, inState(alphorn, 'queued'), [], 0)).toMatchObject({ ok: false, rules: ['A37'] });
    expect(mayRedeliver(alphorn, OPEN, inState(alphorn, 'processing'), [], 0)).toMatchObject({ rules: ['A37'] });
  });

  it('A38 is possible at an age of 24 h to the ms, and not later', () => {
    const failed = failedAfter(5);
    expect(mayRedeliver(alphorn, OPEN, failed, [], DAY).ok).toBe(true);
    expect(mayRedeliver(alphorn, OPEN, failed, [], DAY + 1)).toEqual({
      ok: false,
      why: 'Older than 24 h: it cannot be resent (A38).',
      rules: ['A38'],
    });
  });

  it('A38 obeys the age that its policy sets for a resend, apart from the age for sending', () => {
    const short: Policy = withResend(HOUR);
    expect(mayRedeliver(short, OPEN, failedAfter(5), [], HOUR + 1)).toMatchObject({
      ok: false,
      why: 'Older than 1 h: it cannot be resent (A38).',
    });
    const ageless: Policy = { ...withResend(null), maxAge: null };
    expect(mayRedeliver(ageless, OPEN, failedAfter(5), [], 400 * DAY).ok).toBe(true);
  });

  it('A19 is refused when it would never be sent', () => {
    const endless: Policy = withResend(null);
    expect(mayRedeliver(endless, OPEN, failedAfter(5), [], DAY + 1)).toMatchObject({
      ok: false,
      rules: ['A19', 'A25'],
    });
  });

  it('A26 is refused while the channel is disabled', () => {
    expect(mayRedeliver(alphorn, DISABLED, failedAfter(5), [], 0)).toMatchObject({ ok: false, rules: ['A26'] });
  });

  it.each([
    [0, 5],
    [1, 4],
    [2, 3],
    [3, 2],
    [4, 1],
    [5, 1],
    [6, 1],
  ])('A39, a15: after %i used tries it has %i', (used, tries) => {
    const permission = mayRedeliver(alphorn, OPEN, failedAfter(used), [], 0);
    expect(permission).toMatchObject({ ok: true, form: 'resend', budget: used + tries });

    const bench = new EndpointBench(alphorn);
    bench.publish(0);
    bench.deliveries[0] = failedAfter(used);
    bench.again(0, 0);
    bench.runUntil(HOUR);
    expect(bench.at(0)).toMatchObject({
      state: 'failed',
      reason: 'exhausted',
      attempts: used + tries,
      counter: used + tries,
    });
  });

  it('A39 says what it costs', () => {
    expect(mayRedeliver(alphorn, OPEN, failedAfter(2), [], 0)).toMatchObject({
      costs: '3 tries on the same record; the counter goes on from 2 (A39).',
    });
    expect(mayRedeliver(alphorn, OPEN, failedAfter(5), [], 0)).toMatchObject({
      costs: 'One more try on the same record; the counter goes on from 5 (A39).',
    });
  });

  it('A39, A43: gives exactly one more try after a permanent failure of the first', () => {
    const bench = new EndpointBench(alphorn);
    bench.publish(0);
    bench.runUntil(0, () => answer(404));
    expect(bench.at(0)).toMatchObject({ attempts: 1, counter: 5 });
    bench.again(0, MINUTE);
    bench.runUntil(HOUR);
    expect(bench.at(0)).toMatchObject({ state: 'failed', attempts: 2, counter: 6 });
  });

  it('a15 keeps the normal waits: after two used tries 2 to 4 min, then 4 to 8 min', () => {
    const bench = new EndpointBench(alphorn);
    bench.publish(0);
    bench.deliveries[0] = failedAfter(2);
    bench.again(0, 0);
    bench.runUntil(HOUR, () => answer(503), 0);
    const waits = bench.taken.flatMap(({ step }) => (step.kind === 'retry' ? [step.wait.drawnMs] : []));
    expect(waits).toEqual([120_000, 240_000]);
  });

  it('a16 takes the place of a planned retry: one request now, none at its time', () => {
    const bench = new EndpointBench(alphorn);
    bench.publish(0);
    bench.deliveries[0] = tryOnce(alphorn, { ...acceptedBy(alphorn), attempts: 1, counter: 1 }, answer(503), 0.5).after;
    expect(bench.at(0)).toMatchObject({ state: 'retrying', counter: 2, dueAt: 90_000 });
    bench.again(0, 10 * SECOND);
    expect(bench.at(0)).toMatchObject({ state: 'queued', dueAt: 10 * SECOND, nextTrigger: 'resend', wait: null });
    bench.runUntil(HOUR, () => answer(200));
    expect(bench.taken.filter(({ step }) => step.kind === 'claim').map(({ at }) => at)).toEqual([10 * SECOND]);
    expect(bench.at(0)).toMatchObject({ state: 'delivered', counter: 3 });
  });

  it('R5, A39: stays the same record, and its attempt says that it was resent', () => {
    const bench = new EndpointBench(alphorn);
    bench.publish(0);
    bench.runUntil(0, () => answer(200));
    expect(bench.again(0, MINUTE)).toBe(0);
    expect(bench.deliveries).toHaveLength(1);
    expect(bench.at(0)).toMatchObject({ nextTrigger: 'resend', attempts: 1, counter: 1, budget: 5 });
  });
});

describe('redelivering under Fianto', () => {
  const done = inState(fianto, 'delivered', { attempts: 1, counter: 1 });

  it('F28, f11: makes a new delivery with eight fresh attempts that points to its original', () => {
    const bench = new EndpointBench(fianto);
    bench.publish(0);
    bench.runUntil(0, () => answer(200));
    const again = bench.again(0, MINUTE) ?? 0;
    expect(again).toBe(1);
    expect(bench.at(again)).toMatchObject({
      state: 'queued',
      budget: 8,
      counter: 0,
      attempts: 0,
      originId: bench.at(0).id,
      eventId: bench.at(0).eventId,
    });
    expect(bench.at(0)).toMatchObject({ state: 'delivered', attempts: 1 });
  });
  it('f11 counts towards a suspension', () => {
    const bench = new EndpointBench(fianto, { streak: 4 });
    bench.deliveries.push(done);
    bench.again(0, 0);
    bench.runUntil(2 * DAY);
    expect(bench.suspensions).toEqual([27 * HOUR + 36 * MINUTE]);
  });
  it('F12, F13, F29: is possible from SUCCEEDED and EXHAUSTED, not while it is pending', () => {
    expect(statesThatMay(fianto)).toEqual(['delivered', 'failed']);
    for (const state of ['queued', 'processing', 'retrying', 'held'] as const) {
      expect(mayRedeliver(fianto, OPEN, inState(fianto, state), [], 0)).toMatchObject({ ok: false, rules: ['F29'] });
    }
  });
  it('f10 is refused for a cancelled delivery', () => {
    expect(mayRedeliver(fianto, OPEN, inState(fianto, 'cancelled'), [], 0)).toMatchObject({
      ok: false,
      rules: ['F14', 'f10'],
    });
  });
  it('F14 is refused while the application is disabled', () => {
    expect(mayRedeliver(fianto, DISABLED, done, [], 0)).toMatchObject({ ok: false, rules: ['F14'] });
  });
  it('F31 needs a verified endpoint', () => {
    const unverified = { ...OPEN, condition: { ...FRESH_CONDITION, verified: false, everVerified: false } };
    for (const endpoint of [SUSPENDED, unverified]) {
      expect(mayRedeliver(fianto, endpoint, done, [], 0)).toMatchObject({ ok: false, rules: ['F31'] });
    }
  });

  it('F32, f9: takes 60 in an hour, refuses the 61st, and frees each after exactly 3,600,000 ms', () => {
    const bench = new EndpointBench(fianto);
    bench.deliveries.push(done);
    for (let second = 0; second < 60; second++) expect(bench.again(0, second * SECOND)).toBe(second + 1);
    expect(bench.again(0, 60 * SECOND)).toBeNull();
    expect(bench.mayGoAgain(0, 60 * SECOND)).toEqual({
      ok: false,
      // 3,600 s less the 60 s that have passed since the first.
      why: 'All 60 redeliveries of this hour are used; the next is free in 59 m (F32).',
      rules: ['F32'],
    });
    expect(bench.again(0, 3_599_999)).toBeNull();
    expect(bench.again(0, 3_600_000)).toBe(61);
    expect(bench.again(0, 3_600_000)).toBeNull();
    expect(bench.again(0, 3_600_999)).toBeNull();
    expect(bench.again(0, 3_601_000)).toBe(62);
    expect(bench.again(0, 3_601_000)).toBeNull();
  });
  it('F32 says how many are left, whatever the order in which earlier ones are told', () => {
    const recent = [30 * SECOND, 10 * SECOND, 20 * SECOND];
    expect(mayRedeliver(fianto, OPEN, done, recent, MINUTE)).toMatchObject({
      ok: true,
      costs: 'A new delivery with the same id and 8 attempts; 56 of 60 redeliveries are left this hour (F28, F32).',
    });
  });
  it('f9 names the instant at which the oldest of the last 60 is an hour old, even when more were made', () => {
    const recent = Array.from({ length: 70 }, (_, second) => second * SECOND);
    // 60 of the 70 count against the next one: it must wait for the 11th, made at 10 s.
    expect(mayRedeliver(fianto, OPEN, done, recent, 70 * SECOND)).toMatchObject({
      why: 'All 60 redeliveries of this hour are used; the next is free in 59 m (F32).',
    });
  });
});

describe('replaying under Kestrel', () => {
  it('K18 is possible from every state, inside the retention window of 30 days', () => {
    expect(statesThatMay(kestrel)).toEqual([...DELIVERY_STATES]);
    const old = inState(kestrel, 'failed');
    expect(mayRedeliver(kestrel, OPEN, old, [], 30 * DAY).ok).toBe(true);
    expect(mayRedeliver(kestrel, OPEN, old, [], 30 * DAY + 1)).toEqual({
      ok: false,
      why: 'Older than the retention window of 30 d (K18).',
      rules: ['K18'],
    });
  });
  it('K15 needs the subscription enabled, whether failures or a person disabled it', () => {
    const held = inState(kestrel, 'held');
    expect(mayRedeliver(kestrel, SUSPENDED, held, [], 0)).toMatchObject({ ok: false, rules: ['K15'] });
    expect(mayRedeliver(kestrel, DISABLED, held, [], 0)).toMatchObject({ ok: false, rules: ['K15'] });
  });
  it('K19, R8, k8: has a record and six attempts of its own, and leaves the original as it was', () => {
    const bench = new EndpointBench(kestrel);
    bench.publish(0);
    bench.runUntil(HOUR);
    const original = bench.at(0);
    expect(original).toMatchObject({ state: 'failed', attempts: 6, budget: 6 });
    const replay = bench.again(0, HOUR) ?? 0;
    bench.runUntil(2 * HOUR);
    expect(bench.at(0)).toBe(original);
    expect(bench.at(replay)).toMatchObject({
      originId: original.id,
      attempts: 6,
      counter: 6,
      eventId: original.eventId,
    });
  });
  it('K11 leaves the event to be replayed after the delivery is exhausted', () => {
    expect(mayRedeliver(kestrel, OPEN, inState(kestrel, 'failed', { reason: 'exhausted' }), [], 0)).toMatchObject({
      ok: true,
      form: 'replay',
    });
  });
  it('k9 starts afresh where a held retry keeps its counter', () => {
    const bench = new EndpointBench(kestrel, { suspendedAt: 1 });
    bench.deliveries.push(inState(kestrel, 'held', { attempts: 3, counter: 3 }));
    bench.reopen(10);
    const replay = bench.again(0, 20) ?? 0;
    expect(bench.at(0)).toMatchObject({ state: 'held', counter: 3 });
    expect(bench.at(replay)).toMatchObject({ counter: 0, budget: 6 });
  });
});

describe('Infraspeak', () => {
  it('has no redelivery, and says what to do instead', () => {
    expect(statesThatMay(infraspeak)).toEqual([]);
    expect(mayRedeliver(infraspeak, OPEN, inState(infraspeak, 'failed'), [], 0)).toEqual({
      ok: false,
      why: 'Infraspeak has no redelivery. Send it again as a new event.',
      rules: [],
    });
  });
});

describe('a policy of someone’s own', () => {
  const CASES: readonly (readonly [
    form: Policy,
    delivery: Partial<Delivery>,
    endpoint: typeof OPEN | typeof DISABLED | typeof SUSPENDED,
    now: number,
  ])[] = [
    [alphorn, { state: 'queued' }, OPEN, 0],
    [alphorn, { state: 'processing' }, OPEN, 0],
    [alphorn, { state: 'failed' }, OPEN, 2 * DAY],
    [alphorn, { state: 'failed' }, DISABLED, 0],
    [alphorn, { state: 'failed' }, OPEN, 0],
    [fianto, { state: 'cancelled' }, OPEN, 0],
    [fianto, { state: 'retrying' }, OPEN, 0],
    [fianto, { state: 'failed' }, DISABLED, 0],
    [fianto, { state: 'failed' }, SUSPENDED, 0],
    [fianto, { state: 'failed' }, OPEN, 0],
    [kestrel, { state: 'failed' }, OPEN, 31 * DAY],
    [kestrel, { state: 'failed' }, SUSPENDED, 0],
    [kestrel, { state: 'failed' }, OPEN, 0],
    [infraspeak, { state: 'failed' }, OPEN, 0],
  ];

  /** The same policy without a single rule id in it. */
  const unnumbered = (policy: Policy): Policy =>
    policySchema.parse(
      JSON.parse(JSON.stringify(policy), (key, value: unknown) =>
        Array.isArray(value) && (key === 'rules' || /^[a-z]+[A-Za-z]*$/.test(key)) && value.every(isIdText)
          ? []
          : value,
      ),
    );
  const isIdText = (value: unknown): boolean => typeof value === 'string' && isRuleId(value);

  it('is refused and priced without a rule of the built-in ones', () => {
    const recent = Array.from({ length: 60 }, () => 0);
    for (const [policy, over, endpoint, now] of CASES) {
      for (const earlier of [[], recent]) {
        const delivery = { ...acceptedBy(policy), dueAt: null, ...over };
        const may = mayRedeliver(unnumbered(policy), endpoint, delivery, earlier, now);
        expect(may.ok ? may.costs : may.why).not.toMatch(/\b[AFKIRafkir]\d+\b|[()]|\.\./);
        expect(may.rules).toEqual([]);
      }
    }
  });

  it('names its own rules, in the words of its own states', () => {
    const own: Policy = {
      ...alphorn,
      words: { ...alphorn.words, queued: { status: 'w', label: 'In line' } },
      redelivery: {
        form: 'resend',
        maxAgeMs: null,
        rules: ['Z1'],
        rulesFor: {
          waiting: ['Z2'],
          cancelled: [],
          tooOld: [],
          closed: ['Z3', 'z4'],
          unverified: [],
          cost: ['Z5'],
        },
      },
    };
    expect(mayRedeliver(own, OPEN, inState(own, 'queued'), [], 0)).toEqual({
      ok: false,
      why: 'In line: it is already waiting to be sent (Z2).',
      rules: ['Z2'],
    });
    expect(mayRedeliver(own, DISABLED, inState(own, 'failed'), [], 0)).toEqual({
      ok: false,
      why: 'The endpoint is disabled: enable it first (Z3, z4).',
      rules: ['Z3', 'z4'],
    });
    expect(mayRedeliver(own, OPEN, inState(own, 'failed', { counter: 2 }), [], 0)).toMatchObject({
      costs: '3 tries on the same record; the counter goes on from 2 (Z5).',
      rules: ['Z1'],
    });
  });
});
