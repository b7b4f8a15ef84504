import type { DeliveryRow, EndpointView } from '../../../../src/shared/contract/views';
import type { Attempt } from '../../../../src/shared/model/attempt';
import { FRESH_CONDITION } from '../../../../src/shared/model/condition';
import type { Delivery } from '../../../../src/shared/model/delivery';
import { PLAIN_REQUEST } from '../../../../src/shared/model/endpoint-request';
import type { DeliveryId, EndpointId, EventId, RunId } from '../../../../src/shared/model/ids';
import type { Fault, Outcome } from '../../../../src/shared/model/outcome';
import { alphorn } from '../../../../src/shared/policies/alphorn';
import { fianto } from '../../../../src/shared/policies/fianto';
import { infraspeak } from '../../../../src/shared/policies/infraspeak';
import { kestrel } from '../../../../src/shared/policies/kestrel';
import type { Policy } from '../../../../src/shared/policies/policy';
import { applyStep } from '../../../../src/shared/rules/apply-step';
import { DRAW, draw } from '../../../../src/shared/rules/draw';
import { nextStep } from '../../../../src/shared/rules/next-step';
import { slotFor, throttleOf, windowOf } from '../../../../src/shared/rules/throttle';

const SEED = 0x7f3a;
const RUN = 'run_00000000000000000000000001' as RunId;

export function anEndpoint(
  ordinal: number,
  name: string,
  url: string,
  policy: Policy,
  over: Partial<EndpointView> = {},
): EndpointView {
  return {
    id: `ep_${String(ordinal).padStart(26, '0')}` as EndpointId,
    runId: RUN,
    ordinal,
    name,
    url,
    policy,
    routeId: null,
    request: PLAIN_REQUEST,
    channel: 'webhook',
    verification: 'assume',
    condition: FRESH_CONDITION,
    state: 'enabled',
    createdAt: 0,
    counts: { waiting: 0, inFlight: 0, delivered: 0, failed: 0, held: 0 },
    ...over,
  };
}

/** What the endpoint does to an attempt: a status or a fault, and how long it takes; `stop` is a person's Stop. */
export type Reply = { readonly take: number; readonly status?: number; readonly fault?: Fault; readonly stop?: true };

export const reply = (status: number, take = 41): Reply => ({ status, take });
export const silence = (fault: Fault, take = 10_000): Reply => ({ fault, take });

const outcomeOf = ({ status, fault, take }: Reply): Outcome => {
  if (status !== undefined) return { kind: 'response', status, retryAfter: null, tookMs: take };
  if (fault !== undefined) return { kind: 'no-response', fault, detail: '', tookMs: take };
  return { kind: 'interrupted', by: 'stopped', tookMs: take };
};

/** Where a throttle lets an attempt go that is due. */
type Gate = (dueAt: number) => number;

/** A throttle as the engine applies it: first come, first served, whole windows. */
export function aGate(endpoint: EndpointView): Gate {
  const throttle = throttleOf(endpoint.policy, endpoint.channel);
  if (throttle === null) return (dueAt) => dueAt;
  const used = new Map<number, number>();
  const promised = new Set<number>();
  return (dueAt) => {
    // Who comes at the very edge of a window comes to the place that it was promised.
    if (dueAt === windowOf(throttle, dueAt) && promised.has(dueAt)) return dueAt;
    const last = used.size === 0 ? null : Math.max(...used.keys());
    const windowAt = slotFor(throttle, dueAt, (at) => used.get(at) ?? 0, last);
    used.set(windowAt, (used.get(windowAt) ?? 0) + 1);
    if (windowAt > dueAt) promised.add(windowAt);
    return Math.max(dueAt, windowAt);
  };
}

/**
 * Plays a delivery by the real rules until `untilMs`: claims when due, ends as told, follows the policy's step. What
 * has not ended by then is in flight.
 */
