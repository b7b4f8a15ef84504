import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../src/shared/model/delivery';
import { alphorn } from '../../src/shared/policies/alphorn';
import { applyStep } from '../../src/shared/rules/apply-step';
import { isExpired, sweep, sweepAt } from '../../src/shared/rules/sweep';
import { sweepStep } from '../../src/shared/rules/sweep-step';
import { explain } from '../../src/shared/words/explain';
import { ALMOST_ONE, acceptedBy, answer, killed, stopped, tryOnce } from './walk';
import { type Deed, MINUTE, type Told, watch } from './watch';

const MIDNIGHT = Date.UTC(2026, 10, 30);
const NOON = MIDNIGHT + 12 * 60 * MINUTE;
const SECOND = 1_000;
const DAY = 86_400_000;
const HOUR = 60 * MINUTE;

const EXPIRED = 'Expired: undelivered after 24 hours';

/** Both ways of passing time, which must tell the same. */
function history(start: Delivery, deeds: readonly Deed[], until: number): readonly Told[] {
  const told = watch(alphorn, start, deeds, until, 'by-sweep-at');
  expect(watch(alphorn, start, deeds, until, 'by-minute')).toEqual(told);
  return told;
}

const brief = (told: readonly Told[]) => told.map(({ at, kind }) => [kind, at]);
const losing = (delivery: Delivery, jobs: number | null): Delivery =>
  applyStep(alphorn, delivery, { kind: 'lose-job', jobs, rules: [] }, delivery.changedAt, null);

/** Failed `failures` times, the last at once at `at`; the draw is the longest. */
const failedAt = (at: number, failures: number): Delivery =>
  tryOnce(
    alphorn,
    { ...acceptedBy(alphorn, at), attempts: failures - 1, counter: failures - 1 },
    answer(503),
    ALMOST_ONE,
  ).after;

