import { beforeEach, describe, expect, it } from 'vitest';
import { askPast, type Move, type Past, PastMoves, past, takeTogether } from '../../src/renderer/state/past';
import { guardPast } from '../../src/renderer/state/past-guard';
import { readSome } from '../../src/renderer/state/read-some';
import { pastMirror } from '../../src/renderer/view-models/past-mirror';
import { sayPast } from '../../src/renderer/view-models/past-words';
import type { Call, CommandArgs } from '../../src/shared/contract/commands';
import type { DeliveryRow, EndpointView, PastView } from '../../src/shared/contract/views';
import type { DeliveryState } from '../../src/shared/model/delivery';
import { ok, type Result } from '../../src/shared/model/problem';
import { anEndpoint } from '../support/rows';
import { aClock, aRow, aSnapshot } from './mirror-kit';

const NOBODY = { queued: 0, processing: 0, retrying: 0, held: 0, stale: 0, delivered: 0, failed: 0, cancelled: 0 };
const aView = (seq: number, change: Partial<PastView> = {}): PastView => ({
  seq,
  atMs: seq * 1_000,
  step: null,
  hasBefore: true,
  hasAfter: true,
  totals: { byState: NOBODY, deliveries: 0, attempts: 0 },
  endpoints: [],
  ...change,
});
const aPast = (seq: number, change: Partial<PastView> = {}, rows: readonly DeliveryRow[] = []): Past => ({
  view: aView(seq, change),
  rows,
});

beforeEach(() => past.setState({ shown: null }));

type To = CommandArgs<'past.look'>['to'];