export function play(
  endpoint: EndpointView,
  ordinal: number,
  eventType: string,
  createdAt: number,
  untilMs: number,
  replies: readonly Reply[],
  gate?: Gate,
): DeliveryRow {
  const { policy } = endpoint;
  let delivery: Delivery = applyStep(
    policy,
    aDelivery(endpoint, ordinal, eventType, createdAt),
    accept,
    createdAt,
    null,
  );
  const marks: Attempt[] = [];
  while (delivery.dueAt !== null && delivery.dueAt <= untilMs) {
    const place = gate?.(delivery.dueAt) ?? delivery.dueAt;
    if (place > delivery.dueAt) {
      const { limit = 0, windowMs = 0 } = throttleOf(policy, endpoint.channel) ?? {};
      const defer = {
        kind: 'defer',
        fromAt: delivery.dueAt,
        toAt: place,
        limit,
        windowMs,
        window: null,
        rules: [],
      } as const;
      delivery = applyStep(policy, delivery, defer, delivery.dueAt, null);
      continue;
    }
    const told = replies[marks.length] ?? replies[replies.length - 1] ?? reply(200);
    const startedAt = delivery.dueAt;
    const n = delivery.attempts + 1;
    const attempt: Attempt = {
      deliveryId: delivery.id,
      endpointId: endpoint.id,
      n,
      trigger: delivery.nextTrigger ?? 'first',
      dueAt: startedAt,
      startedAt,
      endedAt: null,
      startedWallAt: startedAt,
      deferredFrom: delivery.deferredFrom,
      wait: delivery.wait,
      outcome: null,
    };
    delivery = applyStep(
      policy,
      delivery,
      { kind: 'claim', n, lateMs: 0, throttle: null, budgetLeft: null, budget: null, rules: [] },
      startedAt,
      null,
    );
    const endedAt = startedAt + told.take;
    if (endedAt > untilMs) {
      marks.push(attempt);
      break;
    }
    const outcome = outcomeOf(told);
    const ended: Attempt = { ...attempt, endedAt, outcome };
    marks.push(ended);
    const roll = draw(SEED, ordinal, DRAW.retryWait, n);
    const step = nextStep(policy, delivery, ended, outcome, { now: endedAt, roll });
    delivery = applyStep(policy, delivery, step, endedAt, null);
  }
  return { ...delivery, marks, copies: 0, pinned: false };
}

const accept = { kind: 'accept', originId: null, rules: [] } as const;

function aDelivery(endpoint: EndpointView, ordinal: number, eventType: string, createdAt: number): Delivery {
  const tail = (ordinal * 7919 + 33_000)
    .toString(32)
    .toUpperCase()
    .slice(-4)
    .padStart(4, '0')
    .replace(/[ILOU]/g, 'X');
  return {
    id: `dlv_${String(ordinal).padStart(22, '0')}${tail}` as DeliveryId,
    runId: RUN,
    eventId: `evt_${String(ordinal).padStart(26, '0')}` as EventId,
    eventType,
    endpointId: endpoint.id,
    ordinal,
    state: 'queued',
    reason: null,
    attempts: 0,
    counter: 0,
    budget: endpoint.policy.attempts,
    deferredFrom: null,
    slotAt: null,
    lostDueAt: null,
    jobsToLose: null,
    touchedAt: createdAt,
    stuckSince: null,
    sweepAt: null,
    firstAttemptAt: null,
    originId: null,
    dueAt: null,
    nextTrigger: null,
    wait: null,
    createdAt,
    changedAt: createdAt,
    lastError: null,
  };
}

/** Endpoints with the counts of these rows. */
const counted = (endpoints: readonly EndpointView[], rows: readonly DeliveryRow[]): EndpointView[] =>
  endpoints.map((endpoint) => {
    const own = rows.filter(({ endpointId }) => endpointId === endpoint.id);
    const count = (...states: readonly string[]): number => own.filter(({ state }) => states.includes(state)).length;
    return {
      ...endpoint,
      counts: {
        waiting: count('queued', 'retrying', 'held'),
        inFlight: count('processing'),
        delivered: count('delivered'),
        failed: count('failed'),
        held: count('held'),
      },
    };
  });

export type Bench = { readonly endpoints: EndpointView[]; readonly rows: DeliveryRow[]; readonly nowMs: number };

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 12, 14, 36, 8);

