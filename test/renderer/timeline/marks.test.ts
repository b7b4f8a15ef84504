import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { glyphOf, glyphOfState } from '../../../src/renderer/timeline/glyphs';
import { bandPx, hitInRow } from '../../../src/renderer/timeline/hit';
import { placeMarks, sharedMarks } from '../../../src/renderer/timeline/place';
import { furtherPlans } from '../../../src/renderer/timeline/plan';
import { type Mark, makeRowModel, rowModel } from '../../../src/renderer/timeline/row-model';
import { timeScale } from '../../../src/renderer/timeline/scale';
import { FAULTS } from '../../../src/shared/model/outcome';
import { alphorn } from '../../../src/shared/policies/alphorn';
import { fianto } from '../../../src/shared/policies/fianto';
import { infraspeak } from '../../../src/shared/policies/infraspeak';
import { kestrel } from '../../../src/shared/policies/kestrel';
import { idOf } from '../../support/rows';
import { anEndpoint, play, reply, silence } from './harness/fixtures';

const MINUTE = 60_000;
const orders = anEndpoint(1, 'Orders API', 'http://localhost:1/', fianto);
const alerts = anEndpoint(2, 'Ops alerts', 'http://localhost:2/', alphorn);
const payments = anEndpoint(3, 'Payments', 'http://localhost:3/', kestrel);

describe('shapes', () => {
  const answered = (status: number) => glyphOf({ kind: 'response', status, retryAfter: null, tookMs: 1 });

  it('gives every class of status its own', () => {
    expect([204, 301, 422, 503].map(answered)).toEqual(['ok', 'r3', 'c4', 's5']);
  });

  it('shows a time-out as an hourglass and every other fault as a cross', () => {
    const glyphs = FAULTS.map((fault) => glyphOf({ kind: 'no-response', fault, detail: '', tookMs: 1 }));
    const hourglasses = FAULTS.filter((_, i) => glyphs[i] === 'timeout');
    expect(hourglasses).toEqual(['connect-timeout', 'response-timeout', 'inactivity-timeout']);
    expect(new Set(glyphs)).toEqual(new Set(['timeout', 'cross']));
  });

  it('shows our own interruption and an attempt in flight as neither', () => {
    expect(glyphOf({ kind: 'interrupted', by: 'stopped', tookMs: 1 })).toBe('interrupted');
    expect(glyphOf(null)).toBe('flight');
  });

  it('puts a final state into the ring of its last outcome', () => {
    expect(glyphOfState('failed', 'timeout')).toEqual({ glyph: 'timeout', final: true });
    expect(glyphOfState('delivered', 'ok')).toEqual({ glyph: 'ok', final: true });
    expect(glyphOfState('retrying', 's5')).toEqual({ glyph: 'plan', final: false });
  });
});

