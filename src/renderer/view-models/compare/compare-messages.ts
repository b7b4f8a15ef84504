import type { HeaderList } from '../../../shared/model/header';
import { scanJson } from '../bodies/json-scan';
import { type BodySource, type OpenedBody, openBody } from '../bodies/open-body';
import { bytesOf } from '../body-bytes';
import { sayBytes } from '../numbers';
import { compareHeaders } from './compare-headers';
import { compareJson, type JsonSide } from './compare-json';
import { type ComparedRows, compareHex, compareLines } from './compare-lines';
import type { ComparedRow, ComparedSection, Comparison } from './comparison';

/** A request or a response. */
export type MessageSide = {
  /** `POST /hooks HTTP/1.1`, `HTTP/1.1 503 Service Unavailable`. */
  readonly first: string;
  readonly headers: HeaderList;
  readonly body: BodySource;
};
export type ExchangeSide = { readonly request: MessageSide; readonly response: MessageSide | null };
export type ToCompare = { readonly left: ExchangeSide; readonly right: ExchangeSide };

/** Of each body so much is compared, in bytes without codings. */
const MOST_COMPARED = 2_097_152;

/** Two exchanges side by side; the responses only where both sides have one. */
export async function compareMessages({ left, right }: ToCompare): Promise<Comparison> {
  const sections = [...(await messageSections('Request', left.request, right.request))];
  if (left.response !== null && right.response !== null) {
    sections.push(...(await messageSections('Response', left.response, right.response)));
  }
  return { sections };
}

async function messageSections(
  what: 'Request' | 'Response',
  left: MessageSide,
  right: MessageSide,
): Promise<readonly ComparedSection[]> {
  const change = left.first === right.first ? 'same' : 'changed';
  const first: ComparedRow = { change, label: '', left: left.first, right: right.first, note: '' };
  const headers = compareHeaders(left.headers, right.headers);
  return [
    { title: what === 'Request' ? 'Request line' : 'Status line', rows: [first], notes: [] },
    { title: `${what} headers`, rows: headers, notes: [] },
    { title: `${what} body`, ...(await compareBodies(left.body, right.body)) },
  ];
}

const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, at) => byte === right[at]);

async function compareBodies(left: BodySource, right: BodySource): Promise<ComparedRows> {
  const [a, b] = await Promise.all([opened(left), opened(right)]);
  if (sameBytes(a.stored, b.stored) && left.cut === right.cut) {
    const size = a.stored.length === 0 ? 'Both are empty.' : `The same, byte for byte: ${sayBytes(a.stored.length)}.`;
    return { rows: [], notes: left.cut ? [`${size} Both are cut; the rest is not held.`] : [size] };
  }
  const notes: string[] = [];
  if (left.cut || right.cut) notes.push('Not all of the bodies is held; what is held is compared.');
  if (a.steps.length + b.steps.length > 0) notes.push('They are compared without their content codings.');
  if (sameBytes(a.bytes, b.bytes)) {
    notes.push('What they hold is the same, byte for byte; only their content codings differ.');
    return { rows: [], notes };
  }
  const compared = compareOpened(a, b);
  return { rows: compared.rows, notes: [...notes, ...compared.notes] };
}

const opened = (body: BodySource): Promise<OpenedBody> => openBody(bytesOf(body.base64), body);

function compareOpened(a: OpenedBody, b: OpenedBody): ComparedRows {
  const isLong = a.bytes.length > MOST_COMPARED || b.bytes.length > MOST_COMPARED;
  const cutNote = isLong ? [`The first ${sayBytes(MOST_COMPARED)} of each are compared.`] : [];
  if (a.text === null || b.text === null) {
    const hex = compareHex(a.bytes.subarray(0, MOST_COMPARED), b.bytes.subarray(0, MOST_COMPARED));
    return { rows: hex.rows, notes: [...cutNote, ...hex.notes] };
  }
  const [left, right] = isLong ? [null, null] : [jsonSide(a), jsonSide(b)];
  if (left !== null && right !== null) {
    const json = compareJson(left, right);
    const differs = json.rows.some(({ change }) => change !== 'same');
    const notes = differs ? [] : ['The values are the same; only white space between them differs.'];
    return { rows: json.rows, notes: ['Compared as JSON.', ...json.notes, ...notes] };
  }
  const lines = compareLines(a.text.text.slice(0, MOST_COMPARED), b.text.text.slice(0, MOST_COMPARED));
  return { rows: lines.rows, notes: [...cutNote, ...lines.notes] };
}

function jsonSide({ kind, text }: OpenedBody): JsonSide | null {
  if (text === null || (kind !== 'json' && kind !== 'json-lines')) return null;
  const scan = scanJson(text.text, { many: kind === 'json-lines' });
  return scan.ok ? { text: text.text, index: scan.index } : null;
}