describe('a delivery that nobody picks up', () => {
  const requeues = (told: readonly Told[]) => told.filter(({ kind }) => kind === 'queue-again').map(({ at }) => at);

  it('A21, A23, A25, a3: created on the minute is Stale at 5 m, queued again at 20, 35 … 1,430 m, expired at 24 h 01 m', () => {
    const told = history(losing(acceptedBy(alphorn, MIDNIGHT), null), [], MIDNIGHT + 2 * DAY);
    expect(told.filter(({ kind }) => kind === 'stale').map(({ at }) => at)).toEqual([MIDNIGHT + 5 * MINUTE]);
    const minutes = Array.from({ length: 95 }, (_, index) => 20 + 15 * index);
    expect(minutes.at(-1)).toBe(23 * 60 + 50);
    expect(requeues(told)).toEqual(minutes.map((minute) => MIDNIGHT + minute * MINUTE));
    expect(told.at(-1)).toMatchObject({ kind: 'expire', at: MIDNIGHT + DAY + MINUTE });
    expect(told.at(-1)?.after).toMatchObject({ state: 'failed', reason: 'expired', lastError: EXPIRED, attempts: 0 });
    // Stale, 95 times queued and each time lost, expired, and the first job lost before all that.
    expect(told).toHaveLength(1 + 1 + 2 * 95 + 1);
  });

  it('A21, a3: created at second 30 meets the sweeps that follow: Stale at 6:00, queued again at 21:00', () => {
    const told = history(losing(acceptedBy(alphorn, MIDNIGHT + 30 * SECOND), null), [], MIDNIGHT + 2 * DAY);
    expect(told.find(({ kind }) => kind === 'stale')?.at).toBe(MIDNIGHT + 6 * MINUTE);
    const at = requeues(told);
    expect(at.slice(0, 3)).toEqual([21, 36, 51].map((minute) => MIDNIGHT + minute * MINUTE));
    // 21 + 15 × 94 is 1,431: at 23 h 51 m for the 95th time.
    expect(at).toHaveLength(95);
    expect(at.at(-1)).toBe(MIDNIGHT + 1_431 * MINUTE);
    expect(told.at(-1)).toMatchObject({ kind: 'expire', at: MIDNIGHT + DAY + MINUTE });
  });

  it.each([0, 1, 17, 30, 59])('A21 is queued again at an age of 20 m to below 21 m, created at second %d', (second) => {
    const createdAt = MIDNIGHT + second * SECOND;
    const [first] = requeues(history(losing(acceptedBy(alphorn, createdAt), null), [], createdAt + HOUR));
    expect((first ?? 0) - createdAt).toBeGreaterThanOrEqual(20 * MINUTE);
    expect((first ?? 0) - createdAt).toBeLessThan(21 * MINUTE);
  });

  it('a3 stays Stale when it is queued again', () => {
    const told = history(losing(acceptedBy(alphorn, MIDNIGHT), null), [], MIDNIGHT + HOUR);
    for (const { kind, after } of told) if (kind === 'queue-again') expect(after.state).toBe('stale');
  });

  it('A21, A33: is sent when its third job is the first that arrives', () => {
    const told = history(losing(acceptedBy(alphorn, MIDNIGHT), 2), [answer(200)], MIDNIGHT + HOUR);
    expect(brief(told)).toEqual([
      ['job-lost', MIDNIGHT],
      ['stale', MIDNIGHT + 5 * MINUTE],
      ['queue-again', MIDNIGHT + 20 * MINUTE],
      ['job-lost', MIDNIGHT + 20 * MINUTE],
      ['queue-again', MIDNIGHT + 35 * MINUTE],
      ['claim', MIDNIGHT + 35 * MINUTE],
      ['deliver', MIDNIGHT + 35 * MINUTE],
    ]);
  });

  it('A23 turns Stale while its job still waits, and is not queued twice', () => {
    const waiting = acceptedBy(alphorn, MIDNIGHT);
    expect(waiting.sweepAt).toBe(MIDNIGHT + 5 * MINUTE);
    const stale = applyStep(alphorn, waiting, { kind: 'stale', rules: ['A23'] }, MIDNIGHT + 5 * MINUTE, null);
    expect(stale).toMatchObject({ state: 'stale', dueAt: MIDNIGHT, sweepAt: MIDNIGHT + DAY + MINUTE });
    expect(sweepStep(alphorn, stale, MIDNIGHT + 20 * MINUTE)).toBeNull();
  });

  it('a4 counts from the due time: throttled at 12:00:10 to 12:03:00 it is Stale at 12:08', () => {
    const start = losing(acceptedBy(alphorn, NOON + 10 * SECOND), null);
    const deferred = applyStep(
      alphorn,
      start,
      {
        kind: 'defer',
        fromAt: NOON + 10 * SECOND,
        toAt: NOON + 3 * MINUTE,
        limit: 20,
        windowMs: MINUTE,
        window: null,
        rules: [],
      },
      NOON + 10 * SECOND,
      null,
    );
    expect(deferred.sweepAt).toBe(NOON + 8 * MINUTE);
    const told = history(deferred, [], NOON + 10 * MINUTE);
    expect(brief(told)).toEqual([
      ['job-lost', NOON + 3 * MINUTE],
      ['stale', NOON + 8 * MINUTE],
    ]);
  });

  it('a4 never turns Stale after its first try', () => {
    const told = history(losing(failedAt(NOON, 1), null), [], NOON + 2 * DAY);
    expect(told.filter(({ kind }) => kind === 'stale')).toEqual([]);
  });

  it('A25 says that it expired, even where a stop had left its own words', () => {
    const cut = tryOnce(alphorn, acceptedBy(alphorn, MIDNIGHT), stopped).after;
    expect(cut).toMatchObject({ state: 'queued', counter: 0, lastError: 'last error' });
    const told = history(losing(cut, null), [], MIDNIGHT + 2 * DAY);
    expect(told.at(-1)?.after).toMatchObject({ reason: 'expired', lastError: EXPIRED });
  });
});

describe('a retry that got lost', () => {
  it('A22, a7: failed at 12:00:00, its retry lost, it is queued again at 12:10:00', () => {
    const failed = failedAt(NOON, 4);
    expect(failed.dueAt).toBe(NOON + 8 * MINUTE - 1);
    const told = history(losing(failed, 1), [answer(200)], NOON + HOUR);
    expect(brief(told)).toEqual([
      ['job-lost', NOON + 8 * MINUTE - 1],
      ['queue-again', NOON + 10 * MINUTE],
      ['claim', NOON + 10 * MINUTE],
      ['deliver', NOON + 10 * MINUTE],
    ]);
    expect(told[1]).toMatchObject({ because: 'lost-retry', after: { state: 'retrying', counter: 4, attempts: 4 } });
  });

  it('A22 is queued again every 10 minutes as long as its jobs get lost', () => {
    const told = history(losing(failedAt(NOON, 1), null), [], NOON + 35 * MINUTE);
    expect(told.filter(({ kind }) => kind === 'queue-again').map(({ at }) => at)).toEqual(
      [10, 20, 30].map((minute) => NOON + minute * MINUTE),
    );
  });

  it('a7 leaves a retry alone that lives: nothing is swept before its day is over', () => {
    expect(failedAt(NOON, 4).sweepAt).toBe(NOON + DAY + MINUTE);
  });

  it('A22 never plans a sweep in the past, however long the lost retry was away', () => {
    const slow = { ...alphorn, schedule: { kind: 'list', delaysMs: [3 * HOUR] } } as const;
    const failed = tryOnce(slow, acceptedBy(slow, NOON), answer(503), ALMOST_ONE).after;
    const lost = applyStep(slow, failed, { kind: 'job-lost', rules: [] }, failed.dueAt ?? 0, null);
    expect(lost.sweepAt).toBe(NOON + 3 * HOUR);
  });

  it('R7 treats a lost resend, Pending with attempts behind it, like a lost retry, and leaves it Pending', () => {
    const done = {
      ...acceptedBy(alphorn, NOON),
      state: 'failed',
      reason: 'exhausted',
      attempts: 5,
      counter: 5,
    } as const;
    const resent = applyStep(alphorn, done, { kind: 'resend', dueAt: NOON, budget: 6, rules: ['A39'] }, NOON, null);
    const told = history(losing(resent, 1), [answer(200)], NOON + HOUR);
    expect(brief(told)).toEqual([
      ['job-lost', NOON],
      ['queue-again', NOON + 10 * MINUTE],
      ['claim', NOON + 10 * MINUTE],
      ['deliver', NOON + 10 * MINUTE],
    ]);
    expect(told[1]).toMatchObject({ because: 'lost-retry', after: { state: 'queued', counter: 5, budget: 6 } });
  });
});

