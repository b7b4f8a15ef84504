import { describe, expect, it } from 'vitest';
import { layOut } from '../../../src/renderer/timeline/layout';
import { timeScale } from '../../../src/renderer/timeline/scale';
import { openedAt, pointedAt } from '../../../src/renderer/timeline/spotlight';
import { fianto } from '../../../src/shared/policies/fianto';
import { anEndpoint, play, reply } from './harness/fixtures';

const MINUTE = 60_000;
const orders = anEndpoint(1, 'Orders API', 'http://localhost:1/', fianto);
/** A failure at 0 and one about a minute later; the next, about five minutes on, is planned. */
const row = play(orders, 1, 'order.paid', 0, 3 * MINUTE, [reply(503, 100)]);
const layout = layOut({
  endpoints: [orders],
  rows: [row],
  collapsed: new Set(),
  opened: new Set(),
  selected: null,
  threadsIn: null,
});
/** A second is a pixel; the delivery begins 100 px from the left, its row is under a header of 28 px. */
const stage = {
  layout,
  scale: timeScale(1_000, [], { atMs: 0, px: 100 }),
  nowMs: 3 * MINUTE,
  plotPx: 3_000,
  scrollTop: 0,
};
const ROW_Y = 40;
const at = (x: number) => pointedAt(stage, x, ROW_Y);
const opened = (x: number) => {
  const pointed = at(x);
  return pointed === null ? null : openedAt(pointed);
};
const pxOf = (ms: number) => 100 + ms / 1_000;

describe('what a click meets', () => {
  it('opens the attempt of a mark', () => {
    const second = row.marks[1];
    expect(opened(100)).toEqual({ deliveryId: row.id, n: 1 });
    expect(opened(pxOf(second?.endedAt ?? 0))).toEqual({ deliveryId: row.id, n: 2 });
  });

  it('opens the planned attempt by its ring and anywhere in its band', () => {
    expect(opened(pxOf(row.dueAt ?? 0))).toEqual({ deliveryId: row.id, n: 3 });
    const [wait, since] = [row.wait, row.marks[1]?.endedAt ?? 0];
    expect(opened(pxOf(since + (wait?.minMs ?? 0)) + 1)).toEqual({ deliveryId: row.id, n: 3 });
  });

  it('opens the delivery alone by an attempt that is planned beyond the next', () => {
    // Nominal: half an hour after the third.
    expect(opened(pxOf((row.dueAt ?? 0) + 30 * MINUTE))).toEqual({ deliveryId: row.id, n: null });
  });

  it('tells the line of a delivery from bare ground', () => {
    expect(at(130)).toMatchObject({ kind: 'row', isOnDelivery: true });
    expect(at(60)).toMatchObject({ kind: 'row', isOnDelivery: false });
    expect(at(-20)).toMatchObject({ kind: 'row', isOnDelivery: true });
    expect(pointedAt(stage, 130, 400)).toBeNull();
    expect(opened(130)).toBeNull();
  });
});
