import { describe, expect, it } from 'vitest';
import { foldsOf } from '../../../src/renderer/timeline/folds';
import { keyAction, rowKeyOf, walk } from '../../../src/renderer/timeline/keyboard';
import {
  divide,
  hasMarks,
  itemAt,
  itemsBetween,
  type LayoutRequest,
  layOut,
} from '../../../src/renderer/timeline/layout';
import {
  deliverySpan,
  fitView,
  instantsOf,
  marksOf,
  runSpan,
  scaleOf,
  spanView,
} from '../../../src/renderer/timeline/scene';
import { fianto } from '../../../src/shared/policies/fianto';
import { anEndpoint, everything, many, play, reply } from './harness/fixtures';

const orders = anEndpoint(1, 'Orders API', 'http://localhost:1/', fianto);
const mirror = anEndpoint(2, 'Partner mirror', 'http://localhost:2/', fianto);
const at = 1_000_000;
const delivered = (n: number) => play(orders, n, 'order.paid', n * 1_000, at, [reply(200)]);
const exhausted = (n: number) => play(orders, n, 'order.paid', n * 1_000, 9_000_000_000, [reply(503)]);
const waiting = (n: number) => play(orders, n, 'order.paid', n * 1_000, at, [reply(503)]);
const base: LayoutRequest = {
  endpoints: [orders, mirror],
  rows: [],
  collapsed: new Set(),
  opened: new Set(),
  selected: null,
  threadsIn: null,
};

describe('the layout', () => {
  it('puts a header above the rows of an endpoint, the newest on top', () => {
    const { items, height } = layOut({ ...base, rows: [waiting(1), waiting(3), waiting(2)] });
    expect(items.map((item) => [item.kind, item.y, item.height])).toEqual([
      ['header', 0, 28],
      ['row', 28, 24],
      ['row', 52, 24],
      ['row', 76, 24],
      ['header', 104, 28],
    ]);
    expect(items.flatMap((item) => (item.kind === 'row' ? [item.row.ordinal] : []))).toEqual([3, 2, 1]);
    expect(height).toBe(136);
  });

  it('leaves a few finished deliveries their rows', () => {
    expect(divide([4, 3, 2, 1].map(delivered), null).own).toHaveLength(4);
  });

  it('lets many deliveries that went well at once share one row', () => {
    const { own, shared } = divide([waiting(9), ...[8, 7, 6, 5, 4].map(delivered), exhausted(3)], null);
    expect(own.map(({ ordinal }) => ordinal)).toEqual([9, 3]);
    expect([...shared].map(([state, rows]) => [state, rows.length])).toEqual([['delivered', 5]]);
  });

  it('keeps the selected delivery out of the shared row', () => {
    const rows = [8, 7, 6, 5, 4].map(delivered);
    const { own } = divide(rows, rows[3]?.id ?? null);
    expect(own.map(({ ordinal }) => ordinal)).toEqual([5]);
  });

  it('collapses a group and opens a shared row', () => {
    const rows = [8, 7, 6, 5, 4].map(delivered);
    const kinds = (request: Partial<LayoutRequest>) =>
      layOut({ ...base, endpoints: [orders], rows, ...request }).items.map(({ kind }) => kind);
    expect(kinds({})).toEqual(['header', 'shared']);
    expect(kinds({ collapsed: new Set([orders.id]) })).toEqual(['header']);
    expect(kinds({ opened: new Set([`${orders.id}/delivered`]) })).toEqual([
      'header',
      'shared',
      ...rows.map(() => 'row'),
    ]);
  });

  it('turns rows into threads for days, when they do not fit', () => {
    const rows = [1, 2, 3, 4].map(waiting);
    expect(layOut({ ...base, rows, threadsIn: 400 }).rowHeight).toBe(24);
    expect(layOut({ ...base, rows, threadsIn: 100 }).rowHeight).toBe(6);
    const crowd = many(2_100);
    expect(layOut({ ...base, endpoints: crowd.endpoints, rows: crowd.rows, threadsIn: 400 }).rowHeight).toBe(3);
  });

  it('finds the items on screen and the one under a point', () => {
    const layout = layOut({ ...base, rows: [waiting(1), waiting(2)] });
    expect(itemsBetween(layout, 30, 60)).toEqual({ from: 1, to: 3 });
    expect(itemAt(layout, 51)?.kind).toBe('row');
    expect(itemAt(layout, 78)).toBeNull();
    expect(itemAt(layout, 5_000)).toBeNull();
  });
});

