import { z } from 'zod';
import { spanMs } from './bounds';

/** Where the response clock starts. */
const clockStart = z.enum(['connect-start', 'connected', 'request-written']);

const clocks = {
  /** DNS, TCP and TLS together; null has no limit of its own. */
  connectMs: spanMs.nullable(),
  /** To the response's headers. */
  headers: z.object({ ms: spanMs, from: clockStart }).readonly().nullable(),
  /** From connect start to the end of the body. */
  totalMs: spanMs.nullable(),
  /** The longest silence of the peer once connected; absent has no limit. */
  inactivityMs: spanMs.nullable().optional(),
};

export const timeouts = z.object(clocks).readonly();

const attemptNumber = z.number().int().min(1).max(1_000_000);

/** Other time-outs for some attempts: by their number in the delivery's history, first match wins. */
export const timeoutsFor = z
  .array(
    z
      .object({
        /** From and to, both included; null is every one from there on. */
        attempts: z
          .tuple([attemptNumber, attemptNumber.nullable()])
          .readonly()
          .refine(([from, to]) => to === null || from <= to, 'A range of attempts runs from the lower to the higher.'),
        ...clocks,
      })
      .readonly(),
  )
  .max(100)
  .readonly();
