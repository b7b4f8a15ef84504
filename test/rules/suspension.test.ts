import { describe, expect, it } from 'vitest';
import { FRESH_CONDITION } from '../../src/shared/model/condition';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Policy } from '../../src/shared/policies/policy';
import { admit, afterEnding, type Ending, isOpen, reopened } from '../../src/shared/rules/suspension';
import { providerWords } from '../../src/shared/words/provider-words';
import { EndpointBench } from './endpoint-bench';
import { ALMOST_ONE, answer, fault } from './walk';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

const ENDINGS: Readonly<Record<string, Pick<Ending, 'state' | 'reason'>>> = {
  E: { state: 'failed', reason: 'exhausted' },
  S: { state: 'delivered', reason: null },
  C: { state: 'cancelled', reason: null },
  P: { state: 'failed', reason: 'permanent' },
  X: { state: 'failed', reason: 'expired' },
  D: { state: 'failed', reason: 'endpoint-disabled' },
};

/** The number of the ending that suspends an endpoint (1, 2, 3 …), or null; and the streak at the end. */
function play(policy: Policy, letters: string): { readonly suspendedBy: number | null; readonly streak: number } {
  let condition = FRESH_CONDITION;
  let suspendedBy: number | null = null;
  [...letters.replaceAll(' ', '')].forEach((letter, index) => {
    const ending = ENDINGS[letter];
    if (ending === undefined) throw new Error(`no ending ${letter}`);
    const after = afterEnding(policy, condition, { ...ending, firstAttemptAt: index, faults: null }, index);
    condition = after.condition;
    if (after.suspends) suspendedBy ??= index + 1;
  });
  return { suspendedBy, streak: condition.streak };
}

describe('Fianto counts', () => {
  it('F16 nothing for a single exhausted delivery', () => {
    expect(play(fianto, 'E')).toEqual({ suspendedBy: null, streak: 1 });
    expect(play(fianto, 'E E E E')).toEqual({ suspendedBy: null, streak: 4 });
  });
  it('F17 five in a row: suspended at the fifth', () => {
    expect(play(fianto, 'E E E E E').suspendedBy).toBe(5);
  });
  it('F19, f3: from zero after a success: E E E E S E E E E E is suspended at the 10th', () => {
    expect(play(fianto, 'E E E E S').streak).toBe(0);
    expect(play(fianto, 'E E E E S E E E E E').suspendedBy).toBe(10);
  });
  it('f3 past a cancelled one: E E C E E E is suspended at the 6th', () => {
    expect(play(fianto, 'E E C E E E').suspendedBy).toBe(6);
  });
  it('F17 deliveries that used up their attempts only', () => {
    expect(play(fianto, 'E E E E X D').streak).toBe(4);
  });
  it('F18 suspends with the reason delivery_failures, until the URL is verified', () => {
    expect(fianto.suspension).toMatchObject({ reason: 'delivery_failures', endsBy: 'verify', atEnd: 'send' });
    const { condition } = afterEnding(
      fianto,
      { ...FRESH_CONDITION, streak: 4 },
      { state: 'failed', reason: 'exhausted', firstAttemptAt: 0, faults: null },
      77,
    );
    expect(condition).toMatchObject({ suspendedAt: 77, streak: 5 });
    expect(isOpen('enabled', condition)).toBe(false);
  });

  it('f4 suspends at 27 h 40 m for six events at 0 to 5 min that always get 500: the sixth has 7 attempts and is Held', () => {
    const bench = new EndpointBench(fianto);
    for (let minute = 0; minute <= 5; minute++) {
      bench.runUntil(minute * MINUTE - 1);
      bench.publish(minute * MINUTE);
    }
    bench.runUntil(40 * HOUR);
    expect(bench.suspensions).toEqual([27 * HOUR + 40 * MINUTE]);
    expect(bench.deliveries.slice(0, 5).map(({ state, reason }) => [state, reason])).toEqual(
      Array.from({ length: 5 }, () => ['failed', 'exhausted']),
    );
    expect(bench.at(5)).toMatchObject({ state: 'held', attempts: 7, counter: 7, dueAt: null });
    expect(providerWords(fianto, bench.at(5))).toEqual({ status: 'PENDING', label: 'Held' });
  });
});

