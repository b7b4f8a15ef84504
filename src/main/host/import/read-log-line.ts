import { type FileBody, fileRow } from '../../../shared/log/file-rows';
import { LOG_FORMAT, LOG_VERSION, type LogEnd, type LogHeader, logEnd, logHeader } from '../../../shared/log/header';
import { type LogRow, withBodies } from '../../../shared/log/rows';
import { sayProblem } from '../../../shared/model/file-fields';
import { Refusal } from '../../../shared/model/problem';

export type LogLine = LogHeader | LogEnd | LogRow;

/** One line of a log file. @throws Refusal `invalid`, which names what is wrong with it */
export function readLogLine(text: string, n: number): LogLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong(n, n === 1 ? sayNoLog() : 'it is not JSON. A log file has one object a line');
  }
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
  if (n === 1) return readHeader(value);
  const schema = kind === 'end' ? logEnd : fileRow;
  const read = schema.safeParse(value, { error: sayProblem });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw wrong(n, `${issue?.path.join('.') || 'kind'}: ${issue?.message ?? 'not as expected'}`);
  }
  return read.data.kind === 'end' ? read.data : withBodies(read.data, toBytes);
}

function readHeader(value: unknown): LogHeader {
  const said = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  if (said['format'] !== LOG_FORMAT) throw wrong(1, sayNoLog());
  if (said['version'] !== LOG_VERSION) {
    throw wrong(1, `it is of version ${String(said['version'])}, and this Retryscope knows version ${LOG_VERSION}`);
  }
  const read = logHeader.safeParse(value, { error: sayProblem });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw wrong(1, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}`);
}

const sayNoLog = (): string => 'this is no log of Retryscope. Export one as NDJSON, and without redaction';

const wrong = (n: number, why: string): Refusal =>
  new Refusal({ code: 'invalid', field: 'file', message: `Line ${n}: ${why.replace(/\.$/, '')}.` });

const toBytes = (body: FileBody): Uint8Array =>
  'text' in body ? new TextEncoder().encode(body.text) : new Uint8Array(Buffer.from(body.base64, 'base64'));
