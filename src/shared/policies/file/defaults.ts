import type { Policy } from '../policy';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What a policy file has where it says nothing and extends nothing. */
export const DEFAULT_POLICY: Policy = {
  id: 'custom-policy',
  name: 'Custom policy',
  summary: '',
  attempts: 5,
  schedule: { kind: 'exponential', baseMs: MINUTE, factor: 2, capMs: HOUR },
  jitter: { kind: 'none' },
  success: [200, 299],
  timeouts: { connectMs: 10_000, headers: { ms: 10_000, from: 'connected' }, totalMs: 30_000 },
  classification: { rules: [], otherwise: 'retry' },
  retryAfter: 'ignore',
  permanentUsesBudget: false,
  interrupted: { kind: 'again' },
  whenRemoved: { waiting: 'hold', error: null, newEvents: 'hold', canEnable: true },
  throttles: [],
  maxAge: null,
  sweep: null,
  retention: null,
  verification: null,
  suspension: null,
  redelivery: {
    form: 'replay',
    rules: [],
    rulesFor: { waiting: [], cancelled: [], tooOld: [], closed: [], unverified: [], cost: [] },
  },
  endpointWords: { enabled: 'enabled', suspended: 'suspended', disabled: 'disabled', unverified: 'unverified' },
  errorLimit: null,
  identity: [{ header: 'webhook-id', value: 'event-id' }],
  body: { kind: 'event' },
  unusableEndpoint: { verdict: 'wait', rules: [] },
  signing: 'standard-webhooks',
  settings: [],
  words: {},
  rules: {
    attempts: [],
    schedule: [],
    jitter: [],
    success: [],
    timeouts: [],
    exhausted: [],
    identity: [],
    interrupted: [],
    removed: [],
    retryAfter: [],
  },
  advice: [],
  assumptions: [],
};

/**
 * What a part begins with where the policy has none yet, by its path: a field that was null, or a kind that was another.
 * What is not named here must be written.
 */
export const PART_DEFAULTS: Readonly<Record<string, unknown>> = {
  'schedule:exponential': DEFAULT_POLICY.schedule,
  'timeouts.headers': { from: 'connected' },
  maxAge: { error: 'Given up: too old' },
  sweep: {
    everyMs: MINUTE,
    staleAfterMs: 5 * MINUTE,
    requeueAfterMs: 15 * MINUTE,
    lostRetryAfterMs: DAY,
    stuckAfterMs: 10 * MINUTE,
  },
  retention: { purgeEveryMs: DAY },
  suspension: {
    trigger: { kind: 'exhausted-in-a-row', count: 5 },
    ignoredFaults: [],
    reason: null,
    waiting: 'hold',
    newEvents: 'hold',
    holdLimit: null,
    endsBy: 'enable',
    atEnd: 'send',
  },
  'redelivery:resend': { maxAgeMs: null },
  'redelivery:redeliver': { quota: null },
  'redelivery.quota': { windowMs: HOUR },
  'body:envelope': { id: 'id', type: 'type', created: 'created', data: 'data' },
};
