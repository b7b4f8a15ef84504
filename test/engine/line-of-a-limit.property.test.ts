import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeliveryId } from '../../src/shared/model/ids';
import { alphorn } from '../../src/shared/policies/alphorn';
import type { Policy } from '../../src/shared/policies/policy';
import { EngineBench } from '../support/engine-bench';
import { ok } from '../support/fake-sender';

const MINUTE = 60_000;
const SECOND = 1_000;
const LIMIT = 3;
const POLICY: Policy = {
  ...alphorn,
  throttles: [{ channels: ['telegram'], limit: LIMIT, windowMs: MINUTE, rules: ['A16'] }],
};

type Command =
  | { readonly kind: 'send'; readonly count: number }
  | { readonly kind: 'cancel' | 'retry-now'; readonly which: readonly number[] }
  | { readonly kind: 'wait'; readonly ms: number };

const which = fc.array(fc.nat(200), { minLength: 1, maxLength: 8 });
const commands = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('send' as const), count: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('retry-now' as const), which }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 150_000 }) }),
    },
  ),
  { minLength: 2, maxLength: 25 },
);

async function openLine() {
  const bench = await EngineBench.open();
  bench.sender.script([], ok());
  const endpoint = bench.engine.createEndpoint(
    {
      name: 'ops',
      url: 'http://127.0.0.1:9/',
      policy: POLICY,
      secret: null,
      channel: 'telegram',
      verification: 'assume',
    },
    null,
  );
  return { bench, endpoint };
}

/** Plays the commands and lets everything end. */
async function play(run: readonly Command[]) {
  const { bench, endpoint } = await openLine();
  const ids: DeliveryId[] = [];
  const byHand = new Set<DeliveryId>();
  for (const command of run) {
    if (command.kind === 'send') ids.push(...bench.send(endpoint, command.count));
    else if (command.kind === 'wait') await bench.advance(command.ms);
    else {
      const chosen = [...new Set(command.which.flatMap((n) => ids[n % Math.max(1, ids.length)] ?? []))];
      for (const { id, problem } of bench.engine.actOn(command.kind, chosen)) if (problem === null) byHand.add(id);
    }
    await bench.advance(0);
  }
  await bench.advance(200 * MINUTE);
  const rows = await Promise.all(ids.map((id) => bench.row(id)));
  const sent = rows.flatMap(({ id, createdAt, marks }) =>
    marks.map(({ startedAt }) => ({ id, createdAt, window: Math.floor(startedAt / MINUTE) })),
  );
  return { rows, sent, byHand };
}

describe('the line of a limit', () => {
  it('a11, A16: is never over the limit, goes first come first served, and leaves no place empty', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (run) => {
        const { rows, sent, byHand } = await play(run);
        expect(rows.every(({ state }) => state === 'delivered' || state === 'cancelled')).toBe(true);
        const counts = new Map<number, number>();
        for (const { window } of sent) counts.set(window, (counts.get(window) ?? 0) + 1);
        expect(Math.max(0, ...counts.values())).toBeLessThanOrEqual(LIMIT);
        let last = 0;
        for (const { id, createdAt, window } of sent) {
          if (byHand.has(id)) continue;
          expect(window).toBeGreaterThanOrEqual(last);
          last = window;
          for (let earlier = Math.floor(createdAt / MINUTE); earlier < window; earlier++) {
            expect(counts.get(earlier)).toBe(LIMIT);
          }
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it('a11: a place that is given up goes to the first in line, not to who comes later', async () => {
    const { bench, endpoint } = await openLine();
    // Three go at once; 4 to 6 have a place in the next minute, 7 to 9 in the one after, 10 in the last.
    const ids = bench.send(endpoint, 10);
    await bench.advance(SECOND);
    bench.engine.actOn('cancel', ids.slice(4, 5));
    const late = bench.send(endpoint, 1);
    await bench.advance(5 * MINUTE);
    const start = bench.engine.run.startedAt;
    const minuteOf = async (id: DeliveryId | undefined) => {
      const at = id === undefined ? undefined : (await bench.row(id)).marks[0]?.startedAt;
      return at === undefined ? null : Math.floor((at - start) / MINUTE);
    };
    expect(await Promise.all(ids.map(minuteOf))).toEqual([0, 0, 0, 1, null, 1, 1, 2, 2, 2]);
    expect(await minuteOf(late[0])).toBe(3);
    const { steps } = await bench.detail(ids[6] ?? ('' as DeliveryId));
    expect(steps.map(({ step }) => step.kind)).toEqual(['accept', 'defer', 'advance', 'claim', 'deliver']);
    expect(steps[2]?.step).toEqual({
      kind: 'advance',
      fromAt: start + 2 * MINUTE,
      toAt: start + MINUTE,
      window: { fromAt: start + MINUTE, toAt: start + 2 * MINUTE, used: 3, limit: 3 },
      rules: ['A16'],
    });
    // Where it was due at first is still told.
    expect((await bench.row(ids[6] ?? ('' as DeliveryId))).marks[0]).toMatchObject({ deferredFrom: start });
  });
});
