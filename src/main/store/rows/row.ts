import { z } from 'zod';
import { sayProblem } from '../../../shared/model/file-fields';
import type { HeaderList } from '../../../shared/model/header';
import { Refusal } from '../../../shared/model/problem';

/** A row that does not hold what its table promises: edited by hand, or written by another version. */
class UnreadableRow extends Refusal {
  constructor(what: string, why: string) {
    super({
      code: 'unavailable',
      message: `${what} cannot be read: ${why}. The database was edited, or written by another version.`,
    });
    this.name = 'UnreadableRow';
  }
}

export type Log = (line: string) => void;

/** Lines beyond which it is no longer remembered which were told. */
const MOST_REMEMBERED = 1_000;

/** Tells each line once: a row that cannot be read is met again with every look at its list. */
export function tellOnce(log: Log): Log {
  const told = new Set<string>();
  return (line) => {
    if (told.has(line)) return;
    if (told.size >= MOST_REMEMBERED) told.clear();
    told.add(line);
    log(line);
  };
}

/** A row of the database as the model's value. `name` is what people know it by. @throws UnreadableRow */
export function readRow<T>(schema: z.ZodType<T>, name: string, row: unknown): T {
  const read = schema.safeParse(row, { error: sayProblem });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new UnreadableRow(
    `${name} ${idIn(row)}`.trimEnd(),
    `${where === '' ? 'it' : where}: ${(issue?.message ?? 'not as expected').replace(/\.$/, '')}`,
  );
}

/** The rows that can be read; the others are left out and told. */
export function readableRows<T>(rows: Iterable<unknown>, read: (row: unknown) => T, log: Log): T[] {
  const values: T[] = [];
  for (const row of rows) {
    const value = readOrTell(row, read, log);
    if (value !== null) values.push(value);
  }
  return values;
}

/** Null, and a line in the log, for a row that cannot be read. */
export function readOrTell<T>(row: unknown, read: (row: unknown) => T, log: Log): T | null {
  try {
    return read(row);
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error;
    log(error.message);
    return null;
  }
}

function idIn(row: unknown): string {
  if (typeof row !== 'object' || row === null) return '';
  if ('id' in row && typeof row.id === 'string') return row.id;
  if ('deliveryId' in row && 'n' in row) return `${row.n} of ${row.deliveryId}`;
  return 'seq' in row ? String(row.seq) : '';
}

/** A TEXT column that holds JSON of the schema's form. */
export const json = <T extends z.ZodType>(schema: T) => z.string().transform(parsedJson).pipe(schema);

function parsedJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
}

/** 0 or 1. */
export const flag = z
  .number()
  .int()
  .min(0)
  .max(1)
  .transform((value) => value === 1);

export const headers = json(z.array(z.tuple([z.string(), z.string()]))) satisfies z.ZodType<HeaderList>;

/** A BLOB column; a view on SQLite's copy, not one more copy. */
export const bytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, 'not a blob')
  .transform((blob) => new Uint8Array(blob.buffer, blob.byteOffset, blob.byteLength));

/** As better-sqlite3 takes bytes, without a copy. */
export const blob = (value: Uint8Array): Buffer => Buffer.from(value.buffer, value.byteOffset, value.byteLength);

/** A column with a number that is always there, such as a count. */
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
