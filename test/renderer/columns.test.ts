import { describe, expect, it } from 'vitest';
import {
  ariaSort,
  boundWidth,
  type ColumnSpec,
  columnTracks,
  isOn,
  leastWidth,
  nextSort,
  shownColumns,
} from '../../src/renderer/view-models/columns';
import { DEFAULT_PREFERENCES } from '../../src/shared/contract/preferences';

const SPECS: readonly ColumnSpec<'events'>[] = [
  { id: 'type', name: 'Type', width: 100, grows: 1, rank: 0, stays: true },
  { id: 'id', name: 'Id', width: 60, grows: 0, rank: 2 },
  { id: 'content', name: 'Content type', width: 120, grows: 0, rank: null },
  { id: 'created', name: 'Created', width: 80, grows: 0, rank: 1, sorts: ['newest', 'oldest'] },
];
const NONE = DEFAULT_PREFERENCES.columns.events;
const names = (room: number, choice = NONE) => shownColumns(SPECS, choice, room).map(({ id }) => id);

describe('the columns of a list', () => {
  it('are all that are shown by themselves while there is room', () => {
    // 100 + 60 + 80, and 8 px between each two.
    expect(names(256)).toEqual(['type', 'id', 'created']);
    expect(leastWidth(shownColumns(SPECS, NONE, 256))).toBe(256);
  });

  it('give way one after the other, the highest rank first, and one stays', () => {
    expect(names(255)).toEqual(['type', 'created']);
    expect(names(187)).toEqual(['type']);
    expect(names(10)).toEqual(['type']);
  });

  it('that a person asked for stay, whatever the room, and those that were hidden are not there', () => {
    const choice = { ...NONE, shown: { id: true, content: true, created: false } } as const;
    expect(names(10, choice)).toEqual(['type', 'id', 'content']);
    expect(SPECS.filter((spec) => isOn(spec, choice)).map(({ id }) => id)).toEqual(['type', 'id', 'content']);
  });

  it('take what is left by their share, or keep the width that a person gave them', () => {
    expect(columnTracks(shownColumns(SPECS, NONE, 256))).toBe('minmax(100px, 1fr) 60px 80px');
    const sized = shownColumns(SPECS, { ...NONE, widths: { type: 140 } }, 400);
    expect(columnTracks(sized)).toBe('140px 60px 80px minmax(0, 1fr)');
  });

  it('have a width within bounds, in whole px', () => {
    expect([boundWidth(-5), boundWidth(120.6), boundWidth(9_000)]).toEqual([32, 121, 1_200]);
  });
});

describe('a header', () => {
  const created: ColumnSpec<'deliveries'> = {
    id: 'created',
    name: '',
    width: 1,
    grows: 0,
    rank: 0,
    sorts: ['newest', 'oldest'],
  };
  const state: ColumnSpec<'deliveries'> = { id: 'state', name: '', width: 1, grows: 0, rank: 0, sorts: ['state'] };

  it('goes through its orders, and from its only one back to newest first', () => {
    expect(nextSort(created, 'newest')).toBe('oldest');
    expect(nextSort(created, 'oldest')).toBe('newest');
    expect(nextSort(created, 'state')).toBe('newest');
    expect(nextSort(state, 'newest')).toBe('state');
    expect(nextSort(state, 'state')).toBe('newest');
  });

  it('says in which order the list is by it', () => {
    expect([ariaSort(created, 'newest'), ariaSort(created, 'oldest'), ariaSort(created, 'state')]).toEqual([
      'descending',
      'ascending',
      'none',
    ]);
    expect([ariaSort(state, 'state'), ariaSort(state, 'newest')]).toEqual(['ascending', 'none']);
    expect(ariaSort({ id: 'event', name: '', width: 1, grows: 0, rank: 0 } as ColumnSpec<'deliveries'>, 'newest')).toBe(
      undefined,
    );
  });
});
