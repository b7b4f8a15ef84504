import { describe, expect, it } from 'vitest';
import type {
  ReportedAttempt,
  ReportedDelivery,
  ReportedEndpoint,
  RunDocument,
} from '../../src/shared/model/run-document';
import { scenarioExpectation } from '../../src/shared/model/scenario-expectation';
import { judgeDocument } from '../../src/shared/rules/expectations';

const HOUR = 3_600_000;

const attemptAt = (startedAtMs: number): ReportedAttempt => ({
  n: 1,
  trigger: 'first',
  dueAtMs: startedAtMs,
  startedAtMs,
  endedAtMs: startedAtMs,
  wait: null,
  deferredFromMs: null,
  outcome: 'response',
  status: 503,
  fault: null,
  error: '503 Service Unavailable',
});

const delivery = (over: Partial<ReportedDelivery> = {}): ReportedDelivery => ({
  id: 'dlv_1',
  event: 'evt_1',
  type: 'order.paid',
  endpoint: 'orders',
  state: 'delivered',
  label: 'Delivered',
  reason: null,
  createdAtMs: 0,
  counter: 1,
  origin: null,
  error: null,
  attempts: [attemptAt(0)],
  ...over,
});

const endpoint = (over: Partial<ReportedEndpoint> = {}): ReportedEndpoint => ({
  name: 'orders',
  policy: 'fianto',
  state: 'enabled',
  label: 'verified',
  suspensions: [],
  held: 0,
  heldMax: 0,
  droppedByLimit: 0,
  streak: 0,
  ...over,
});

const judge = (
  written: object,
  over: Partial<Pick<RunDocument, 'deliveries' | 'endpoints' | 'routes'>> = {},
): { ok: boolean; expected: string; actual: string; expectation: string } => {
  const document = { deliveries: [delivery()], endpoints: [endpoint()], routes: [], ...over };
  const [verdict, ...more] = judgeDocument([{ expectation: scenarioExpectation.parse(written), line: 9 }], document);
  if (verdict === undefined || more.length > 0) throw new Error('one check, please');
  expect(verdict.line).toBe(9);
  return verdict;
};

