import { z } from 'zod';
import { TRIGGERS, waitedMs } from '../../../shared/model/attempt';
import { DELIVERY_STATES, FAIL_REASONS } from '../../../shared/model/delivery';
import { FAULTS } from '../../../shared/model/outcome';
import type { ComparedDelivery, ComparedRun } from '../../../shared/model/run-comparison';
import { ENDPOINT_STANDINGS, type JudgedExpectation, type ReportedDelivery } from '../../../shared/model/run-document';
import { standingOf } from '../../../shared/rules/standing';
import { deliveriesOf, type RunRows } from './report';

/** What is compared of a run that is still in the store. */
export async function comparedRunOf(
  run: RunRows,
  { judged }: { readonly judged: readonly JudgedExpectation[] },
): Promise<ComparedRun> {
  const deliveries: ComparedDelivery[] = [];
  for await (const delivery of deliveriesOf(run)) deliveries.push(comparedDelivery(delivery));
  return {
    deliveries,
    endpoints: run.endpoints.map((endpoint) => {
      const state = standingOf(endpoint);
      const label = state === 'deleted' ? state : endpoint.policy.endpointWords[state];
      return { name: endpoint.name, state, label };
    }),
    expectations: judged,
  };
}

const comparedDelivery = (delivery: ReportedDelivery): ComparedDelivery => ({
  ...delivery,
  attempts: delivery.attempts.map(({ wait, ...attempt }) => ({
    ...attempt,
    waitMs: wait === null ? null : waitedMs(wait),
  })),
});

const ms = z.number();
const nullableMs = ms.nullable();

/** What is read of a document that `retryscope run --json` wrote. */
const documentText = z.object({
  deliveries: z.array(
    z.object({
      id: z.string(),
      event: z.string(),
      type: z.string(),
      endpoint: z.string(),
      state: z.enum(DELIVERY_STATES),
      reason: z.enum(FAIL_REASONS).nullable(),
      createdAtMs: ms,
      attempts: z.array(
        z
          .object({
            n: z.number(),
            trigger: z.enum(TRIGGERS),
            startedAtMs: ms,
            endedAtMs: nullableMs,
            wait: z.object({ drawnMs: ms, askedMs: ms.optional() }).nullable(),
            outcome: z.enum(['response', 'no-response', 'interrupted']).nullable(),
            status: z.number().nullable(),
            fault: z.enum(FAULTS).nullable(),
          })
          .transform(({ wait, ...attempt }) => ({ ...attempt, waitMs: wait === null ? null : waitedMs(wait) })),
      ),
    }),
  ),
  endpoints: z.array(z.object({ name: z.string(), state: z.enum(ENDPOINT_STANDINGS), label: z.string() })),
  expectations: z.array(z.object({ expectation: z.string(), ok: z.boolean(), actual: z.string() })),
});

/** An earlier run from its document, or null when the text is none. */
export function readDocumentText(text: string): ComparedRun | null {
  try {
    const read = documentText.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