describe('a try that got stuck', () => {
  const stuckAfter = (tries: number, at: number): Delivery =>
    tryOnce(alphorn, { ...acceptedBy(alphorn, at), attempts: tries - 1, counter: tries - 1 }, killed).after;

  it('A24 is found after 10 minutes, counted, and queued again', () => {
    const told = history(stuckAfter(1, NOON), [answer(200)], NOON + HOUR);
    expect(brief(told)).toEqual([
      ['queue-again', NOON + 10 * MINUTE],
      ['claim', NOON + 10 * MINUTE],
      ['deliver', NOON + 10 * MINUTE],
    ]);
    expect(told[0]).toMatchObject({
      because: 'stuck',
      after: { state: 'retrying', counter: 1, nextTrigger: 'requeue', stuckSince: null },
    });
    expect(told[0]?.after.lastError).toBe('The engine stopped in mid-attempt');
  });

  it('A24 waits for the first sweep that finds 10 minutes over: begun 12:00:30, found 12:11', () => {
    expect(stuckAfter(1, NOON + 30 * SECOND).sweepAt).toBe(NOON + 11 * MINUTE);
  });

  it('A24 is found by the next sweep when the engine was away for an hour', () => {
    const claimed = tryOnce(alphorn, acceptedBy(alphorn, NOON), { ...killed, tookMs: HOUR + 5 * SECOND }).after;
    expect(claimed.sweepAt).toBe(NOON + HOUR + MINUTE);
  });

  it('A24, a8: leaves two tries after the third got stuck', () => {
    const [found] = history(stuckAfter(3, NOON), [], NOON + 10 * MINUTE);
    expect(found).toMatchObject({ kind: 'queue-again', after: { counter: 3, state: 'retrying' } });
  });

  it('a8 is the end when it was the fifth', () => {
    const stuck = stuckAfter(5, NOON);
    expect(sweepStep(alphorn, stuck, NOON + 10 * MINUTE)).toEqual({
      kind: 'fail',
      n: 5,
      reason: 'exhausted',
      because: { kind: 'interrupted', by: 'killed' },
      retryAfter: null,
      streak: null,
      budgetLeft: 0,
      budget: 5,
      rules: ['A24', 'A32'],
    });
    const [found, ...later] = history(stuck, [], NOON + DAY);
    expect(found?.after).toMatchObject({ state: 'failed', reason: 'exhausted', counter: 5, sweepAt: null });
    expect(later).toEqual([]);
  });

  it('A19, A24: is counted and final when its day is over by then', () => {
    const born = acceptedBy(alphorn, NOON);
    const late = tryOnce(alphorn, { ...born, dueAt: NOON + DAY - MINUTE }, killed).after;
    const found = sweepStep(alphorn, late, late.sweepAt ?? 0);
    expect(late.sweepAt).toBe(NOON + DAY + 9 * MINUTE);
    expect(found).toMatchObject({ kind: 'fail', reason: 'expired', rules: ['A24', 'A19', 'A25'] });
    if (found === null) throw new Error('it is found');
    expect(explain(found)).toBe('The engine stopped in mid-attempt: too old to be sent again.');
    const after = applyStep(alphorn, late, found, NOON + DAY + 9 * MINUTE, 'cut off');
    expect(after).toMatchObject({ state: 'failed', reason: 'expired', counter: 1, dueAt: null, sweepAt: null });
  });

  it('A24 leaves alone what is being sent', () => {
    const sending = applyStep(
      alphorn,
      acceptedBy(alphorn, NOON),
      { kind: 'claim', n: 1, lateMs: 0, throttle: null, budgetLeft: null, budget: null, rules: [] },
      NOON,
      null,
    );
    expect(sending.sweepAt).toBeNull();
    expect(sweep(alphorn, sending, NOON + 2 * DAY)).toBeNull();
  });
});

