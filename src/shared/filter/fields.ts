import { DELIVERY_STATES, FAIL_REASONS } from '../model/delivery';
import { FAULTS } from '../model/outcome';
import { readDuration } from '../words/read-duration';
import { BODY_TEXT_LENGTH, type FilterField, type FilterInstant, type FilterSubject, type FilterTest } from './filter';

export type Compared = ':' | '>' | '>=' | '<' | '<=';

/** A word that a filter knows before `:`, `<` or `>`, for one of the lists. */
export type FieldRule = {
  readonly word: string;
  readonly field: FilterField;
  readonly for: readonly FilterSubject[];
  /** One sentence for the person who chooses it. */
  readonly says: string;
  /** What may stand behind it; the first is shown as its example. */
  readonly examples: readonly string[];
  /** Whether it is compared by `<` and `>`, too. */
  readonly compares: boolean;
  /** The test, or what is wrong with the value. */
  readonly read: (value: string, by: Compared) => FilterTest | string;
};

const both = ['delivery', 'capture'] as const;
const MOST = Number.MAX_SAFE_INTEGER;

const list = (words: readonly string[]): string => words.join(', ');

const oneOf =
  (field: string, words: readonly string[], more: Readonly<Record<string, readonly string[] | null>> = {}) =>
  (value: string): FilterTest | string => {
    const word = value.toLowerCase();
    const known = Object.hasOwn(more, word) ? more[word] : undefined;
    if (known !== undefined) return { kind: 'one-of', values: known };
    if (words.includes(word)) return { kind: 'one-of', values: [word] };
    return `There is no ${field} “${value}”. Known are ${list([...words, ...Object.keys(more)])}.`;
  };

const like = (value: string): FilterTest => ({ kind: 'like', text: value, whole: value.includes('*') });

function compared(by: Compared, n: number): FilterTest {
  switch (by) {
    case ':':
      return { kind: 'between', least: n, most: n };
    case '>':
      return { kind: 'between', least: n + 1, most: MOST };
    case '>=':
      return { kind: 'between', least: n, most: MOST };
    case '<':
      return { kind: 'between', least: 0, most: n - 1 };
    case '<=':
      return { kind: 'between', least: 0, most: n };
  }
}

function status(value: string, by: Compared): FilterTest | string {
  const group = /^([1-5])xx$/i.exec(value)?.[1];
  if (group !== undefined && by === ':') {
    return { kind: 'between', least: Number(group) * 100, most: Number(group) * 100 + 99 };
  }
  if (/^[1-9]\d{2}$/.test(value)) return compared(by, Number(value));
  return by === ':'
    ? 'A status is a number such as 503, or a class such as 5xx.'
    : 'A status is compared with a number such as 500.';
}

const count = (value: string, by: Compared): FilterTest | string =>
  /^\d{1,9}$/.test(value) ? compared(by, Number(value)) : 'Attempts are compared with a whole number, such as 3.';

function header(value: string): FilterTest | string {
  const cut = value.indexOf('=');
  const name = (cut < 0 ? value : value.slice(0, cut)).trim();
  if (name === '') return 'Name the header: header:x-request-id, or header:x-request-id=42 for its value.';
  return { kind: 'header', name, text: cut < 0 ? null : value.slice(cut + 1) };
}

const body = (value: string): FilterTest | string =>
  value.length < BODY_TEXT_LENGTH
    ? `Bodies are searched from ${BODY_TEXT_LENGTH} characters on.`
    : { kind: 'like', text: value, whole: false };

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?Z?)?$/i;

/** `1h`, `2d`; `2026-12-01`, `2026-12-01T14:00Z` in UTC. */
function instant(value: string): FilterInstant | string {
  const ms = readDuration(value);
  if (ms !== null) return { kind: 'ago', ms };
  const [, year, month, day, h = '0', m = '0', s = '0', fraction = ''] = INSTANT.exec(value) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(h), Number(m), Number(s));
  const isReal =
    Number.isFinite(at) &&
    new Date(at).getUTCDate() === Number(day) &&
    Number(h) < 24 &&
    Number(m) < 60 &&
    Number(s) < 60;
  if (!isReal) return 'A time is a span such as 1h or 2d, or an instant such as 2026-12-01T14:00Z.';
  return { kind: 'at', ms: at + Number(fraction.padEnd(3, '0')) };
}

const since = (value: string): FilterTest | string => {
  const from = instant(value);
  return typeof from === 'string' ? from : { kind: 'since', from };
};
const until = (value: string): FilterTest | string => {
  const to = instant(value);
  return typeof to === 'string' ? to : { kind: 'until', to };
};

