import { describe, expect, it } from 'vitest';
import { lanesOf, suspensionFigure, throttleCells } from '../../../src/renderer/timeline/lanes';
import { pastOf } from '../../../src/renderer/timeline/past';
import { makeRowModel } from '../../../src/renderer/timeline/row-model';
import { whyOf } from '../../../src/renderer/timeline/why';
import { type Condition, FRESH_CONDITION } from '../../../src/shared/model/condition';
import { alphorn } from '../../../src/shared/policies/alphorn';
import { fianto } from '../../../src/shared/policies/fianto';
import { kestrel } from '../../../src/shared/policies/kestrel';
import { throttleOf } from '../../../src/shared/rules/throttle';
import { aGate, anEndpoint, play, reply } from './harness/fixtures';

const MINUTE = 60_000;
const telegram = anEndpoint(1, 'Ops alerts', 'http://localhost:1/', alphorn, { channel: 'telegram' });
const limit = throttleOf(alphorn, 'telegram');

describe('lanes', () => {
  it('show a throttle where the policy has one for the channel', () => {
    expect(lanesOf(telegram, null)).toEqual(['throttle']);
    expect(lanesOf({ ...telegram, channel: 'webhook' }, null)).toEqual([]);
  });

  it('show a streak that has begun, and a suspension while it lasts', () => {
    const orders = anEndpoint(2, 'Orders API', 'http://localhost:2/', fianto);
    expect(lanesOf(orders, null)).toEqual([]);
    expect(lanesOf({ ...orders, condition: { ...FRESH_CONDITION, streak: 3 } }, null)).toEqual(['streak']);
    const suspended = { ...FRESH_CONDITION, streak: 5, suspendedAt: 1_000 };
    expect(lanesOf({ ...orders, condition: suspended }, null)).toEqual(['streak', 'suspension']);
  });

  it('say how far a suspension is in few characters, by halves too', () => {
    const orders = anEndpoint(2, 'Orders API', 'http://localhost:2/', fianto);
    const suspension = fianto.suspension === null ? null : { ...fianto.suspension, probes: 3 };
    const policy = { ...fianto, suspension };
    const figure = (condition: Partial<Condition>): string =>
      suspensionFigure({ ...orders, policy, condition: { ...FRESH_CONDITION, ...condition } });
    expect(figure({})).toBe('over');
    expect(figure({ suspendedAt: 60_000 })).toBe('since 00:01:00');
    expect(figure({ suspendedAt: 60_000, reopensAt: 120_000 })).toBe('until 00:02:00');
    expect(figure({ suspendedAt: 60_000, probe: { passed: 1, deliveryId: null } })).toBe('half-open 1/3');
    expect(suspensionFigure({ ...orders, state: 'disabled' })).toBe('disabled');
  });

  it('show what is held while something is, and keep showing what once was', () => {
    const orders = anEndpoint(2, 'Orders API', 'http://localhost:2/', fianto);
    const counts = { ...orders.counts, held: 3 };
    expect(lanesOf({ ...orders, counts }, null)).toEqual(['held']);
    const history = { turns: [], held: [{ at: 5, value: 3 }], streak: [{ at: 1, value: 2 }] };
    const past = pastOf(history, undefined);
    expect(lanesOf(orders, past)).toEqual(['streak', 'held']);
    expect(lanesOf(orders, pastOf({ turns: [], held: [], streak: [] }, past))).toEqual(['streak', 'held']);
  });

  it('leave a long streak to words', () => {
    // K12: Kestrel counts to 20.
    const payments = anEndpoint(3, 'Payments', 'http://localhost:3/', kestrel);
    expect(lanesOf({ ...payments, condition: { ...FRESH_CONDITION, streak: 7 } }, null)).toEqual([]);
  });

  it('count 45 Telegram messages as 20, 20 and 5, with 25 turned away', () => {
    // A15: 20 a minute; A17: no retry is used.
    if (limit === null) throw new Error('Telegram has a limit');
    const gate = aGate(telegram);
    const rows = Array.from({ length: 45 }, (_, i) =>
      play(telegram, i + 1, 'alert.fired', 10 * MINUTE + i, 13 * MINUTE, [reply(200, 5)], gate),
    );
    expect(throttleCells(limit, rows)).toEqual([
      { fromMs: 10 * MINUTE, used: 20, deferred: 25, planned: 0 },
      { fromMs: 11 * MINUTE, used: 20, deferred: 0, planned: 0 },
      { fromMs: 12 * MINUTE, used: 5, deferred: 0, planned: 0 },
    ]);
    expect(rows.every(({ counter, state }) => counter === 1 && state === 'delivered')).toBe(true);
  });

  it('show what is promised a place in a window to come', () => {
    if (limit === null) throw new Error('Telegram has a limit');
    const gate = aGate(telegram);
    const rows = Array.from({ length: 25 }, (_, i) =>
      play(telegram, i + 1, 'alert.fired', 10 * MINUTE + i, 10 * MINUTE + 1_000, [reply(200, 5)], gate),
    );
    expect(throttleCells(limit, rows)).toEqual([
      { fromMs: 10 * MINUTE, used: 20, deferred: 5, planned: 0 },
      { fromMs: 11 * MINUTE, used: 0, deferred: 0, planned: 5 },
    ]);
  });
});

describe('a deferred attempt', () => {
  const gate = aGate(telegram);
  const rows = Array.from({ length: 21 }, (_, i) =>
    play(telegram, i + 1, 'alert.fired', 10 * MINUTE + i, 10 * MINUTE + 500, [reply(200, 5)], gate),
  );
  const [turnedAway] = rows.slice(-1);
  if (turnedAway === undefined) throw new Error('nothing was deferred');
  const model = makeRowModel(turnedAway, alphorn);

  it('is drawn from where it was turned away to its window', () => {
    expect(model.next).toMatchObject({ deferredMs: 10 * MINUTE + 20, dueAt: 11 * MINUTE, band: null });
  });

  it('says by which rule, and that no retry is used', () => {
    const [mark] = model.marks;
    if (mark === undefined) throw new Error('there is no mark');
    const why = whyOf(model, mark, alphorn, 10 * MINUTE + 500);
    expect(why.rules).toEqual(['A15', 'A16', 'A17', 'a11']);
    expect(why.sentence).toBe('The window was full when it came due; no try is used.');
    expect(why.facts[0]).toMatchObject({ label: 'Was due', value: '00:10:00', rules: ['A15', 'A16', 'A17', 'a11'] });
    expect(why.facts[1]).toMatchObject({ label: 'Deferred to', value: '00:11:00', more: '00:01:00' });
  });
});
