import { z } from 'zod';
import { HEADER_NAME, HEADER_NAME_SAYS } from '../model/header';
import { FAULTS } from '../model/outcome';
import { ruleIds, waitMs } from './bounds';
import { schedule } from './schedule';

/** From and to, both included. */
export const statusRange = z
  .tuple([z.number().int().min(100).max(999), z.number().int().min(100).max(999)])
  .readonly()
  .refine(([from, to]) => from <= to, 'A range of statuses runs from the lower to the higher one.');

const headerName = z.string().max(100).regex(HEADER_NAME, HEADER_NAME_SAYS);
const verdict = z.enum(['retry', 'permanent']);

const rule = z
  .object({
    when: z.union([
      z.object({ status: statusRange }).readonly(),
      z.object({ fault: z.array(z.enum(FAULTS)).min(1).readonly() }).readonly(),
    ]),
    /** `success`: such an answer delivers, though it lies outside `success` of the policy. */
    verdict: z.enum(['retry', 'permanent', 'success']),
    /** The waits after such an answer, in place of the policy's own schedule. */
    schedule: schedule.optional(),
    rules: ruleIds,
  })
  .readonly()
  .refine((of) => of.verdict === 'retry' || of.schedule === undefined, {
    path: ['schedule'],
    message: 'Only what is retried has waits: leave schedule out, or let the verdict be retry.',
  })
  .refine((of) => of.verdict !== 'success' || 'status' in of.when, {
    path: ['verdict'],
    message: 'Without an answer nothing was delivered: choose retry or permanent.',
  });

export const classification = z
  .object({
    /** First match wins. */
    rules: z.array(rule).readonly(),
    otherwise: verdict,
  })
  .readonly();

const READS = ['seconds', 'milliseconds', 'date', 'seconds-or-date'] as const;

/** A wait that an answer asks for. It is applied after schedule, jitter and cap: nothing undoes it. */
export const retryAfter = z.union([
  z.literal('ignore'),
  z
    .object({
      /** `replace`: the wait is what was asked; `at-least`: no shorter than that. */
      mode: z.enum(['replace', 'at-least']),
      /** Looked for in this order; the first that the answer has counts. A date is wall time. */
      headers: z
        .array(z.object({ name: headerName, reads: z.enum(READS) }).readonly())
        .min(1, 'Name a header that is read, such as retry-after.')
        .max(10)
        .readonly(),
      /** On these statuses only. */
      statuses: z.array(statusRange).min(1, 'Name a range of statuses, such as [429, 429].').max(100).readonly(),
      /** No more than so much is waited for an answer's sake; null has no limit of its own. */
      capMs: waitMs.nullable(),
    })
    .readonly(),
]);

/** A header of a failed answer that ends the delivery for good. */
export const optOut = z
  .object({
    header: headerName,
    /** Compared without case and outer white space; null takes any value. */
    value: z.string().max(200).nullable(),
    rules: ruleIds,
  })
  .readonly();

export type ObeyedRetryAfter = Exclude<z.infer<typeof retryAfter>, 'ignore'>;
export type RetryAfterHeader = ObeyedRetryAfter['headers'][number];
export type OptOut = z.infer<typeof optOut>;