describe('while Fianto suspends an endpoint', () => {
  const suspended = { ...FRESH_CONDITION, suspendedAt: 0, streak: 5 };

  it('F20 a new delivery is held, and so is one that waited for its retry, with its counter', () => {
    const bench = new EndpointBench(fianto, { streak: 4 });
    const retrying = bench.publish(0);
    const doomed = bench.publish(0);
    bench.runUntil(2 * MINUTE);
    bench.take(
      doomed ?? 0,
      {
        kind: 'fail',
        n: 8,
        reason: 'exhausted',
        because: { kind: 'status', status: 500 },
        retryAfter: null,
        streak: null,
        budgetLeft: null,
        budget: null,
        rules: ['F8'],
      },
      3 * MINUTE,
    );
    const fresh = bench.publish(4 * MINUTE);
    expect(bench.at(retrying ?? 0)).toMatchObject({ state: 'held', counter: 2, dueAt: null, nextTrigger: null });
    expect(bench.at(fresh ?? 0)).toMatchObject({ state: 'held', counter: 0, dueAt: null });
  });

  it('F20, F21, f5: 3 waiting and 10,005 new ones make 10,000 held and 8 events without a delivery', () => {
    let held = 3;
    let stored = 0;
    for (let event = 0; event < 10_005; event++) {
      const admission = admit(fianto, 'enabled', suspended, held);
      if (admission.kind === 'hold') held++;
      else if (admission.kind === 'store') {
        expect(admission).toEqual({ kind: 'store', because: 'hold-limit', rules: ['F21'] });
        stored++;
      }
    }
    expect({ held, stored }).toEqual({ held: 10_000, stored: 8 });
  });

  it('f5 more than 10,000 that waited already are all held', () => {
    const bench = new EndpointBench(fianto, { streak: 4 });
    for (let i = 0; i < 10_003; i++) bench.publish(0, 0);
    bench.take(
      0,
      {
        kind: 'fail',
        n: 8,
        reason: 'exhausted',
        because: { kind: 'status', status: 500 },
        retryAfter: null,
        streak: null,
        budgetLeft: null,
        budget: null,
        rules: ['F8'],
      },
      1,
    );
    expect(bench.held).toBe(10_002);
    expect(bench.publish(2)).toBeNull();
    expect(bench.stored).toEqual(['hold-limit']);
  });

  it('f7 an attempt in flight that is answered 2xx succeeds, and lifts nothing', () => {
    const bench = new EndpointBench(fianto, { suspendedAt: null, streak: 4 });
    const flying = bench.publish(0) ?? 0;
    const doomed = bench.publish(0) ?? 0;
    bench.claim(flying, 0);
    bench.take(
      doomed,
      {
        kind: 'fail',
        n: 8,
        reason: 'exhausted',
        because: { kind: 'status', status: 500 },
        retryAfter: null,
        streak: null,
        budgetLeft: null,
        budget: null,
        rules: ['F8'],
      },
      5,
    );
    bench.settle(flying, 0, answer(200, 10), 10);
    expect(bench.at(flying)).toMatchObject({ state: 'delivered', counter: 1 });
    expect(bench.condition).toMatchObject({ suspendedAt: 5, streak: 0, lastSuccessAt: 10 });
    expect(bench.open).toBe(false);
  });

  it('f7 an attempt in flight that fails is Held, and counted; the 8th is EXHAUSTED', () => {
    const bench = new EndpointBench(fianto, { streak: 4 });
    const flying = bench.publish(0) ?? 0;
    const last = bench.publish(0) ?? 0;
    const doomed = bench.publish(0) ?? 0;
    bench.deliveries[last] = { ...bench.at(last), attempts: 7, counter: 7 };
    bench.claim(flying, 0);
    bench.claim(last, 0);
    bench.take(
      doomed,
      {
        kind: 'fail',
        n: 8,
        reason: 'exhausted',
        because: { kind: 'status', status: 500 },
        retryAfter: null,
        streak: null,
        budgetLeft: null,
        budget: null,
        rules: ['F8'],
      },
      5,
    );
    bench.settle(flying, 0, answer(500, 10), 10);
    bench.settle(last, 0, answer(500, 10), 10);
    expect(bench.at(flying)).toMatchObject({ state: 'held', counter: 1, attempts: 1, dueAt: null });
    expect(bench.at(last)).toMatchObject({ state: 'failed', reason: 'exhausted', counter: 8 });
    expect(bench.suspensions).toEqual([5]);
  });

  it('F25, f6: verified again it sends what was held, where it was, and counts from zero', () => {
    const bench = new EndpointBench(fianto, { suspendedAt: 0, streak: 5 });
    const old = bench.publish(1) ?? 0;
    bench.deliveries[old] = { ...bench.at(old), attempts: 7, counter: 7 };
    bench.reopen(HOUR);
    expect(bench.condition).toMatchObject({ suspendedAt: null, streak: 0 });
    expect(bench.at(old)).toMatchObject({ state: 'retrying', dueAt: HOUR, nextTrigger: 'release', counter: 7 });
    bench.runUntil(HOUR);
    expect(bench.at(old)).toMatchObject({ state: 'failed', reason: 'exhausted', attempts: 8, counter: 8 });
    expect(bench.condition.streak).toBe(1);
  });

  it('F25 a delivery that was held before its first attempt makes all eight', () => {
    const bench = new EndpointBench(fianto, { suspendedAt: 0, streak: 5 });
    bench.publish(1);
    bench.reopen(HOUR);
    expect(bench.at(0)).toMatchObject({ state: 'queued', nextTrigger: 'release', counter: 0 });
    bench.runUntil(40 * HOUR);
    expect(bench.at(0)).toMatchObject({ state: 'failed', attempts: 8, counter: 8, firstAttemptAt: HOUR });
  });
});