describe('the end of a day', () => {
  it('A19, a9: still sends at 86,400,000 ms and not at 86,400,001', () => {
    expect(isExpired(alphorn, { createdAt: NOON }, NOON + 86_400_000)).toBe(false);
    expect(isExpired(alphorn, { createdAt: NOON }, NOON + 86_400_001)).toBe(true);
    const born = { ...acceptedBy(alphorn, NOON), state: 'stale' } as const;
    const onTime = history(
      { ...born, dueAt: NOON + 86_400_000, sweepAt: NOON + DAY + MINUTE },
      [answer(200)],
      NOON + 2 * DAY,
    );
    expect(onTime.map(({ kind }) => kind)).toEqual(['claim', 'deliver']);
    const late = history(
      { ...born, dueAt: NOON + 86_400_001, sweepAt: NOON + DAY + MINUTE },
      [answer(200)],
      NOON + 2 * DAY,
    );
    expect(late.map(({ kind }) => kind)).toEqual(['expire']);
  });

  it('a10 never sends what failed at 23 h 58 m and was due at 24 h 02 m, and leaves its last error', () => {
    const claimedAt = NOON + 23 * HOUR + 58 * MINUTE;
    const old = { ...acceptedBy(alphorn, NOON), attempts: 3, counter: 3, dueAt: claimedAt };
    // The fourth wait, drawn at its lower end, is 4 min.
    const failed = tryOnce(alphorn, old, answer(503), 0).after;
    expect(failed).toMatchObject({ state: 'retrying', counter: 4, dueAt: NOON + DAY + 2 * MINUTE });
    const told = history(failed, [answer(200)], NOON + 2 * DAY);
    expect(brief(told)).toEqual([['expire', NOON + DAY + MINUTE]]);
    expect(told[0]?.after).toMatchObject({ state: 'failed', reason: 'expired', counter: 4, lastError: 'last error' });
  });

  it('a10 never sends it without a sweep either', () => {
    const unswept = { ...alphorn, interrupted: { kind: 'again' }, sweep: null } as const;
    const failed = { ...failedAt(NOON, 4), dueAt: NOON + DAY + 2 * MINUTE, sweepAt: null };
    const told = watch(unswept, failed, [answer(200)], NOON + 2 * DAY, 'by-sweep-at');
    expect(brief(told)).toEqual([['expire', NOON + DAY + 2 * MINUTE]]);
    expect(told[0]?.after.lastError).toBe('last error');
  });

  it('R7 expires with the same text what the limit pushes past it, a retry too', () => {
    for (const waiting of [acceptedBy(alphorn, NOON), failedAt(NOON, 2)]) {
      const from = waiting.dueAt ?? 0;
      const told = history(waiting, [{ kind: 'window-full', byMs: DAY + HOUR }], NOON + 2 * DAY);
      expect(told.map(({ kind }) => kind)).toEqual(['defer', 'expire']);
      expect(told[0]?.at).toBe(from);
      expect(told.at(-1)).toMatchObject({ at: NOON + DAY + MINUTE, after: { reason: 'expired', lastError: EXPIRED } });
    }
  });
});

describe('the sweep', () => {
  it('A20 runs every minute', () => {
    expect(alphorn.sweep?.everyMs).toBe(MINUTE);
  });

  it('A20 has nothing to do with what has ended or is held', () => {
    const final = ['delivered', 'failed', 'cancelled', 'held'] as const;
    for (const state of final) {
      const delivery = { ...acceptedBy(alphorn, NOON), state, dueAt: null };
      expect(sweepAt(alphorn, delivery, NOON)).toBeNull();
      expect(sweepStep(alphorn, delivery, NOON + 2 * DAY)).toBeNull();
    }
  });

  it('A20 does nothing before its time: one minute early it finds nothing', () => {
    const lost = { ...acceptedBy(alphorn, NOON), dueAt: null, lostDueAt: NOON };
    expect(sweepStep(alphorn, lost, NOON + 4 * MINUTE)).toBeNull();
    expect(sweepStep(alphorn, lost, NOON + 5 * MINUTE)).toEqual({ kind: 'stale', rules: ['A23'] });
  });
});
