import { z } from 'zod';
import { DELIVERY_STATES } from '../model/delivery';
import { REDACTION_KINDS } from '../redaction/names';
import { ROW_KINDS } from './rows';

export const LOG_FORMAT = 'retryscope-log';
export const LOG_VERSION = 1;

/** A virtual or wall instant for people, in UTC whatever the zone of the reader. */
const iso = z.iso.datetime();

const filter = z.object({
  ids: z.array(z.string()).optional(),
  states: z.array(z.enum(DELIVERY_STATES)).optional(),
  endpoint: z.string().optional(),
  text: z.string().optional(),
  /** As it was typed into the filter bar. */
  filter: z.string().optional(),
  since: iso.optional(),
  until: iso.optional(),
});

const countsOf = <K extends string>(kinds: readonly K[]) => z.record(z.enum(kinds), z.number().int().min(0));

/** The first line of a log file. It says nothing of when it was written: the same log makes the same file. */
export const logHeader = z.object({
  kind: z.literal('header'),
  format: z.literal(LOG_FORMAT),
  version: z.literal(LOG_VERSION),
  /** The version of Retryscope that wrote it. */
  app: z.string(),
  /** Every run, one run, or the deliveries that match the filter. */
  scope: z.enum(['everything', 'run', 'deliveries']),
  filter: filter.nullable(),
  runs: z.array(z.object({ id: z.string(), name: z.string(), startedAt: iso })),
  /** Null when the file is whole. */
  redaction: z
    .object({ headers: z.array(z.string()), query: z.array(z.string()), jsonPaths: z.array(z.string()) })
    .nullable(),
});
export type LogHeader = z.output<typeof logHeader>;

/** The last line: without it the file is not whole. */
export const logEnd = z.object({
  kind: z.literal('end'),
  rows: countsOf(ROW_KINDS),
  /** How many values were redacted, by kind. */
  redacted: countsOf(REDACTION_KINDS),
});
export type LogEnd = z.output<typeof logEnd>;