describe('a URL of Fianto', () => {
  const never = { ...FRESH_CONDITION, verified: false, everVerified: false };

  it('F27 that was never verified receives nothing: its events are only stored', () => {
    expect(admit(fianto, 'enabled', never, 0)).toEqual({
      kind: 'store',
      because: 'never-verified',
      rules: ['F1', 'F26', 'F27'],
    });
    expect(isOpen('enabled', never)).toBe(false);
  });
  it('F26 has deliveries held only once it was verified and then suspended', () => {
    expect(admit(fianto, 'enabled', { ...never, suspendedAt: 1 }, 0)).toMatchObject({ because: 'never-verified' });
    expect(admit(fianto, 'enabled', { ...FRESH_CONDITION, suspendedAt: 1 }, 0)).toEqual({
      kind: 'hold',
      rules: ['F20'],
    });
  });
  it('F1 receives once it is verified', () => {
    expect(admit(fianto, 'enabled', FRESH_CONDITION, 0)).toEqual({ kind: 'deliver' });
  });
  it('F24, f16: goes on receiving while a newer one waits to be verified', () => {
    const waiting = { ...FRESH_CONDITION, newerUrl: 'http://localhost:3000/new' };
    expect(admit(fianto, 'enabled', waiting, 0)).toEqual({ kind: 'deliver' });
    expect(isOpen('enabled', waiting)).toBe(true);
  });
  it('F14 that a person disabled has its events stored only', () => {
    expect(admit(fianto, 'disabled', FRESH_CONDITION, 0)).toEqual({
      kind: 'store',
      because: 'disabled',
      rules: ['F14'],
    });
  });
});

describe('Kestrel', () => {
  it('K12, k4: disables after 20 exhausted deliveries in a row, not after 20 failed attempts', () => {
    expect(play(kestrel, 'E'.repeat(19)).suspendedBy).toBeNull();
    expect(play(kestrel, 'E'.repeat(20)).suspendedBy).toBe(20);
  });
  it('K12, k4: counts from zero after any 2xx', () => {
    expect(play(kestrel, `${'E'.repeat(19)}S${'E'.repeat(19)}`)).toEqual({ suspendedBy: null, streak: 19 });
    expect(play(kestrel, `${'E'.repeat(19)}S${'E'.repeat(20)}`).suspendedBy).toBe(40);
  });
  it('k4 is disabled at 20 m 02 s by one event a minute, instant failures and the longest waits', () => {
    const bench = new EndpointBench(kestrel);
    for (let minute = 0; minute < 30; minute++) {
      bench.runUntil(minute * MINUTE - 1, () => answer(500), ALMOST_ONE);
      bench.publish(minute * MINUTE);
    }
    // Each of five draws stays up to 1 ms below its own end.
    expect(bench.suspensions).toEqual([20 * MINUTE + 2_000 - 5]);
  });
  it('K14, k7: holds new deliveries and those between attempts, with no limit', () => {
    const closed = { ...FRESH_CONDITION, suspendedAt: 1 };
    expect(admit(kestrel, 'enabled', closed, 1_000_000)).toEqual({ kind: 'hold', rules: ['K14'] });
    const bench = new EndpointBench(kestrel, { streak: 19 });
    for (let i = 0; i < 5; i++) bench.publish(0);
    bench.take(
      4,
      {
        kind: 'fail',
        n: 6,
        reason: 'exhausted',
        because: { kind: 'status', status: 500 },
        retryAfter: null,
        streak: null,
        budgetLeft: null,
        budget: null,
        rules: ['K10'],
      },
      1,
    );
    expect(bench.held).toBe(4);
  });
  it('K15, k7: sends nothing by itself when it is enabled, and all four after a replay', () => {
    const bench = new EndpointBench(kestrel, { suspendedAt: 1 });
    for (let i = 0; i < 4; i++) bench.publish(2);
    bench.reopen(3);
    bench.runUntil(HOUR, () => answer(200));
    expect([bench.held, bench.count('delivered')]).toEqual([4, 0]);
    for (let i = 0; i < 4; i++) expect(bench.again(i, HOUR)).toBe(4 + i);
    bench.runUntil(HOUR, () => answer(200));
    expect([bench.held, bench.count('delivered')]).toEqual([4, 4]);
  });
  it('k8 counts a replay towards disabling', () => {
    const bench = new EndpointBench(kestrel, { streak: 18 });
    bench.publish(0);
    bench.runUntil(HOUR);
    bench.again(0, HOUR);
    bench.runUntil(2 * HOUR);
    expect(bench.suspensions).toHaveLength(1);
  });
  it('R6, K14: holds for a subscription that a person disabled, as if the failures had', () => {
    expect(admit(kestrel, 'disabled', FRESH_CONDITION, 0)).toEqual({ kind: 'hold', rules: ['R6'] });
  });
});