describe('walking by keys', () => {
  const { endpoints, rows, nowMs } = everything();
  const layout = layOut({ ...base, endpoints, rows });
  const walkable = { layout, marksOf, nowMs };

  it('enters at the mark nearest to now', () => {
    const focus = walk(walkable, null, 'right');
    const [first] = layout.items.filter((item) => item.kind === 'row');
    expect(focus?.rowKey).toBe(first === undefined ? null : rowKeyOf(first));
  });

  it('walks every mark of a row, the planned ones too, and stops at its ends', () => {
    const item = layout.items.find((row) => row.kind === 'row' && row.row.state === 'retrying');
    if (item?.kind !== 'row') throw new Error('nothing is retrying');
    const keys = marksOf(item).map(({ key }) => key);
    let focus = walk(walkable, { rowKey: rowKeyOf(item), markKey: 'next' }, 'first');
    const seen: (string | undefined)[] = [focus?.markKey];
    for (let i = 1; i < keys.length + 2; i++) {
      focus = walk(walkable, focus, 'right');
      seen.push(focus?.markKey);
    }
    expect(seen).toEqual([...keys, keys.at(-1), keys.at(-1)]);
    expect(keys).toContain('next');
  });

  it('goes down to the nearest mark of the next row, across headers, and up again to the row it came from', () => {
    const rowsOnly = layout.items.filter(hasMarks);
    let focus = walk(walkable, null, 'first');
    for (const item of rowsOnly.slice(1)) {
      focus = walk(walkable, focus, 'down');
      expect(focus?.rowKey).toBe(rowKeyOf(item));
    }
    expect(walk(walkable, focus, 'down')).toEqual(focus);
    expect(walk(walkable, focus, 'up')?.rowKey).toBe(rowKeyOf(rowsOnly.at(-2) as (typeof rowsOnly)[number]));
  });

  it('has no mark to go to in an empty timeline', () => {
    expect(walk({ ...walkable, layout: layOut(base) }, null, 'down')).toBeNull();
  });

  it('leaves keys with Ctrl, Alt or Meta to others', () => {
    const plain = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
    expect(keyAction({ ...plain, key: 'F' })).toEqual({ kind: 'fit' });
    expect(keyAction({ ...plain, key: 'f', ctrlKey: true })).toBeNull();
    expect(keyAction({ ...plain, key: 'q' })).toBeNull();
    expect(keyAction({ ...plain, key: 'd' })).toEqual({ kind: 'zoom-to' });
    expect(keyAction({ ...plain, key: 'p' })).toEqual({ kind: 'pin' });
  });
});

describe('fitting', () => {
  it('shows the whole run and now, folded or not', () => {
    const { endpoints, rows, nowMs } = everything();
    const instants = instantsOf(rows, endpoints);
    const run = runSpan(rows);
    if (run === null) throw new Error('there is no run');
    for (const fold of [true, false]) {
      const view = fitView(run, instants, nowMs, 980, fold);
      const folds = fold ? foldsOf({ instants, nowMs, msPerPx: view.msPerPx, plotPx: 980, opened: [] }) : [];
      const scale = scaleOf(view, folds);
      for (const instant of [run.fromMs, nowMs, run.toMs]) {
        expect(scale.x(instant)).toBeGreaterThanOrEqual(0);
        expect(scale.x(instant)).toBeLessThanOrEqual(980);
      }
      expect(scale.x(run.toMs) - scale.x(run.fromMs)).toBeGreaterThan(600);
    }
  });

  it('fills the plot with a span, folded or not', () => {
    const { endpoints, rows, nowMs } = everything();
    const instants = instantsOf(rows, endpoints);
    const span = { fromMs: nowMs - 40 * 60_000, toMs: nowMs - 2 * 60_000 };
    for (const fold of [true, false]) {
      const request = { instants, nowMs, plotPx: 980, fold, marginPx: 40, leastMs: 20 };
      const view = spanView(span, request);
      const folds = fold ? foldsOf({ instants, nowMs, msPerPx: view.msPerPx, plotPx: 980, opened: [] }) : [];
      const scale = scaleOf(view, folds);
      expect(scale.x(span.fromMs)).toBeCloseTo(40, 3);
      expect(scale.x(span.toMs)).toBeCloseTo(940, 3);
    }
  });

  it('takes a delivery from its beginning to the last attempt that it may come to', () => {
    // F6, F7: after the first failure seven waits are left, 27 h 36 m in all, each stretched by up to 20 %.
    const row = play(orders, 1, 'order.paid', 0, 100, [reply(503, 50)]);
    const stretched = [1, 5, 30, 120, 300, 600, 600].map((minutes) => minutes * 60_000 * 1.2);
    const { fromMs, toMs } = deliverySpan(row, orders);
    expect(fromMs).toBe(0);
    // The next wait is drawn already: what follows is added to where it ends.
    const due = row.dueAt ?? 0;
    expect(toMs).toBeCloseTo(due + stretched.slice(1).reduce((sum, ms) => sum + ms, 0), 3);
    const done = play(orders, 2, 'order.paid', 1_000, 90_000, [reply(200, 40)]);
    expect(deliverySpan(done, orders)).toEqual({ fromMs: 1_000, toMs: 1_040 });
  });
});
