import type { DeliveryState } from '../model/delivery';

/** What every word of the app means: one name for one thing, one sentence or two for it. */
export const GLOSSARY = {
  event:
    'What happened: a type, an id, a content type and the bytes of a body. It never changes, and may go to several endpoints.',
  source: 'What events come from, as a provider names it in its alerts. Alphorn calls it a webhook.',
  endpoint: 'Where events go: a URL, a policy, a secret and a state.',
  delivery: 'One event on its way to one endpoint: its state, its attempts and its budget.',
  'delivery state':
    'Where a delivery is: queued, processing, retrying, held, stale, delivered, failed or cancelled. The provider’s own word stands beside it.',
  'provider’s label': 'What the provider itself calls the state of a delivery, on its pages and in its API.',
  attempt: 'One request of a delivery, from the moment it is claimed to its outcome.',
  outcome: 'What an attempt ended with: a response, no response with the name of the fault, or an interruption.',
  interrupted: 'We ended the attempt, by Stop or by a crash. It says nothing about the endpoint.',
  retry: 'An attempt that the policy makes by itself after one that failed.',
  redelivery: 'A person asks for a delivery again. The policy says in which form: resend, redeliver or replay.',
  resend: 'Sending the same delivery once more: the same record, and its counter goes on.',
  redeliver: 'Sending the event as a new delivery with the same id, as a receiver sees it.',
  replay: 'Sending it as a separate record with a budget of its own, linked to the original.',
  wait: 'The time from the end of a failed attempt to the next one.',
  'due time': 'The instant at which the next attempt may start. It never starts before.',
  'jitter band': 'The range that a wait is drawn from. The instant that chance gave is its draw.',
  draw: 'The instant in a jitter band that chance gave. The same seed gives the same draws.',
  seed: 'The number that all draws of a run are made from: with the same seed the same plan.',
  backoff: 'Waits that grow from one attempt to the next, so that a struggling endpoint gets more and more time.',
  jitter: 'Chance in a wait, so that deliveries that failed together are not sent again together.',
  'full jitter': 'The wait is drawn anywhere between nothing and its longest, so that retries never come in step.',
  'throttle window': 'A span in which an endpoint is sent only so many requests. What is over the limit is deferred.',
  deferred: 'Moved by a throttle to a later window. It uses no retry.',
  suspension: 'The policy closed the endpoint after failures in a row. Nothing is sent until it is opened again.',
  disabled: 'A person closed the endpoint, and nothing is sent to it. When its policy closes it, that is a suspension.',
  hold: 'A delivery is parked because its endpoint is suspended, until release or replay.',
  'circuit breaker': 'The rule that closes an endpoint after failures in a row, so that it can recover.',
  streak:
    'How many deliveries in a row failed for good. A success sets it back to 0; its threshold closes the endpoint.',
  budget: 'How many attempts a delivery may make under its policy, those that count against it.',
  counter: 'How many attempts count against the budget. It may differ from how many were made.',
  policy: 'Everything a provider promises, as data: schedule, jitter, time-outs, throttles, suspension, redelivery.',
  assumption: 'What the provider’s page leaves open, how we read it, and why.',
  schedule: 'The waits between the attempts of a delivery, in order.',
  verification: 'A challenge that an endpoint has to pass before a provider sends to it.',
  retention: 'How long a provider keeps an event. Afterwards it is purged: it can be neither read nor sent again.',
  purged: 'Deleted by the provider after its retention. The history here stays.',
  receiver: 'Our own endpoint on this computer, whose routes answer as their scripts say, or forward.',
  route: 'A path on the built-in receiver, with a script of its own, or an endpoint that it forwards to.',
  script: 'What a route does to each request, step by step: a status, a delay, a hang, a reset.',
  verdict: 'What a route decided to do with one request.',
  capture: 'A request that the receiver saw, byte for byte, and what it was answered.',
  scenario:
    'A file with endpoints, scripts, events and expectations. It runs in the app or in CI, always as a run of its own.',
  run: 'One stretch of observation with its own clock, seed and history. One run is live; the others are frozen.',
  'idempotency key':
    'The id by which a receiver knows that it saw a delivery before. Every attempt carries the same one.',
  'virtual time':
    'The time of the run’s clock. It can be paused, sped up, or skip waits; requests always take real time.',
  'skip waits':
    'As soon as nothing is in flight and nothing is due, the clock jumps to the next thing that can happen.',
  'in flight': 'A request that was sent and whose outcome is not known yet. Meanwhile the clock runs at 1×.',
  queued: 'Accepted, and waiting for its first attempt.',
  processing: 'An attempt of it is in flight now.',
  retrying: 'An attempt failed, and the next one waits for its due time.',
  held: 'Parked because its endpoint is closed. It goes on with a release or a replay.',
  stale: 'Not picked up in time. It is still sent if it is picked up before it is too old.',
  delivered: 'The endpoint accepted it. Final.',
  failed:
    'No attempt follows: the budget is used, the error is permanent, it is too old, or its endpoint was closed. Final.',
  exhausted: 'Failed because every attempt of its budget was used.',
  permanent: 'Failed at once, because the policy retries nothing after this error.',
  expired: 'Failed because it became too old to be sent.',
  cancelled: 'It is not sent any more, by a person or because its endpoint was disabled. Final.',
} as const satisfies Readonly<Record<string, string>> & Readonly<Record<DeliveryState, string>>;

export type GlossaryWord = keyof typeof GLOSSARY;

export const GLOSSARY_WORDS = (Object.keys(GLOSSARY) as readonly GlossaryWord[]).toSorted((a, b) =>
  a.localeCompare(b, 'en'),
);

/** Labels that mean a word without being it. */
const LABELS: Readonly<Record<string, GlossaryWord>> = {
  'next due in': 'due time',
  due: 'due time',
  'wait before': 'wait',
  'budget left': 'budget',
  'failure streak': 'streak',
  throttle: 'throttle window',
  window: 'throttle window',
  suspends: 'suspension',
  suspended: 'suspension',
  verified: 'verification',
  keeps: 'retention',
  'by hand': 'redelivery',
  'same id': 'idempotency key',
  sending: 'processing',
  band: 'jitter band',
  drawn: 'draw',
};

/** The word that a label of a screen is, in whatever case and number: `Attempts`, `Deliveries`; null for another. */
export function wordFor(label: string): GlossaryWord | null {
  const lower = label.toLowerCase();
  for (const form of [lower, lower.replace(/ies$/, 'y'), lower.replace(/s$/, '')]) {
    const known = GLOSSARY_WORDS.find((word) => word === form);
    if (known !== undefined) return known;
  }
  return LABELS[lower] ?? null;
}

/** The words that a text stands in, or whose definition has it; those whose name begins with it first. */
export function findWords(text: string): readonly GlossaryWord[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return GLOSSARY_WORDS;
  const rank = (word: GlossaryWord): number =>
    word.startsWith(wanted) ? 0 : word.includes(wanted) ? 1 : GLOSSARY[word].toLowerCase().includes(wanted) ? 2 : 3;
  return GLOSSARY_WORDS.filter((word) => rank(word) < 3).toSorted((a, b) => rank(a) - rank(b));
}
