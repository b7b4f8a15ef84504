import type { ClientMessage, EngineMessage } from '../../src/shared/contract/channel';
import type { CommandName } from '../../src/shared/contract/commands';
import { DEFAULT_PREFERENCES } from '../../src/shared/contract/preferences';
import type {
  AttemptDetail,
  CaptureRow,
  DeliveryRow,
  EndpointView,
  RouteView,
  Snapshot,
  Totals,
} from '../../src/shared/contract/views';
import type { Attempt } from '../../src/shared/model/attempt';
import { DELIVERY_STATES, type Delivery, type DeliveryState } from '../../src/shared/model/delivery';
import type { EventSummary } from '../../src/shared/model/event';
import { type Id, type IdKind, makeId } from '../../src/shared/model/ids';
import type { Outcome } from '../../src/shared/model/outcome';
import type { ClockReport } from '../../src/shared/model/pace';
import { ok, refuse } from '../../src/shared/model/problem';
import type { Script } from '../../src/shared/model/script';
import type { StepRecord } from '../../src/shared/model/step';
import { BUILT_IN_POLICIES, builtInPolicy } from '../../src/shared/policies/built-in';
import type { Policy } from '../../src/shared/policies/policy';
import { applyStep } from '../../src/shared/rules/apply-step';
import { draw } from '../../src/shared/rules/draw';
import { nextStep } from '../../src/shared/rules/next-step';
import { previewSchedule } from '../../src/shared/rules/preview';
import { aDelivery, anEndpoint } from '../support/rows';

const START = Date.UTC(2026, 10, 30, 9, 0, 0);
const NOW = START + 5 * 3_600_000 + 36 * 60_000 + 8_000;
const SEED = 0x7f3a;

let made = 0;
function id<K extends IdKind>(kind: K): Id<K> {
  made += 1;
  const chance = new Uint8Array(10).map((_, index) => Math.floor(draw(SEED, made, index) * 256));
  return makeId(kind, START + made, chance);
}
const RUN = id('run');

const reply = (status: number): Outcome => ({
  kind: 'response',
  status,
  retryAfter: status === 429 ? '120' : null,
  tookMs: 41.2,
});
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  s: reply(503),
  o: reply(200),
  c: reply(422),
  r: reply(301),
  b: reply(429),
  t: { kind: 'no-response', fault: 'response-timeout', detail: 'no headers in 10 s', tookMs: 10_000 },
  x: { kind: 'no-response', fault: 'refused', detail: '127.0.0.1:4000', tookMs: 1.4 },
  z: { kind: 'no-response', fault: 'reset', detail: 'before headers', tookMs: 3.1 },
};

type Told = { readonly row: DeliveryRow; readonly steps: readonly StepRecord[]; readonly event: EventSummary };

