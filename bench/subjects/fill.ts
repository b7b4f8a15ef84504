import { createEndpoint } from '../../src/main/engine/endpoints';
import { acceptEvent, offer } from '../../src/main/engine/intake';
import { RunContext } from '../../src/main/engine/run-context';
import { settle } from '../../src/main/engine/settle';
import { systemChance, systemClock } from '../../src/main/host/system';
import { makeSigner } from '../../src/main/sender/signer';
import { openStore } from '../../src/main/store/open-store';
import type { Attempt } from '../../src/shared/model/attempt';
import type { Endpoint } from '../../src/shared/model/endpoint';
import type { Outcome } from '../../src/shared/model/outcome';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import type { Policy } from '../../src/shared/policies/policy';
import type { FillArgs } from '../filled';
import { reportAndEnd, subjectArgs } from '../subject';

/** Deliveries as an engine leaves them, by the engine's own decisions, without the requests. */
const { dataDir, deliveries, waiting } = subjectArgs<FillArgs>();
const PER_COMMIT = 500;
const DAY_MS = 86_400_000;
const BODY = Buffer.from(JSON.stringify({ id: 'ord_10293', amount: 129_900, note: 'x'.repeat(200) }));
const TYPES = Array.from({ length: 24 }, (_, i) => `order.kind-${i}`);
const REQUEST = {
  method: 'POST',
  url: 'http://127.0.0.1:9/hook',
  headers: [
    ['host', '127.0.0.1:9'],
    ['user-agent', 'Retryscope/bench'],
    ['content-type', 'application/json'],
    ['content-length', String(BODY.length)],
    ['webhook-signature', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  ],
  bodyBytes: BODY.length,
  body: null,
} as const;
const TIMINGS = { dnsMs: null, connectMs: null, tlsMs: null, writeMs: 0.1, firstByteMs: 11, bodyMs: 0.2 };

const POLICY: Policy = { ...infraspeak, id: 'bench', suspension: null, settings: [] };
const POLICIES = {
  delivered: POLICY,
  failed: { ...POLICY, attempts: 1 },
  waiting: { ...POLICY, schedule: { kind: 'list', delaysMs: [DAY_MS] } },
} as const satisfies Readonly<Record<string, Policy>>;

const opened = openStore({
  dataDir,
  holder: 'run',
  wallMs: () => systemClock.wallMs(),
  log: (line) => process.stderr.write(`${line}\n`),
});
const { store } = opened;
const context = new RunContext({
  store,
  sender: { send: () => Promise.reject(new Error('nothing is sent')), close: () => Promise.resolve() },
  signer: makeSigner(),
  system: systemClock,
  chance: systemChance,
  version: 'bench',
});
context.clock.setPaused(true);

const endpointWith = (name: keyof typeof POLICIES): Endpoint =>
  createEndpoint(
    context,
    { name, url: REQUEST.url, policy: POLICIES[name], secret: null, channel: 'webhook', verification: 'assume' },
    null,
  );
const endpoints = {
  delivered: endpointWith('delivered'),
  failed: endpointWith('failed'),
  waiting: endpointWith('waiting'),
};

const waitsEvery = Math.max(1, Math.floor(deliveries / waiting));
/** What becomes of the n-th: those that wait are spread evenly, and one in 50 of the others has failed. */
function fateOf(n: number): keyof typeof POLICIES {
  if (n % waitsEvery === 0 && n / waitsEvery <= waiting) return 'waiting';
  return n % 50 === 1 ? 'failed' : 'delivered';
}

function keepOne(n: number): void {
  const now = context.clock.now();
  const fate = fateOf(n);
  const endpoint = endpoints[fate];
  const type = TYPES[n % TYPES.length] ?? '';
  const event = acceptEvent(context, { type, contentType: 'application/json', body: BODY }, now);
  const delivery = offer(context, endpoint, event, now);
  if (delivery === null) throw new Error('the endpoint takes no deliveries');
  const attempt: Attempt = {
    deliveryId: delivery.id,
    endpointId: endpoint.id,
    n: 1,
    trigger: 'first',
    dueAt: now,
    startedAt: now,
    endedAt: null,
    startedWallAt: now,
    wait: null,
    deferredFrom: null,
    outcome: null,
  };
  store.insertAttempt(attempt, REQUEST);
  const { budget } = delivery;
  const claim = { kind: 'claim', n: 1, lateMs: 0, throttle: null, budgetLeft: budget - 1, budget, rules: [] } as const;
  const claimed = context.apply(endpoint, delivery, claim, now);
  const status = fate === 'delivered' ? 200 : 503;
  const outcome: Outcome = { kind: 'response', status, retryAfter: null, tookMs: 12 };
  const response = { status, reason: '', headers: [], body: new Uint8Array(), bodyBytes: 0, bodyTruncated: false };
  const timings = { ...TIMINGS, reusedConnection: true };
  const result = { response, timings, interim: null, remote: '127.0.0.1:9' };
  settle(context, { claimed: { delivery: claimed, attempt }, outcome, result, endedAt: now });
}

for (let n = 1; n <= deliveries; ) {
  const upTo = Math.min(deliveries, n + PER_COMMIT - 1);
  context.commit(() => {
    for (; n <= upTo; n++) keepOne(n);
  });
}
await opened.close();
reportAndEnd(deliveries);
