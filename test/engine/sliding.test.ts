import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeliveryId } from '../../src/shared/model/ids';
import { alphorn } from '../../src/shared/policies/alphorn';
import type { Policy } from '../../src/shared/policies/policy';
import { EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const MINUTE = 60_000;
const policyOf = (limit: number, windowMs = MINUTE): Policy => ({
  ...alphorn,
  sweep: null,
  interrupted: { kind: 'again' },
  maxAge: null,
  throttles: [{ channels: ['webhook'], limit, windowMs, window: 'sliding', rules: ['A16'] }],
});

/** The most requests in any window, its end left out, of instants in any order. */
function mostInAnyWindow(instants: readonly number[], windowMs: number): number {
  const sorted = [...instants].sort((a, b) => a - b);
  return Math.max(0, ...sorted.map((from) => sorted.filter((at) => at >= from && at < from + windowMs).length));
}

async function openLine(limit: number) {
  const bench = await EngineBench.open();
  const sentAt: number[] = [];
  const listen = () => {
    bench.sender.onSend = () => sentAt.push(bench.virtualMs);
  };
  bench.sender.script([], ok());
  listen();
  return { bench, endpoint: bench.endpoint(policyOf(limit)), sentAt };
}

describe('a sliding limit', () => {
  it('plausible/analytics#6497: never lets more than its limit through in any window, also around an edge of the clock', async () => {
    const { bench, endpoint, sentAt } = await openLine(20);
    await bench.advance(50_000);
    // Ten seconds before and ten after the edge of a minute: a window of the clock would let all forty through.
    bench.send(endpoint, 20);
    await bench.advance(20_000);
    bench.send(endpoint, 20);
    await bench.advance(5 * MINUTE);
    expect(sentAt).toHaveLength(40);
    expect(mostInAnyWindow(sentAt, MINUTE)).toBe(20);
    // The second twenty follow a minute after the first, to the millisecond.
    expect(sentAt.filter((at) => at === 50_000)).toHaveLength(20);
    expect(sentAt.filter((at) => at === 110_000)).toHaveLength(20);
  });

  it('frees each place a window after it was taken: 1 at 0 s, 1 at 20 s, then 60, 80 and 120 s', async () => {
    const { bench, endpoint, sentAt } = await openLine(2);
    bench.send(endpoint);
    await bench.advance(20_000);
    bench.send(endpoint, 4);
    await bench.advance(5 * MINUTE);
    expect(sentAt).toEqual([0, 20_000, 60_000, 80_000, 120_000]);
  });

  it('is exact over a restart', async () => {
    const { bench, endpoint, sentAt } = await openLine(2);
    bench.send(endpoint, 5);
    await bench.advance(30_000);
    await bench.killAndRestart();
    await bench.advance(5 * MINUTE);
    expect(sentAt).toEqual([0, 0, 60_000, 60_000, 120_000]);
  });

  it('promises places ahead, and one that is given up goes to the next in line', async () => {
    const { bench, endpoint, sentAt } = await openLine(1);
    const ids = bench.send(endpoint, 4);
    await bench.advance(0);
    const dueAt = async (id: DeliveryId | undefined) =>
      id === undefined ? null : ((await bench.row(id)).dueAt ?? 0) - bench.engine.run.startedAt;
    expect(await dueAt(ids[3])).toBe(3 * MINUTE);
    bench.engine.actOn('cancel', ids.slice(1, 2));
    expect(await dueAt(ids[2])).toBe(MINUTE);
    const late = bench.send(endpoint);
    await bench.advance(10 * MINUTE);
    expect(sentAt).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
    expect((await bench.row(late[0] ?? ('' as DeliveryId))).marks[0]?.startedAt).toBe(
      bench.engine.run.startedAt + 3 * MINUTE,
    );
  });

  it('holds after a pause in which many places went by', async () => {
    const { bench, endpoint, sentAt } = await openLine(2);
    bench.send(endpoint, 8);
    await bench.advance(1_000);
    bench.engine.setPaused(true);
    await bench.advance(10 * MINUTE);
    bench.engine.setPaused(false);
    await bench.advance(10 * MINUTE);
    expect(sentAt).toHaveLength(8);
    expect(mostInAnyWindow(sentAt, MINUTE)).toBeLessThanOrEqual(2);
  });

  it('holds in any window, whatever people, retries, cancellations and kills do', async () => {
    const which = fc.array(fc.nat(50), { minLength: 1, maxLength: 4 });
    const commands = fc.array(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({ kind: fc.constant('send' as const), count: fc.integer({ min: 1, max: 6 }) }),
        },
        { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'retry-now' as const), which }) },
        { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(100_000) }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('kill' as const, 'pause' as const) }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('answers' as const), good: fc.boolean() }) },
      ),
      { minLength: 2, maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), commands, async (limit, run) => {
        const { bench, endpoint, sentAt } = await openLine(limit);
        const ids: DeliveryId[] = [];
        for (const command of run) {
          switch (command.kind) {
            case 'send':
              ids.push(...bench.send(endpoint, command.count));
              break;
            case 'pass':
              await bench.advance(command.ms);
              break;
            case 'kill':
              await bench.killAndRestart(500);
              break;
            case 'pause':
              bench.engine.setPaused(true);
              await bench.advance(90_000);
              bench.engine.setPaused(false);
              break;
            case 'answers':
              bench.sender.answerBy(() => (command.good ? ok() : status(503)));
              break;
            default:
              bench.engine.actOn(command.kind, [
                ...new Set(command.which.flatMap((n) => ids[n % (ids.length || 1)] ?? [])),
              ]);
          }
          await bench.advance(0);
        }
        bench.sender.answerBy(() => ok());
        await bench.advance(200 * MINUTE);
        expect(mostInAnyWindow(sentAt, MINUTE)).toBeLessThanOrEqual(limit);
        const rows = await Promise.all(ids.map((id) => bench.row(id)));
        expect(rows.every(({ state }) => state === 'delivered' || state === 'cancelled')).toBe(true);
      }),
      { numRuns: 30 },
    );
  }, 120_000);
});
