import { describe, expect, it } from 'vitest';
import { keepForLive } from '../../src/renderer/engine/live-window';
import { BEFORE_SYNC, type SyncDemand, type SyncNews, type SyncState, sync } from '../../src/renderer/engine/sync';
import type { RunId } from '../../src/shared/model/ids';
import { aRun } from '../support/rows';
import { aFrame, aRow, aSnapshot } from './mirror-kit';

/** Plays news in order; answers with the last state and every demand. */
function play(...news: readonly SyncNews[]): { state: SyncState; demands: readonly SyncDemand[] } {
  let state = BEFORE_SYNC;
  const demands: SyncDemand[] = [];
  for (const each of news) {
    const [next, demand] = sync(state, each);
    state = next;
    demands.push(demand);
  }
  return { state, demands };
}
const connected: SyncNews = { kind: 'connected' };
const snapshot = (revision: number): SyncNews => ({ kind: 'snapshot', snapshot: aSnapshot(revision), atMs: 0 });
const frame = (from: number, to: number, change: Parameters<typeof aFrame>[2] = {}): SyncNews => ({
  kind: 'frame',
  frame: aFrame(from, to, change),
  atMs: 5,
});
const ids = (state: SyncState): readonly string[] => state.mirror?.deliveries.map((row) => row.id) ?? [];

describe('the mirror', () => {
  it('knows what a command answered about the clock before a frame tells of it', () => {
    const paused = { ...aSnapshot(7).clock, paused: true };
    const answered: SyncNews = { kind: 'clock', clock: paused, atMs: 9 };
    expect(play(answered).state.mirror).toBeNull();
    const { state, demands } = play(connected, snapshot(7), answered);
    expect(state.mirror).toMatchObject({ revision: 7, clock: { paused: true }, receivedAtMs: 9 });
    expect(demands.at(-1)).toBe('nothing');
  });

  it('asks for a snapshot on connecting, and for the rows once it is there', () => {
    expect(play(connected, snapshot(7)).demands).toEqual(['snapshot', 'rows']);
  });

  it('applies a frame that begins at its revision', () => {
    const { state, demands } = play(connected, snapshot(7), frame(7, 9, { deliveries: [aRow(1)] }));
    expect(demands.at(-1)).toBe('nothing');
    expect(state.mirror?.revision).toBe(9);
    expect(ids(state)).toEqual(['dlv_1']);
  });

  it('drops a frame that ends at or before its revision', () => {
    const { state, demands } = play(connected, snapshot(9), frame(7, 9, { deliveries: [aRow(1)] }));
    expect(demands.at(-1)).toBe('nothing');
    expect(state.mirror?.revision).toBe(9);
    expect(ids(state)).toEqual([]);
  });

  it('applies a frame that overlaps its revision: whole rows may be seen twice', () => {
    const { state } = play(connected, snapshot(8), frame(7, 10, { deliveries: [aRow(1)] }));
    expect(state.mirror?.revision).toBe(10);
    expect(ids(state)).toEqual(['dlv_1']);
  });

  it('takes a clock report that changes no revision', () => {
    const paused = aFrame(7, 7).clock;
    const { state } = play(connected, snapshot(7), frame(7, 7, { clock: { ...paused, paused: true, rate: 0 } }));
    expect(state.mirror?.clock.paused).toBe(true);
    expect(state.mirror?.receivedAtMs).toBe(5);
  });

  it('asks for a snapshot after a gap, once, and holds what comes meanwhile', () => {
    const { state, demands } = play(
      connected,
      snapshot(7),
      frame(9, 10, { deliveries: [aRow(2)] }),
      frame(10, 11, { deliveries: [aRow(3)] }),
      snapshot(9),
    );
    expect(demands).toEqual(['snapshot', 'rows', 'snapshot', 'nothing', 'rows']);
    expect(state.mirror?.revision).toBe(11);
    expect(ids(state)).toEqual(['dlv_3', 'dlv_2']);
  });

  it('asks again when the snapshot is older than the frames held', () => {
    const { demands } = play(connected, frame(20, 21), snapshot(15));
    expect(demands).toEqual(['snapshot', 'nothing', 'snapshot']);
  });

  it('keeps counts and asks for the rows when a frame overflowed', () => {
    const { state, demands } = play(connected, snapshot(7), frame(7, 5_000, { overflow: true }));
    expect(demands.at(-1)).toBe('rows');
    expect(state.mirror?.revision).toBe(5_000);
  });

  it('shows what it last knew while it connects again, then takes a lower revision as the truth', () => {
    const before = play(connected, snapshot(70), frame(70, 71, { deliveries: [aRow(1)] })).state;
    const [again, demand] = sync(before, connected);
    expect(demand).toBe('snapshot');
    expect(ids(again)).toEqual(['dlv_1']);
    const [state] = sync(again, snapshot(3));
    expect(state.mirror?.revision).toBe(3);
    expect(state.asking).toBe(false);
  });

  it('asks for everything when a frame is of another run, and does not hold that frame', () => {
    const { state, demands } = play(connected, snapshot(7), frame(7, 8, { runId: 'run_2' as RunId }));
    expect(demands.at(-1)).toBe('snapshot');
    expect(state).toMatchObject({ asking: true, early: [] });
  });

  it('drops the rows of another run', () => {
    const { state } = play(connected, snapshot(7), frame(7, 8, { deliveries: [aRow(1)] }));
    const other = aSnapshot(9, { run: aRun({ id: 'run_2' as RunId }) });
    expect(ids(sync(state, { kind: 'snapshot', snapshot: other, atMs: 0 })[0])).toEqual([]);
  });
});

describe('the window of Live', () => {
  it('is newest first and takes a changed row in its place', () => {
    const rows = keepForLive([aRow(2), aRow(1)], [aRow(1, { state: 'delivered' }), aRow(3)]);
    expect(rows.map((row) => [row.ordinal, row.state])).toEqual([
      [3, 'queued'],
      [2, 'queued'],
      [1, 'delivered'],
    ]);
  });

  it('puts rows that come late, such as a page of older ones, where their creation says', () => {
    const rows = keepForLive([aRow(9), aRow(6), aRow(2)], [aRow(1), aRow(7), aRow(10), aRow(6), aRow(8)]);
    expect(rows.map((row) => row.ordinal)).toEqual([10, 9, 8, 7, 6, 2, 1]);
  });

  it('never holds more than its size, and keeps an old retry before newer finished ones', () => {
    const finished = Array.from({ length: 20 }, (_, index) => aRow(index + 2, { state: 'delivered' }));
    const rows = keepForLive([aRow(1, { state: 'retrying' })], finished, 10);
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)?.ordinal).toBe(1);
    expect(rows[0]?.ordinal).toBe(21);
  });

  it('does not let waiting ones take more than half of it', () => {
    const waiting = Array.from({ length: 30 }, (_, index) => aRow(index + 1, { state: 'retrying' }));
    const newer = Array.from({ length: 10 }, (_, index) => aRow(index + 100, { state: 'delivered' }));
    const rows = keepForLive(waiting, newer, 10);
    expect(rows.filter((row) => row.state === 'delivered')).toHaveLength(5);
  });
});