describe('an expectation', () => {
  it('of deliveries counts them by state, and shows the states that were not asked for', () => {
    const deliveries = [delivery(), delivery({ state: 'failed' }), delivery({ state: 'held' })];
    expect(judge({ deliveries: { delivered: 1, failed: 1 } }, { deliveries })).toMatchObject({
      ok: true,
      expected: '1 delivered, 1 failed',
      actual: '1 delivered, 1 failed, 1 held',
    });
    expect(judge({ deliveries: { delivered: 2 } }, { deliveries }).ok).toBe(false);
    expect(judge({ deliveries: { stale: 0 } }, { deliveries }).ok).toBe(true);
  });

  it.each([
    [3, 3, true],
    [3, 4, false],
    [{ min: 3 }, 2, false],
    [{ min: 3 }, 3, true],
    [{ max: 3 }, 3, true],
    [{ max: 3 }, 4, false],
    [{ min: 2, max: 3 }, 3, true],
  ])('of %o, met by %i: %s', (wanted, count, ok) => {
    const deliveries = Array.from({ length: count }, () => delivery());
    expect(judge({ deliveries: wanted }, { deliveries })).toMatchObject({ ok, actual: String(count) });
  });

  it('says its bounds in words', () => {
    expect(judge({ attempts: { max: 8 } }).expected).toBe('at most 8');
    expect(judge({ attempts: { min: 8 } }).expected).toBe('at least 8');
    expect(judge({ attempts: { min: 1, max: 8 } }).expected).toBe('1 to 8');
    expect(judge({ lastAttemptAt: { max: '22h 4m 48s' } }).expected).toBe('at most 22 h 04 m 48 s');
  });

  it('of each delivery is broken by a single one, and is not met by none at all', () => {
    const deliveries = [delivery(), delivery({ attempts: [attemptAt(0), attemptAt(1), attemptAt(2)] })];
    expect(judge({ attemptsPerDelivery: { max: 2 } }, { deliveries })).toMatchObject({ ok: false, actual: '1 to 3' });
    expect(judge({ attemptsPerDelivery: { max: 3 } }, { deliveries }).ok).toBe(true);
    expect(judge({ attemptsPerDelivery: { max: 2 } }, { deliveries: [] })).toMatchObject({
      ok: false,
      actual: 'no deliveries',
    });
    expect(judge({ counter: 6 }, { deliveries: [delivery({ counter: 6 }), delivery({ counter: 5 })] }).ok).toBe(false);
  });

  it('of attempts in a span counts from its beginning, and not its end', () => {
    const deliveries = [delivery({ attempts: [attemptAt(0), attemptAt(59_999), attemptAt(60_000)] })];
    expect(judge({ attempts: 2, to: '1m' }, { deliveries }).actual).toBe('2');
    expect(judge({ attempts: 1, from: '1m' }, { deliveries }).actual).toBe('1');
    expect(judge({ attempts: 3 }, { deliveries }).ok).toBe(true);
  });

  it('of the last attempt is met to the millisecond', () => {
    const deliveries = [delivery({ attempts: [attemptAt(HOUR + 1)] })];
    expect(judge({ lastAttemptAt: '1h' }, { deliveries })).toMatchObject({ ok: false, actual: '1 h 1 ms' });
    expect(judge({ lastAttemptAt: '1h 1ms' }, { deliveries }).ok).toBe(true);
    expect(judge({ lastAttemptAt: '1h' }, { deliveries: [] })).toMatchObject({ ok: false, actual: 'no attempt' });
  });

  it('of an endpoint sees only that one, its deliveries too', () => {
    const endpoints = [endpoint({ heldMax: 4 }), endpoint({ name: 'other', heldMax: 9, state: 'suspended' })];
    const deliveries = [delivery(), delivery({ endpoint: 'other' }), delivery({ endpoint: 'other' })];
    expect(judge({ deliveries: 1, endpoint: 'orders' }, { deliveries }).ok).toBe(true);
    expect(judge({ heldMax: 4, endpoint: 'orders' }, { endpoints })).toMatchObject({
      ok: true,
      expectation: 'orders: heldMax',
    });
    expect(judge({ heldMax: { max: 8 } }, { endpoints }).ok).toBe(false);
    expect(judge({ state: 'suspended', endpoint: 'other' }, { endpoints }).ok).toBe(true);
  });

  it('of a state takes our word and the provider’s', () => {
    expect(judge({ state: 'enabled', endpoint: 'orders' }).ok).toBe(true);
    expect(judge({ state: 'verified', endpoint: 'orders' }).ok).toBe(true);
    expect(judge({ state: 'pending', endpoint: 'orders' })).toMatchObject({ ok: false, actual: 'enabled (verified)' });
  });

  it('of suspensions counts them, and looks at the instant of each', () => {
    const suspensions = [{ fromMs: 23 * HOUR, toMs: null, reason: null }];
    const endpoints = [endpoint({ suspensions }), endpoint({ name: 'other' })];
    expect(judge({ suspensions: 1 }, { endpoints }).ok).toBe(true);
    expect(judge({ suspendedAt: { min: '22h 4m 48s' } }, { endpoints }).ok).toBe(true);
    expect(judge({ suspendedAt: { max: '22h' } }, { endpoints })).toMatchObject({ ok: false, actual: '23 h' });
    expect(judge({ suspendedAt: { max: '22h' } })).toMatchObject({ ok: false, actual: 'never' });
  });

  it('of a route is about what the receiver saw', () => {
    const routes = [
      { route: '/orders', captures: 8, duplicates: 7 },
      { route: '/other', captures: 2, duplicates: 0 },
    ];
    expect(judge({ captures: 10 }, { routes }).ok).toBe(true);
    expect(judge({ captures: 8, route: 'orders' }, { routes })).toMatchObject({
      ok: true,
      expectation: '/orders: captures',
    });
    expect(judge({ duplicates: 0, route: '/orders' }, { routes })).toMatchObject({ ok: false, actual: '7' });
  });

  it('of reasons and labels counts by them', () => {
    const deliveries = [delivery({ state: 'failed', reason: 'exhausted', label: 'Failed' })];
    expect(judge({ reasons: { exhausted: 1, permanent: 0 } }, { deliveries }).ok).toBe(true);
    expect(judge({ labels: { Held: 1 } }, { deliveries })).toMatchObject({ ok: false, actual: '0 Held, 1 Failed' });
  });

  it('may check several things in one item, each for itself', () => {
    const expectation = scenarioExpectation.parse({ endpoint: 'orders', held: 0, streak: 1 });
    const verdicts = judgeDocument([{ expectation, line: 3 }], {
      deliveries: [],
      endpoints: [endpoint()],
      routes: [],
    });
    expect(verdicts.map(({ expectation: title, ok }) => [title, ok])).toEqual([
      ['orders: held', true],
      ['orders: streak', false],
    ]);
  });
});