describe('a row', () => {
  it('places a failure at its end, and the wait from there to the next start', () => {
    const row = play(orders, 1, 'order.paid', 0, 10 * MINUTE, [reply(503, 400), reply(200, 100)]);
    const model = makeRowModel(row, fianto);
    const second = row.marks[1];
    if (second === undefined) throw new Error('there is no second attempt');
    expect(model.marks.map(({ key, glyph, final }) => [key, glyph, final])).toEqual([
      ['a1', 's5', false],
      ['a2', 'ok', true],
    ]);
    expect(model.marks[0]).toMatchObject({ fromMs: 0, atMs: 400 });
    // F6, F7: a minute after the failure, 48 s to 72 s.
    expect(model.waits).toEqual([
      {
        fromMs: 400,
        toMs: second.startedAt,
        band: { fromMs: 48_400, nominalMs: 60_400, toMs: 72_400 },
        deferredMs: null,
      },
    ]);
    expect(second.startedAt).toBeGreaterThanOrEqual(48_400);
    expect(second.startedAt).toBeLessThan(72_400);
  });

  it('plans the next attempt on its draw, inside the band', () => {
    const row = play(payments, 4, 'payment.captured', 0, 100, [reply(500, 50)]);
    const { next, marks } = makeRowModel(row, kestrel);
    // K9: full jitter, so the band begins at the failure itself.
    expect(next?.band).toEqual({ fromMs: 50, nominalMs: 2_050, toMs: 2_050 });
    expect(next?.dueAt).toBe(row.dueAt);
    expect(marks.map(({ key }) => key)).toEqual(['a1', 'next', 'p3', 'p4', 'p5', 'p6']);
  });

  it('plans nothing for what waits for its elder but its turn, and plans anew when that has come', () => {
    const failed = play(payments, 5, 'payment.captured', 0, 100, [reply(500, 50)]);
    const row = { ...failed, marks: [], attempts: 0, counter: 0, state: 'queued' as const, dueAt: 0, wait: null };
    const inTurn = { id: idOf('delivery', 4), eventType: 'payment.captured' };
    const waiting = rowModel(row, { policy: kestrel, inTurn });
    expect(waiting.marks.map(({ key, glyph }) => [key, glyph])).toEqual([['next', 'queued']]);
    expect([waiting.elder, waiting.further]).toEqual([inTurn, []]);
    const due = rowModel(row, { policy: kestrel, inTurn: { id: row.id, eventType: row.eventType } });
    expect(due.marks.map(({ key }) => key)).toEqual(['next', 'p2', 'p3', 'p4', 'p5', 'p6']);
    expect(due.elder).toBeNull();
  });

  it('says why a permanent failure ended', () => {
    const row = play(alerts, 5, 'alert.fired', 0, 1_000, [reply(400)]);
    expect(makeRowModel(row, alphorn).caption).toBe('400 is permanent (A10)');
  });

  it('shows what is in flight as an arc, without a plan', () => {
    const row = play(orders, 6, 'order.paid', 0, 1_000, [reply(200, 5_000)]);
    const model = makeRowModel(row, fianto);
    expect(model.marks.map(({ glyph }) => glyph)).toEqual(['flight']);
    expect(model.next).toBeNull();
  });

  it('shows a held delivery as bars where it stopped', () => {
    const row = play(payments, 7, 'payment.captured', 0, 100, [reply(500, 50)]);
    const held = { ...row, state: 'held' as const, dueAt: null, wait: null, nextTrigger: null, changedAt: 900 };
    const model = makeRowModel(held, kestrel);
    expect(model.heldSinceMs).toBe(900);
    expect(model.marks.at(-1)).toMatchObject({ glyph: 'held', atMs: 900 });
  });
});

describe('further plans', () => {
  it('add up the shortest and the longest waits of Fianto', () => {
    // After attempt 4 is due at 0: 2 h, 5 h, 10 h, 10 h, each within 20 %.
    const plans = furtherPlans(fianto, 3, 4, 0);
    const hours = (n: number): number => n * 3_600_000;
    expect(plans.map(({ n, fromMs, nominalMs, toMs }) => [n, fromMs, nominalMs, toMs])).toEqual([
      [5, hours(1.6), hours(2), hours(2.4)],
      [6, hours(5.6), hours(7), hours(8.4)],
      [7, hours(13.6), hours(17), hours(20.4)],
      [8, hours(21.6), hours(27), hours(32.4)],
    ]);
  });

  it('end with the budget, and have no width without jitter', () => {
    expect(furtherPlans(fianto, 7, 8, 0)).toEqual([]);
    const [first] = furtherPlans(infraspeak, 0, 1, 0);
    expect(first).toEqual({ n: 2, fromMs: 120_000, nominalMs: 120_000, toMs: 120_000 });
  });
});