/** Plays a policy through a word of outcomes (`sst` is 503, 503, time-out), by the product's own rules. */
function tell(endpoint: EndpointView, type: string, createdAt: number, word: string, ordinal: number): Told {
  const { policy } = endpoint;
  const event: EventSummary = {
    id: id('event'),
    runId: RUN,
    ordinal,
    type,
    contentType: 'application/json',
    createdAt,
    bodyBytes: BODY.length,
    captureId: null,
    deliveries: 1,
    endpointIds: [],
  };
  let delivery: Delivery = aDelivery(ordinal, {
    id: id('delivery'),
    runId: RUN,
    eventId: event.id,
    eventType: type,
    endpointId: endpoint.id,
    budget: policy.attempts,
    dueAt: createdAt,
    createdAt,
    changedAt: createdAt,
  });
  const marks: Attempt[] = [];
  const steps: StepRecord[] = [];
  const log = (at: number, step: StepRecord['step']): void => {
    steps.push({
      seq: steps.length + 1,
      revision: 1,
      at,
      wallAt: at,
      deliveryId: delivery.id,
      endpointId: endpoint.id,
      step,
      error: null,
    });
  };
  log(createdAt, { kind: 'accept', originId: null, rules: [] });
  for (const letter of word) {
    const startedAt = delivery.dueAt ?? createdAt;
    const n = delivery.attempts + 1;
    const outcome = OUTCOMES[letter] ?? null;
    const attempt: Attempt = {
      deliveryId: delivery.id,
      endpointId: endpoint.id,
      n,
      trigger: n === 1 ? 'first' : 'retry',
      dueAt: startedAt,
      startedAt,
      endedAt: outcome === null ? null : startedAt + outcome.tookMs,
      startedWallAt: startedAt,
      wait: delivery.wait,
      deferredFrom: null,
      outcome,
    };
    delivery = applyStep(
      policy,
      delivery,
      { kind: 'claim', n, lateMs: 0, throttle: null, budgetLeft: null, budget: null, rules: [] },
      startedAt,
      null,
    );
    log(startedAt, { kind: 'claim', n, lateMs: 0, throttle: null, budgetLeft: null, budget: null, rules: [] });
    marks.push(attempt);
    if (outcome === null || attempt.endedAt === null) break;
    const step = nextStep(policy, delivery, attempt, outcome, {
      now: attempt.endedAt,
      roll: draw(SEED, ordinal, n),
    });
    delivery = applyStep(policy, delivery, step, attempt.endedAt, null);
    log(attempt.endedAt, step);
  }
  return { row: { ...delivery, marks, copies: 0, pinned: false }, steps, event };
}

const BODY =
  '{"type":"order.created","timestamp":"2026-11-30T13:59:02Z","data":{"id":"ord_51873","total":12990.10,"big":12345678901234567890,"currency":"EUR","lines":2,"tags":[],"note":"Gr\\u00fc\\u00dfe"}}';

function endpoint(name: string, url: string, policy: Policy, ordinal: number): EndpointView {
  return {
    ...anEndpoint(ordinal, { id: id('endpoint'), runId: RUN, name, url, policy, createdAt: START }),
    counts: { waiting: 0, inFlight: 0, delivered: 0, failed: 0, held: 0 },
  };
}

function policyOf(name: string): Policy {
  const policy = builtInPolicy(name);
  if (policy === undefined) throw new Error(`no policy ${name}`);
  return policy;
}

const SCRIPT: Script = {
  scope: 'per-id',
  steps: [
    { kind: 'reply', reply: 503, headers: [], body: '', delayMs: 0, times: 2, forMs: null },
    { kind: 'hang', times: 1, forMs: null },
    { kind: 'reset', when: 'before-headers', reply: 200, delayMs: 0, times: 1, forMs: null },
    { kind: 'reply', reply: 429, headers: [['Retry-After', '120']], body: '', delayMs: 0, times: 1, forMs: null },
    { kind: 'reply', reply: 200, headers: [], body: '{"ok":true}', delayMs: [80, 240], times: null, forMs: null },
  ],
};

type ArgName =
  | 'states'
  | 'eventId'
  | 'endpointId'
  | 'text'
  | 'cursor'
  | 'limit'
  | 'id'
  | 'deliveryId'
  | 'n'
  | 'url'
  | 'name'
  | 'policyId'
  | 'pace'
  | 'routeId';
type Args = Readonly<Partial<Record<ArgName, unknown>>>;

export type World = 'empty' | 'full' | 'many';

/** A world to look at, and an engine that answers about it. For the harness only; nothing of it is in the product. */
export class FakeEngine {
  #clock: ClockReport;
  readonly #told: Told[] = [];
  #endpoints: EndpointView[] = [];
  #routes: RouteView[] = [];
  readonly #captures: CaptureRow[] = [];
  #revision = 1;
  readonly #post: (text: string) => void;