describe('Infraspeak', () => {
  const SPAN = 5 * DAY + 16 * HOUR + 30 * MINUTE;

  it('I12, i6: is INACTIVE once one delivery failed for 5 d 16 h 30 m with no success meanwhile', () => {
    const bench = new EndpointBench(infraspeak);
    bench.publish(0);
    bench.runUntil(10 * DAY);
    expect(bench.suspensions).toEqual([SPAN]);
    expect(bench.at(0)).toMatchObject({ state: 'failed', reason: 'exhausted', attempts: 13 });
  });
  it('i6 stays ACTIVE when any delivery succeeded in between', () => {
    const bench = new EndpointBench(infraspeak);
    bench.publish(0);
    bench.runUntil(3 * DAY);
    bench.publish(3 * DAY);
    bench.runUntil(10 * DAY, (index) => answer(index === 1 ? 200 : 500));
    expect(bench.at(0)).toMatchObject({ reason: 'exhausted' });
    expect(bench.suspensions).toEqual([]);
  });
  it('i6 is not saved by a success from before the first attempt', () => {
    const bench = new EndpointBench(infraspeak);
    bench.publish(0);
    bench.runUntil(1, () => answer(200));
    bench.publish(1_000);
    bench.runUntil(10 * DAY);
    expect(bench.suspensions).toEqual([SPAN + 1_000]);
  });
  it('i6 takes the number as a setting: with two, the first exhausted one has no consequence', () => {
    const { suspension } = infraspeak;
    if (suspension === null) throw new Error('Infraspeak deactivates');
    const two: Policy = {
      ...infraspeak,
      suspension: { ...suspension, trigger: { kind: 'exhausted-without-success', count: 2 } },
    };
    expect(play(two, 'E').suspendedBy).toBeNull();
    expect(play(two, 'E E').suspendedBy).toBe(2);
  });
  it('i7 counts host not found, TLS errors and refusals as well', () => {
    for (const name of ['dns', 'tls', 'refused'] as const) {
      const bench = new EndpointBench(infraspeak);
      bench.publish(0);
      bench.runUntil(10 * DAY, () => fault(name));
      expect(bench.suspensions).toHaveLength(1);
    }
  });
  it('I13, i9: drops what waits, stores what arrives, and sends nothing of it when enabled again', () => {
    const bench = new EndpointBench(infraspeak);
    bench.publish(0);
    bench.runUntil(SPAN - 1);
    bench.publish(SPAN - 1);
    bench.runUntil(SPAN);
    expect(bench.at(1)).toMatchObject({ state: 'failed', reason: 'endpoint-disabled', counter: 1, dueAt: null });
    expect(bench.publish(SPAN + 1)).toBeNull();
    expect(bench.stored).toEqual(['suspended']);
    bench.reopen(6 * DAY);
    bench.runUntil(20 * DAY, () => answer(200));
    expect(bench.count('delivered')).toBe(0);
  });
});

describe('opening again', () => {
  it('F23, K16, I13: counts anew', () => {
    expect(reopened({ ...FRESH_CONDITION, suspendedAt: 9, streak: 20, lastSuccessAt: 4 })).toEqual({
      ...FRESH_CONDITION,
      lastSuccessAt: 4,
    });
  });
  it('has no suspension under Alphorn, however long it fails', () => {
    expect(play(alphorn, 'E'.repeat(100)).suspendedBy).toBeNull();
    expect(alphorn.suspension).toBeNull();
  });
});