const plain = { compares: false } as const;

/** In the order in which they are offered. */
export const FILTER_FIELDS: readonly FieldRule[] = [
  {
    word: 'status',
    field: 'status',
    for: both,
    says: 'The newest answer’s status, or its class.',
    examples: ['5xx', '4xx', '2xx', '503', '429'],
    compares: true,
    read: status,
  },
  {
    ...plain,
    word: 'state',
    field: 'state',
    for: ['delivery'],
    says: 'Where the delivery stands.',
    examples: ['held', 'failed', 'retrying', 'queued', 'processing', 'stale', 'delivered', 'cancelled', 'deferred'],
    read: oneOf('state', DELIVERY_STATES, { deferred: ['deferred'] }),
  },
  {
    ...plain,
    word: 'reason',
    field: 'reason',
    for: ['delivery'],
    says: 'Why a failed delivery is final.',
    examples: FAIL_REASONS,
    read: oneOf('reason', FAIL_REASONS),
  },
  {
    ...plain,
    word: 'type',
    field: 'type',
    for: ['delivery'],
    says: 'The event’s type; * is any text.',
    examples: ['order.*'],
    read: like,
  },
  {
    ...plain,
    word: 'endpoint',
    field: 'endpoint',
    for: ['delivery'],
    says: 'The endpoint’s name; * is any text.',
    examples: ['orders'],
    read: like,
  },
  {
    word: 'attempts',
    field: 'attempts',
    for: ['delivery'],
    says: 'How many attempts were made.',
    examples: ['3'],
    compares: true,
    read: count,
  },
  {
    ...plain,
    word: 'fault',
    field: 'fault',
    for: ['delivery'],
    says: 'What the newest attempt failed of without an answer.',
    examples: ['any', ...FAULTS],
    read: oneOf('fault', FAULTS, { any: null }),
  },
  {
    ...plain,
    word: 'seen',
    field: 'seen',
    for: ['capture'],
    says: 'Whether its id came for the first time.',
    examples: ['again', 'new'],
    read: oneOf('answer to “seen”', ['new', 'again']),
  },
  {
    ...plain,
    word: 'answer',
    field: 'answer',
    for: ['capture'],
    says: 'What the receiver did with it.',
    examples: ['refused', 'step', 'forward', 'no-route'],
    read: oneOf('answer', ['step', 'forward', 'no-route', 'refused']),
  },
  {
    ...plain,
    word: 'pinned',
    field: 'pinned',
    for: both,
    says: 'Whether it is pinned, so that clearing and retention leave it.',
    examples: ['yes', 'no'],
    read: oneOf('answer to “pinned”', ['yes', 'no']),
  },
  {
    ...plain,
    word: 'method',
    field: 'method',
    for: ['capture'],
    says: 'The request’s method.',
    examples: ['POST'],
    read: like,
  },
  {
    ...plain,
    word: 'path',
    field: 'path',
    for: ['capture'],
    says: 'The request’s path and query; * is any text.',
    examples: ['/in'],
    read: like,
  },
  {
    ...plain,
    word: 'from',
    field: 'from',
    for: ['capture'],
    says: 'The address that it came from.',
    examples: ['127.0.0.1'],
    read: like,
  },
  {
    ...plain,
    word: 'id',
    field: 'id',
    for: both,
    says: 'A part of an id.',
    examples: ['dlv_01'],
    read: like,
  },
  {
    ...plain,
    word: 'url',
    field: 'url',
    for: ['delivery'],
    says: 'The URL that it goes to; * is any text.',
    examples: ['localhost'],
    read: like,
  },
  {
    ...plain,
    word: 'header',
    field: 'header',
    for: both,
    says: 'A header of the request or its answer, by name, or by name and value.',
    examples: ['x-request-id', 'retry-after=30'],
    read: header,
  },
  {
    ...plain,
    word: 'body',
    field: 'body',
    for: both,
    says: 'Text in the body of the request or its answer.',
    examples: ['ord_1001'],
    read: body,
  },
  {
    ...plain,
    word: 'since',
    field: 'time',
    for: both,
    says: 'Not older than this span, or since that instant (UTC).',
    examples: ['1h', '15m', '2d', '2026-12-01T14:00Z'],
    read: since,
  },
  {
    ...plain,
    word: 'until',
    field: 'time',
    for: both,
    says: 'Older than this span, or up to that instant (UTC).',
    examples: ['1h', '2026-12-01T14:00Z'],
    read: until,
  },
];

export const fieldsFor = (subject: FilterSubject): readonly FieldRule[] =>
  FILTER_FIELDS.filter((rule) => rule.for.includes(subject));