  constructor(world: World, post: (text: string) => void) {
    this.#post = post;
    if (world !== 'empty') this.#fill(world === 'many' ? 2_000 : 12);
    const due = this.#told.map(({ row }) => row).filter((row) => row.dueAt !== null && row.dueAt > NOW);
    const next = due.toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))[0];
    this.#clock = {
      virtualMs: world === 'empty' ? Date.now() : NOW,
      wallMs: Date.now(),
      rate: 1,
      pace: { kind: 'factor', factor: world === 'empty' ? 1 : 600 },
      paused: false,
      jumpsTo: null,
      signatureTime: 'wall',
      inFlight: 1,
      nextAt: next?.dueAt ?? null,
      nextDeliveryId: next?.id ?? null,
    };
  }

  #fill(extra: number): void {
    const orders = endpoint('Orders API', 'https://shop.localhost:8443/hooks/orders', policyOf('fianto'), 1);
    const mirror = endpoint('Partner mirror', 'https://mirror.partner.test/in', policyOf('infraspeak'), 2);
    const alerts = endpoint('Ops alerts', 'http://127.0.0.1:7878/alerts', policyOf('alphorn'), 3);
    const payments = endpoint('Payments', 'http://localhost:4000/kestrel', policyOf('kestrel'), 4);
    const M = 60_000;
    let n = 0;
    const add = (to: EndpointView, type: string, minutesAgo: number, word: string): void => {
      n += 1;
      this.#told.push(tell(to, type, NOW - minutesAgo * M, word, n));
    };
    add(orders, 'order.created', 37, 'sts');
    add(orders, 'order.created', 2, 's');
    add(orders, 'order.paid', 40, 'so');
    add(orders, 'order.refunded', 41, 'sssc');
    add(mirror, 'stock.changed', 130, 'sx');
    add(mirror, 'stock.changed', 31, 'r');
    add(alerts, 'alert.fired', 5, 'cso');
    add(alerts, 'alert.fired', 6, 'c');
    add(alerts, 'alert.fired', 8, 'sst');
    add(payments, 'payment.captured', 3, 'ssssss');
    add(payments, 'payment.refunded', 7, 'xxxzo');
    add(payments, 'payment.captured', 12, 'o');
    add(payments, 'payment.captured', 0, '?');
    for (let index = 0; index < extra; index++) add(alerts, 'alert.fired', 50 + index, index % 9 === 4 ? 'so' : 'o');
    const count = (to: EndpointView, states: readonly DeliveryState[]): number =>
      this.#told.filter(({ row }) => row.endpointId === to.id && states.includes(row.state)).length;
    this.#endpoints = [orders, mirror, alerts, payments].map((each) => ({
      ...each,
      counts: {
        waiting: count(each, ['queued', 'retrying', 'held', 'stale']),
        inFlight: count(each, ['processing']),
        delivered: count(each, ['delivered']),
        failed: count(each, ['failed']),
        held: count(each, ['held']),
      },
    }));
    this.#routes = [
      {
        id: id('route'),
        path: '/hooks/orders',
        tls: 'off',
        script: SCRIPT,
        forward: null,
        epoch: 1,
        epochAt: START,
        createdAt: START,
        url: 'http://127.0.0.1:7878/hooks/orders',
        captures: 18,
        check: { kind: 'endpoints' },
        latest: null,
      },
      {
        id: id('route'),
        path: '/in',
        tls: 'off',
        script: { scope: 'all', steps: SCRIPT.steps.slice(-1) },
        forward: null,
        epoch: 1,
        epochAt: START,
        createdAt: START,
        url: 'http://127.0.0.1:7878/in',
        captures: 2,
        check: { kind: 'endpoints' },
        latest: null,
      },
    ];
    const does = ['reply', 'reply', 'hang', 'reset', 'reply', 'reply'] as const;
    const status = [503, 503, null, null, 429, 200];
    for (let index = 0; index < 18; index++) {
      const place = index % 6;
      this.#captures.push({
        id: id('capture'),
        runId: RUN,
        routeId: this.#routes[0]?.id ?? null,
        method: 'POST',
        target: '/hooks/orders',
        httpVersion: '1.1',
        bodyBytes: BODY.length,
        remote: '127.0.0.1:51234',
        deliveryKey: index === 7 ? null : (this.#told[Math.floor(index / 6)]?.event.id ?? null),
        seen: index === 7 ? null : place + 1,
        at: NOW - (18 - index) * 7 * M,
        wallAt: NOW,
        pinned: false,
        signature: { kind: 'valid', why: 'It is the signature under the secret of “Orders”.' },
        verdict: {
          kind: 'step',
          index: Math.max(0, place - 1),
          nth: place === 1 ? 2 : 1,
          sinceAt: START,
          does: does[place] ?? 'reply',
          status: status[place] ?? null,
          delayMs: place === 5 ? 163 : 0,
        },
      });
    }
  }

  #totals(): Totals {
    const byState = Object.fromEntries(DELIVERY_STATES.map((state) => [state, 0])) as Record<DeliveryState, number>;
    for (const { row } of this.#told) byState[row.state] += 1;
    return {
      byState,
      deliveries: this.#told.length,
      attempts: this.#told.reduce((sum, { row }) => sum + row.marks.length, 0),
      captures: this.#captures.length,
      events: this.#told.length,
    };
  }

  #snapshot(): Snapshot {
    return {
      revision: this.#revision,
      run: { id: RUN, name: 'Run 1', seed: SEED, durations: 'measured', startedAt: START },
      clock: this.#clock,
      totals: this.#totals(),
      endpoints: this.#endpoints,
      routes: this.#routes,
      sends: [],
      receiver: {
        kind: 'listening',
        host: '127.0.0.1',
        port: 7878,
        url: 'http://127.0.0.1:7878/',
        wantedPort: 7878,
        https: { wantedPort: 7443, doors: [] },
      },
      host: { kind: 'window', runtime: 'a harness', dataDir: '/data', version: '0.1.0', sandboxed: true },
      policies: 0,
      settings: DEFAULT_PREFERENCES,
      notices: [],
    };
  }

  /** Answers one message of the page. */
  hear(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    const args = message.args as Args;
    const answer: EngineMessage = { kind: 'answer', seq: message.seq, result: this.#answer(message.name, args) };
    setTimeout(() => this.#post(JSON.stringify(answer)), 5);
  }

  #answer(name: CommandName, args: Args) {
    switch (name) {
      case 'snapshot':
        return ok(this.#snapshot());
      case 'policy.list':
        return ok(BUILT_IN_POLICIES.map((policy) => ({ policy, preview: previewSchedule(policy), own: null })));
      case 'delivery.list': {
        const states = args.states as readonly DeliveryState[] | null | undefined;
        const rows = this.#told
          .map(({ row }) => row)
          .filter((row) => states == null || states.includes(row.state))
          .filter((row) => args.eventId == null || row.eventId === args.eventId)
          .filter((row) => args.endpointId == null || row.endpointId === args.endpointId)
          .filter((row) => row.eventType.includes(String(args.text ?? '')))
          .toSorted((a, b) => b.createdAt - a.createdAt);
        const from = Number(args.cursor ?? 0);
        const limit = Number(args.limit ?? 100);
        return ok({
          rows: rows.slice(from, from + limit),
          next: from + limit < rows.length ? `${from + limit}` : null,
        });
      }
      case 'delivery.get': {
        const told = this.#told.find(({ row }) => row.id === args.id);
        return told === undefined
          ? refuse('not-found', 'There is no such delivery.')
          : ok({ ...told, origin: null, descendants: [] });
      }
      case 'attempt.get':
        return this.#attempt(String(args.deliveryId), Number(args.n));
      case 'event.list':
        return ok({ rows: this.#told.map(({ event }) => event).toReversed(), next: null });
      case 'event.get': {
        const told = this.#told.find(({ event }) => event.id === args.id);
        return told === undefined
          ? refuse('not-found', 'There is no such event.')
          : ok({ ...told.event, body: btoa(BODY) });
      }
      case 'capture.list':
        return ok({ rows: this.#captures.filter((each) => each.routeId === args.routeId).toReversed(), next: null });
      case 'capture.get': {
        const capture = this.#captures.find((each) => each.id === args.id);
        return capture === undefined
          ? refuse('not-found', 'There is no such capture.')
          : ok({ ...capture, headers: HEADERS, body: btoa(BODY) });
      }
      case 'endpoint.create':
        if (!/^https?:\/\//.test(String(args.url)))
          return refuse('invalid', 'Enter a URL, such as http://localhost:3000/webhooks.', 'url');
        return ok(this.#add(endpoint(String(args.name), String(args.url), policyOf(String(args.policyId)), 5)));
      case 'endpoint.revealSecret':
        return ok({ secret: `whsec_${btoa('a secret for the harness only')}` });
      case 'clock.setPace':
        return ok(this.#setClock({ pace: args.pace as ClockReport['pace'] }));
      case 'clock.pause':
      case 'clock.stop':
        return ok(this.#setClock({ paused: true, rate: 0, inFlight: 0 }));
      case 'clock.resume':
        return ok(this.#setClock({ paused: false, rate: 1 }));
      default:
        return refuse('unavailable', `The harness does not do ${name}.`);
    }
  }

  #add(made: EndpointView): EndpointView {
    this.#endpoints = [...this.#endpoints, made];
    this.#frame();
    return made;
  }

  #setClock(change: Partial<ClockReport>): ClockReport {
    this.#clock = { ...this.#clock, ...change };
    this.#frame();
    return this.#clock;
  }

  #frame(): void {
    const from = this.#revision;
    this.#revision += 1;
    const message: EngineMessage = {
      kind: 'frame',
      frame: {
        runId: RUN,
        from,
        to: this.#revision,
        overflow: false,
        clock: this.#clock,
        totals: this.#totals(),
        deliveries: [],
        endpoints: this.#endpoints,
        events: [],
        routes: [],
        captures: [],
        sends: [],
        removed: { endpoints: [], routes: [], deliveries: [] },
        receiver: null,
        settings: null,
        policies: null,
        notices: null,
      },
    };
    this.#post(JSON.stringify(message));
  }

  #attempt(deliveryId: string, n: number) {
    const mark = this.#told.find(({ row }) => row.id === deliveryId)?.row.marks.find((each) => each.n === n);
    if (mark === undefined) return refuse('not-found', 'There is no such attempt.');
    const outcome = mark.outcome;
    const detail: AttemptDetail = {
      ...mark,
      eventId: id('event'),
      interim: null,
      request: {
        method: 'POST',
        url: 'https://shop.localhost:8443/hooks/orders',
        headers: HEADERS,
        bodyBytes: BODY.length,
      },
      requestBody: btoa(BODY),
      response:
        outcome?.kind === 'response'
          ? {
              status: outcome.status,
              reason: 'Service Unavailable',
              headers: [
                ['content-type', 'text/plain'],
                ['content-length', '11'],
              ],
              body: btoa('try\nlater\n!'),
              bodyBytes: 11,
              bodyTruncated: false,
            }
          : null,
      timings:
        outcome === null
          ? null
          : {
              dnsMs: 0.4,
              connectMs: 0.3,
              tlsMs: outcome.kind === 'response' ? 6.2 : null,
              writeMs: outcome.kind === 'response' ? 0.2 : null,
              firstByteMs: outcome.kind === 'response' ? 33.4 : null,
              bodyMs: outcome.kind === 'response' ? 0.7 : null,
              reusedConnection: false,
            },
      remote: '127.0.0.1:8443',
    };
    return ok(detail);
  }
}

const HEADERS = [
  ['host', 'shop.localhost:8443'],
  ['content-type', 'application/json'],
  ['webhook-id', 'evt_01JP5V7R3ZK8T2WQ9KQ4ABCDEF'],
  ['webhook-timestamp', '1773220557'],
  ['webhook-signature', 'v1,pTkNBAu2OKrg4xtz7wt0ayImrFcNUEFR4uIzjZNfZ5M='],
  ['content-length', '126'],
] as const;