/** All four policies, every kind of outcome, in flight, planned, held: one screen of everything. */
export function everything(nowMs: number = NOW): Bench {
  const orders = anEndpoint(1, 'Orders API', 'https://shop.localhost:8443/hooks/orders', fianto);
  const mirror = anEndpoint(5, 'Partner mirror', 'https://mirror.partner.test/in', fianto, {
    condition: { ...FRESH_CONDITION, suspendedAt: nowMs - 26 * 60_000, streak: 5 },
  });
  const alerts = anEndpoint(2, 'Ops alerts', 'http://localhost:4000/alerts', alphorn, { channel: 'telegram' });
  const gate = aGate(alerts);
  const payments = anEndpoint(3, 'Payments', 'http://localhost:4000/kestrel', kestrel);
  const audits = anEndpoint(4, 'Facilities', 'http://10.0.0.7/infraspeak', infraspeak);
  const at = (minutes: number): number => nowMs - minutes * MINUTE;
  let ordinal = 0;
  const next = (): number => ++ordinal;
  const rows: DeliveryRow[] = [
    play(orders, next(), 'order.refunded', at(46), nowMs, [reply(503), reply(503), reply(422)]),
    play(orders, next(), 'order.paid', at(36), nowMs, [reply(500, 230), reply(200)]),
    play(orders, next(), 'order.created', at(38), nowMs, [reply(503), silence('response-timeout'), reply(502)]),
    play(orders, next(), 'order.created', at(3.4), nowMs, [reply(503), reply(503)]),
    play(orders, next(), 'order.created', at(0.05), nowMs, [reply(200, 8_000)]),
    play(alerts, next(), 'alert.fired', at(9), nowMs, [reply(429), reply(500), reply(200)]),
    play(alerts, next(), 'alert.fired', at(6), nowMs, [reply(400)]),
    play(alerts, next(), 'alert.fired', at(7.8), nowMs, [
      reply(503),
      silence('refused', 2),
      silence('response-timeout', 15_000),
    ]),
    play(payments, next(), 'payment.captured', at(2.9), nowMs, [reply(500)]),
    play(payments, next(), 'payment.refunded', at(7.6), nowMs, [
      silence('reset', 12),
      silence('refused', 1),
      reply(301),
      reply(200),
    ]),
    play(payments, next(), 'payment.captured', at(11.6), nowMs, [reply(200)]),
    play(payments, next(), 'payment.disputed', nowMs - 6_000, nowMs, [reply(503), reply(502), reply(500)]),
    play(audits, next(), 'failure.created', at(31), nowMs, [reply(500), { take: 900, stop: true }, reply(404)]),
    play(audits, next(), 'work-order.closed', at(21), nowMs, [silence('dns', 8), silence('tls', 20), reply(308)]),
  ];
  for (const age of [29, 27.5]) {
    const held = play(mirror, next(), 'stock.changed', at(age), at(26), [reply(503)]);
    rows.push({ ...held, state: 'held', dueAt: null, wait: null, nextTrigger: null, changedAt: at(26) });
  }
  for (let i = 0; i < 24; i++) rows.push(play(alerts, next(), 'alert.digest', at(0.05), nowMs, [reply(200, 90)], gate));
  for (let i = 0; i < 53; i++) {
    const when = i < 39 ? at(5.2) + i * 420 : at(36 - (i - 39) * 2.3);
    rows.push(play(alerts, next(), 'alert.fired', when, nowMs, [reply(200)], gate));
  }
  const endpoints = [orders, mirror, alerts, payments, audits];
  return { endpoints: counted(endpoints, rows), rows, nowMs };
}

/** Kestrel alone, a minute of it. */
export function seconds(nowMs: number = NOW): Bench {
  const payments = anEndpoint(1, 'Payments', 'http://localhost:4000/kestrel', kestrel);
  const rows = Array.from({ length: 8 }, (_, i) =>
    play(payments, i + 1, 'payment.captured', nowMs - 42_000 + i * 5_100, nowMs, [
      reply(503, 120 + i * 35),
      reply(503, 60),
      i % 3 === 0 ? reply(200, 340) : silence('reset', 9),
      i === 5 ? reply(200, 6_000) : reply(500, 900),
    ]),
  );
  return { endpoints: counted([payments], rows), rows, nowMs };
}

/** `count` deliveries over six days, about six attempts each: Infraspeak and Fianto, all failing or late to succeed. */
export function many(count: number, nowMs: number = NOW): Bench {
  const endpoints = [
    anEndpoint(1, 'Facilities', 'http://10.0.0.7/infraspeak', infraspeak),
    anEndpoint(2, 'Orders API', 'https://shop.localhost:8443/hooks/orders', fianto),
  ] as const;
  const rows: DeliveryRow[] = [];
  for (let i = 0; i < count; i++) {
    const endpoint = i % 2 === 0 ? endpoints[0] : endpoints[1];
    const age = (i % 2 === 0 ? 2.2 : 7) * 3_600_000 * (0.6 + draw(SEED, i));
    rows.push(play(endpoint, i + 1, 'order.created', nowMs - age, nowMs, [reply(i % 5 === 0 ? 429 : 503)]));
  }
  return { endpoints: counted(endpoints, rows), rows, nowMs };
}
