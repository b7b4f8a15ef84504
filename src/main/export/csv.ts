import { MARK } from '../../shared/redaction/names';
import type { ExportSource, Writer } from './format';
import { isoTime } from './log-header';
import { type DeliveryStory, stories, whyOf } from './stories';

type Cell = string | number | null;

/** Text that a spreadsheet would take for a formula (or a command) by its first character. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A cell by RFC 4180. A text that would be a formula gets an apostrophe first; numbers stay numbers. */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const time = (ms: number | null): Cell => (ms === null ? null : isoTime(ms));

type Attempt = DeliveryStory['attempts'][number];
type Column = readonly [name: string, cell: (story: DeliveryStory, attempt: Attempt) => Cell];

const COLUMNS: readonly Column[] = [
  ['run', ({ run }) => run?.name ?? null],
  ['delivery_id', ({ delivery }) => delivery.id],
  ['event_id', ({ delivery }) => delivery.eventId],
  ['event_type', ({ delivery }) => delivery.eventType],
  ['endpoint', ({ endpoint }) => endpoint?.name ?? null],
  ['policy', ({ endpoint }) => endpoint?.policy.id ?? null],
  ['state', ({ delivery }) => delivery.state],
  ['reason', ({ delivery }) => delivery.reason],
  ['attempt', (_, { n }) => n],
  ['trigger', (_, { trigger }) => trigger],
  ['due_at', (_, { dueAt }) => time(dueAt)],
  ['started_at', (_, { startedAt }) => time(startedAt)],
  ['ended_at', (_, { endedAt }) => time(endedAt)],
  ['started_wall_at', (_, { startedWallAt }) => time(startedWallAt)],
  ['wait_base_ms', (_, { wait }) => wait?.baseMs ?? null],
  ['wait_min_ms', (_, { wait }) => wait?.minMs ?? null],
  ['wait_max_ms', (_, { wait }) => wait?.maxMs ?? null],
  ['wait_drawn_ms', (_, { wait }) => wait?.drawnMs ?? null],
  ['deferred_from', (_, { deferredFrom }) => time(deferredFrom)],
  ['outcome', (_, { outcome }) => outcome?.kind ?? null],
  [
    'status',
    (_, { response, outcome }) => (outcome?.kind === 'response' ? outcome.status : (response?.status ?? null)),
  ],
  ['fault', (_, { outcome }) => (outcome?.kind === 'no-response' ? outcome.fault : null)],
  ['detail', (_, { outcome }) => (outcome?.kind === 'no-response' ? outcome.detail : null)],
  ['took_ms', (_, { outcome }) => outcome?.tookMs ?? null],
  ['dns_ms', (_, { timings }) => timings?.dnsMs ?? null],
  ['connect_ms', (_, { timings }) => timings?.connectMs ?? null],
  ['tls_ms', (_, { timings }) => timings?.tlsMs ?? null],
  ['write_ms', (_, { timings }) => timings?.writeMs ?? null],
  ['first_byte_ms', (_, { timings }) => timings?.firstByteMs ?? null],
  ['body_ms', (_, { timings }) => timings?.bodyMs ?? null],
  ['method', (_, { request }) => request.method],
  ['url', (_, { request }) => request.url],
  ['request_bytes', (_, { request }) => request.bodyBytes],
  ['response_bytes', (_, { response }) => response?.bodyBytes ?? null],
  ['remote', (_, { remote }) => remote],
  ['why', (story, { n }) => whyOf(story, n)],
];

/** How many values of a row were redacted. */
const redactedIn = (cells: readonly Cell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.split(MARK).length - 1 : 0), 0);

const line = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A row an attempt. */
export const csv: Writer = {
  order: 'grouped',
  async *write(source: ExportSource) {
    yield line([...COLUMNS.map(([name]) => name), 'redacted']);
    for await (const story of stories(source.rows)) {
      for (const attempt of story.attempts) {
        const cells = COLUMNS.map(([, cell]) => cell(story, attempt));
        yield line([...cells, source.redaction.on ? redactedIn(cells) : null]);
      }
    }
  },
};