describe('marks on the plot', () => {
  const scaleOf = (msPerPx: number) => timeScale(msPerPx, [], { atMs: 0, px: 0 });
  const failing = play(payments, 1, 'payment.captured', 0, 200_000, [reply(500, 40)]);
  const model = makeRowModel(failing, kestrel);
  const place = (msPerPx: number) =>
    placeMarks({ marks: model.marks, scale: scaleOf(msPerPx), nowMs: 200_000, fromPx: 0, toPx: 980 });

  it('stand alone where there is room', () => {
    expect(failing.state).toBe('failed');
    expect(place(1).filter(({ count }) => count > 1)).toEqual([]);
  });

  it('merge into a pill with the first outcome, the final one and their number', () => {
    const placed = place(10_000);
    expect(placed).toHaveLength(1);
    expect(placed[0]).toMatchObject({ from: 0, to: 6, count: 6 });
    expect(placed[0]?.first.glyph).toBe('s5');
    expect(placed[0]?.last?.final).toBe(true);
  });

  it('do not count the plan, nor a hold, among the attempts of a pill', () => {
    const waiting = makeRowModel(play(payments, 2, 'payment.captured', 0, 100, [reply(500, 50)]), kestrel);
    const [pill] = placeMarks({ marks: waiting.marks, scale: scaleOf(10_000), nowMs: 100, fromPx: 0, toPx: 980 });
    expect(pill).toMatchObject({ to: 6, count: 1 });
    expect(pill?.last?.glyph).toBe('plan');
  });

  it('never overlap, and none is lost, at any zoom and for any times', () => {
    const template = model.marks[0] as Mark;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 400 }),
        fc.double({ min: 1, max: 50_000, noNaN: true }),
        (times, msPerPx) => {
          const marks = times
            .toSorted((a, b) => a - b)
            .map((atMs, i) => ({ ...template, key: `a${i}`, atMs, fromMs: atMs }));
          const scale = scaleOf(msPerPx);
          const placed = placeMarks({ marks, scale, nowMs: 6_000_000, fromPx: -1, toPx: Infinity });
          expect(placed[0]?.from).toBe(0);
          expect(placed.at(-1)?.to).toBe(marks.length);
          for (const [i, item] of placed.entries()) {
            const next = placed[i + 1];
            if (next === undefined) continue;
            expect(next.from).toBe(item.to);
            expect(next.px - item.px).toBeGreaterThanOrEqual(11 - 1e-6);
            if (item.count > 1) expect(next.left).toBeGreaterThanOrEqual(item.right - 2.001);
          }
        },
      ),
    );
  });

  it('follow now while in flight', () => {
    const flying = makeRowModel(play(orders, 6, 'order.paid', 0, 1_000, [reply(200, 5_000)]), fianto);
    const [mark] = placeMarks({ marks: flying.marks, scale: scaleOf(10), nowMs: 3_000, fromPx: 0, toPx: 980 });
    expect(mark?.px).toBe(300);
  });

  it('of finished deliveries share a row, in order of their ends', () => {
    const rows = [3, 1, 2].map((n) => play(orders, n, 'order.paid', n * 1_000, 60_000, [reply(200, 10)]));
    expect(sharedMarks(rows).map(({ atMs, glyph }) => [atMs, glyph])).toEqual([
      [1_010, 'ok'],
      [2_010, 'ok'],
      [3_010, 'ok'],
    ]);
  });
});

describe('pointing', () => {
  const row = play(orders, 9, 'order.created', 0, 30 * MINUTE, [reply(503), silence('refused', 1), reply(502)]);
  const model = makeRowModel(row, fianto);
  const scale = timeScale(4_000, [], { atMs: 0, px: 0 });
  const placed = placeMarks({ marks: model.marks, scale, nowMs: 30 * MINUTE, fromPx: 0, toPx: 2_000 });
  const third = placed.find(({ first }) => first.key === 'a3');
  const planned = placed.find(({ first }) => first.key === 'next');

  it('takes the nearest mark within 24 × 24 px', () => {
    if (third === undefined) throw new Error('the third attempt is not placed');
    expect(hitInRow(placed, model, scale, third.px + 11)).toEqual({ kind: 'mark', placed: third });
    expect(hitInRow(placed, model, scale, third.px + 13)).toBeNull();
  });

  it('prefers the mark to the band behind it, and takes the band elsewhere', () => {
    const band = bandPx(model.next, scale);
    if (band === null || planned === undefined) throw new Error('nothing is planned');
    expect(hitInRow(placed, model, scale, planned.px)).toEqual({ kind: 'mark', placed: planned });
    const free = planned.px - band.left > 20 ? band.left + 1 : band.right - 1;
    expect(hitInRow(placed, model, scale, free)).toEqual({ kind: 'band' });
    expect(hitInRow(placed, model, scale, band.right + 30)).toBeNull();
  });
});