/** An engine that answers when it is told to. */
function slowEngine() {
  const asked: To[] = [];
  const waiting: ((past: Past | null) => void)[] = [];
  const moves = new PastMoves((to) => {
    asked.push(to);
    return new Promise((resolve) => waiting.push(resolve));
  });
  const answer = async (with_: Past | null): Promise<void> => {
    waiting.shift()?.(with_);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { moves, asked, answer };
}

describe('moves along the past', () => {
  it('are taken together: the last place wins, and steps after it add up', () => {
    const at = (atMs: number): Move => ({ kind: 'instant', atMs });
    const by = (steps: number): Move => ({ kind: 'by', steps });
    expect(takeTogether([])).toEqual([]);
    expect(takeTogether([at(1), by(-3), at(2)])).toEqual([at(2)]);
    expect(takeTogether([by(-1), by(-1), by(10)])).toEqual([by(8)]);
    expect(takeTogether([by(-4), { kind: 'start' }, by(1), by(1)])).toEqual([{ kind: 'start' }, by(2)]);
    expect(takeTogether([by(1), by(-1)])).toEqual([]);
    expect(takeTogether(Array(80).fill(by(-10)))).toEqual([by(-500)]);
  });

  it('a drag asks for where the hand is, not for all places where it was', async () => {
    const { moves, asked, answer } = slowEngine();
    for (const atMs of [10, 20, 30, 40]) moves.move({ kind: 'instant', atMs });
    await answer(aPast(1));
    await answer(aPast(4));
    expect(asked).toEqual([
      { kind: 'instant', atMs: 10 },
      { kind: 'instant', atMs: 40 },
    ]);
    expect(past.getState().shown?.view.seq).toBe(4);
  });

  it('begin at the newest step, go on from the place that is shown, and beyond the last one is the present', async () => {
    const { moves, asked, answer } = slowEngine();
    moves.move({ kind: 'by', steps: -1 });
    await answer(aPast(9, { hasAfter: false }));
    moves.move({ kind: 'by', steps: -10 });
    await answer(aPast(2));
    expect(asked).toEqual([
      { kind: 'step', seq: null, by: -1 },
      { kind: 'step', seq: 9, by: -10 },
    ]);
    moves.move({ kind: 'by', steps: 1 });
    await answer(aPast(3, { hasAfter: false }));
    moves.move({ kind: 'by', steps: 1 });
    await answer(null);
    expect(past.getState().shown).toBeNull();
    expect(asked).toHaveLength(3);
  });

  it('lead nowhere once the person is back in the present, and a refused one changes nothing', async () => {
    const { moves, answer } = slowEngine();
    moves.move({ kind: 'instant', atMs: 10 });
    moves.leave();
    await answer(aPast(1));
    expect(past.getState().shown).toBeNull();
    moves.move({ kind: 'instant', atMs: 20 });
    await answer(aPast(2));
    moves.move({ kind: 'instant', atMs: 30 });
    await answer(null);
    expect(past.getState().shown?.view.seq).toBe(2);
  });
});

/** Answers what the list says, command by command, and keeps what was asked. */
function answering(answers: readonly unknown[]): { readonly call: Call; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const left = [...answers];
  const call = ((name: string, args: unknown) => {
    asked.push([name, args]);
    return Promise.resolve(ok(left.shift()) as Result<never>);
  }) as Call;
  return { call, asked };
}

it('a place of the log is read with the newest deliveries of that very place', async () => {
  const { call, asked } = answering([aView(7), { rows: [aRow(1)], next: null }]);
  const found = await askPast(call, () => {})({ kind: 'instant', atMs: 5 });
  expect(asked).toEqual([
    ['past.look', { to: { kind: 'instant', atMs: 5 } }],
    ['delivery.list', { asOf: 7, limit: 500 }],
  ]);
  expect(found).toEqual({ view: aView(7), rows: [aRow(1)] });
});

it('a list of the past is asked on while its pages are empty and there is more', async () => {
  past.setState({ shown: aPast(7) });
  const { call, asked } = answering([
    { rows: [], next: 'a' },
    { rows: [], next: 'b' },
    { rows: [aRow(1)], next: 'c' },
  ]);
  const page = await readSome(call, { states: ['held'], cursor: null });
  expect(page.ok && page.value.next).toBe('c');
  expect(asked.map((entry) => (entry as [string, { cursor: string | null; asOf: number }])[1])).toEqual([
    { states: ['held'], cursor: null, asOf: 7 },
    { states: ['held'], cursor: 'a', asOf: 7 },
    { states: ['held'], cursor: 'b', asOf: 7 },
  ]);
});

it('in the past nothing is changed, and the reason is said; the clock can be held', async () => {
  const { call, asked } = answering([]);
  const guarded = guardPast(call);
  past.setState({ shown: aPast(7) });
  const refused = await guarded('delivery.cancel', { ids: [] });
  expect(refused).toMatchObject({ ok: false, problem: { message: expect.stringContaining('looking at the past') } });
  expect(asked).toEqual([]);
  await guarded('clock.stop', {});
  await guarded('delivery.list', {});
  past.setState({ shown: null });
  await guarded('delivery.cancel', { ids: [] });
  expect(asked.map((entry) => (entry as [string])[0])).toEqual(['clock.stop', 'delivery.list', 'delivery.cancel']);
});

describe('the mirror of a past time', () => {
  const live = {
    ...aSnapshot(9, { clock: aClock({ virtualMs: 90_000, nextAt: 99_000 }) }),
    receivedAtMs: 0,
    deliveries: [aRow(3)],
  };
  const rows = [aRow(2, { dueAt: 8_000 }), aRow(1, { dueAt: 7_500 })];
  const totals = { byState: { ...NOBODY, retrying: 2, processing: 1 }, deliveries: 2, attempts: 5 };

  it('stands still at that time, with what was due then, and keeps what has no past', () => {
    const mirror = pastMirror(live, aPast(7, { totals }, rows));
    expect(mirror.clock).toMatchObject({ virtualMs: 7_000, rate: 0, inFlight: 1, nextAt: 7_500 });
    expect(mirror.deliveries).toBe(rows);
    expect(mirror.totals).toMatchObject({ attempts: 5, events: live.totals.events });
    expect(mirror.notices).toBe(live.notices);
    expect(mirror.run).toBe(live.run);
  });

  it('does not say what was due next when it holds only some of the deliveries', () => {
    const mirror = pastMirror(live, aPast(7, { totals: { ...totals, deliveries: 3 } }, rows));
    expect(mirror.clock.nextAt).toBeNull();
  });

  describe('says whose turn it was where order is kept', () => {
    const endpoint = anEndpoint(1);
    const ordered: EndpointView = {
      ...endpoint,
      policy: { ...endpoint.policy, order: { keep: 'endpoint', rules: [] } },
      counts: { waiting: 0, inFlight: 0, delivered: 0, failed: 0, held: 0 },
    };
    const ofIt = (ordinal: number, state: DeliveryState): DeliveryRow =>
      aRow(ordinal, { endpointId: ordered.id, state, eventType: `event.${ordinal}` });
    const turn = (then: readonly DeliveryRow[], deliveries = then.length, view: EndpointView = ordered) => {
      const [shown] = pastMirror(
        live,
        aPast(7, { totals: { ...totals, deliveries }, endpoints: [view] }, then),
      ).endpoints;
      return shown?.inTurn;
    };

    it('the eldest that waited, whichever state it waited in', () => {
      const then = [ofIt(4, 'queued'), ofIt(2, 'retrying'), ofIt(3, 'held'), ofIt(1, 'delivered')];
      expect(turn(then)).toEqual({ id: 'dlv_2', eventType: 'event.2' });
    });

    it('the one that was being sent, before an elder one', () => {
      expect(turn([ofIt(2, 'retrying'), ofIt(3, 'processing')])).toEqual({ id: 'dlv_3', eventType: 'event.3' });
    });

    it('none where all had ended, or were another endpoint’s', () => {
      expect(turn([ofIt(1, 'failed'), aRow(2, { endpointId: anEndpoint(2).id, state: 'queued' })])).toBeNull();
    });

    it('nobody’s where order is not kept, or not all deliveries are known', () => {
      expect(turn([ofIt(2, 'queued')], 1, { ...ordered, policy: endpoint.policy })).toBeUndefined();
      expect(turn([ofIt(2, 'queued')], 2)).toBeUndefined();
    });
  });

  it('has the same parts for the same past, so that nothing is drawn again for nothing', () => {
    const shown = aPast(7, { totals }, rows);
    expect(pastMirror(live, shown).clock).toBe(pastMirror(live, shown).clock);
    expect(pastMirror(live, shown).totals).toBe(pastMirror(live, shown).totals);
  });
});

it('says the time with its milliseconds and how long ago it was, and the day when it is another', () => {
  const noon = Date.UTC(2026, 10, 30, 12, 7, 22, 500);
  expect(sayPast(Date.UTC(2026, 10, 30, 12, 3, 10, 250), noon)).toBe('12:03:10.250, 4 m 12 s before now');
  expect(sayPast(Date.UTC(2026, 10, 29, 12, 7, 22, 500), noon)).toBe('Sun 29 Nov 2026 12:07:22.500, 24 h before now');
});
