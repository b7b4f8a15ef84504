import { describe, expect, it } from 'vitest';
import { readLiveRows } from '../../src/renderer/engine/live-rows';
import type { Call } from '../../src/shared/contract/commands';
import { commandInputs } from '../../src/shared/contract/commands';
import type { DeliveryRow } from '../../src/shared/contract/views';
import { isFinal } from '../../src/shared/model/delivery';
import { aRow } from './mirror-kit';

/** A list of deliveries as an engine keeps it: newest first, at most 500 a page. */
function engineWith(rows: readonly DeliveryRow[]) {
  const asked: { readonly limit: number; readonly states: readonly string[] | null }[] = [];
  const newest = rows.toSorted((a, b) => b.ordinal - a.ordinal);
  const call = (async (name: string, args: unknown) => {
    expect(name).toBe('delivery.list');
    const { limit, cursor, states } = commandInputs['delivery.list'].parse(args);
    asked.push({ limit, states });
    const from = Number(cursor ?? 0);
    const listed = newest.filter((row) => states === null || states.includes(row.state));
    const next = from + limit < listed.length ? String(from + limit) : null;
    return { ok: true, value: { rows: listed.slice(from, from + limit), next } };
  }) as Call;
  return { call, asked };
}

const ordinals = (rows: readonly DeliveryRow[]): number[] => rows.map((row) => row.ordinal);
const countdown = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, i) => from - i);

describe('what Live reads', () => {
  it('is every delivery, page by page, while there are at most 10,000', async () => {
    const { call, asked } = engineWith(Array.from({ length: 1_201 }, (_, i) => aRow(i + 1, { state: 'delivered' })));
    const taken: DeliveryRow[] = [];
    expect(await readLiveRows(call, (rows) => taken.push(...rows))).toBeNull();
    expect(ordinals(taken)).toEqual(countdown(1_201, 1));
    expect(asked).toEqual([500, 500, 500].map((limit) => ({ limit, states: null })));
  });

  it('is the newest 10,000 of more, and what still waits beyond them', async () => {
    const rows = Array.from({ length: 10_400 }, (_, i) => aRow(i + 1, { state: i < 3 ? 'retrying' : 'delivered' }));
    const { call } = engineWith(rows);
    const taken: DeliveryRow[] = [];
    expect(await readLiveRows(call, (page) => taken.push(...page))).toBeNull();
    expect(ordinals(taken.slice(0, 10_000))).toEqual(countdown(10_400, 401));
    expect(ordinals(taken.slice(10_000))).toEqual([3, 2, 1]);
  });

  it('does not ask for what is over on its second way', async () => {
    const { call, asked } = engineWith(Array.from({ length: 10_001 }, (_, i) => aRow(i + 1)));
    await readLiveRows(call, () => undefined);
    const active = asked.filter(({ states }) => states !== null);
    expect(active).not.toEqual([]);
    for (const { states } of active) {
      expect(states).toContain('retrying');
      expect(states?.some((state) => isFinal(state as DeliveryRow['state']))).toBe(false);
    }
  });

  it('keeps what it has and says why when a page cannot be read', async () => {
    const problem = { code: 'unavailable', message: 'The engine is not connected.' } as const;
    const taken: DeliveryRow[] = [];
    let pages = 0;
    const call = (async () => {
      pages += 1;
      return pages === 1 ? { ok: true, value: { rows: [aRow(1)], next: 'c' } } : { ok: false, problem };
    }) as unknown as Call;
    expect(await readLiveRows(call, (rows) => taken.push(...rows))).toEqual(problem);
    expect(ordinals(taken)).toEqual([1]);
  });
});
