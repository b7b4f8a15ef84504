import type { DeliveryRow } from '../../../shared/contract/views';
import type { Attempt } from '../../../shared/model/attempt';
import type { Endpoint } from '../../../shared/model/endpoint';
import type {
  ReportedAttempt,
  ReportedDelivery,
  ReportedEndpoint,
  ReportedStep,
} from '../../../shared/model/run-document';
import type { StepRecord } from '../../../shared/model/step';
import type { Policy } from '../../../shared/policies/policy';
import { standingOf } from '../../../shared/rules/standing';
import { explain, sayCause } from '../../../shared/words/explain';
import { providerWords } from '../../../shared/words/provider-words';
import { stepFacts } from '../../../shared/words/step-facts';
import type { EndpointFacts } from './log-facts';

/** Rows of the store as a run's document has them. `startedAt` is virtual epoch ms. */
export function reportDelivery(row: DeliveryRow, endpoint: Endpoint, startedAt: number): ReportedDelivery {
  return {
    id: row.id,
    event: row.eventId,
    type: row.eventType,
    endpoint: endpoint.name,
    state: row.state,
    label: providerWords(endpoint.policy, row)?.label ?? null,
    reason: row.reason,
    createdAtMs: row.createdAt - startedAt,
    counter: row.counter,
    origin: row.originId,
    error: row.lastError,
    attempts: row.marks.map((mark) => reportAttempt(mark, endpoint.policy, startedAt)),
  };
}

function reportAttempt(attempt: Attempt, policy: Policy, startedAt: number): ReportedAttempt {
  const { outcome, wait } = attempt;
  const since = (at: number | null): number | null => (at === null ? null : at - startedAt);
  return {
    n: attempt.n,
    trigger: attempt.trigger,
    dueAtMs: attempt.dueAt - startedAt,
    startedAtMs: attempt.startedAt - startedAt,
    endedAtMs: since(attempt.endedAt),
    wait: wait,
    deferredFromMs: since(attempt.deferredFrom),
    outcome: outcome?.kind ?? null,
    status: outcome?.kind === 'response' ? outcome.status : null,
    fault: outcome?.kind === 'no-response' ? outcome.fault : null,
    error: errorOf(attempt, policy),
  };
}

function errorOf({ outcome }: Attempt, policy: Policy): string | null {
  if (outcome === null) return null;
  if (outcome.kind === 'interrupted') return sayCause({ kind: 'interrupted', by: outcome.by });
  if (outcome.kind === 'no-response') {
    return sayCause({ kind: 'fault', fault: outcome.fault, detail: outcome.detail });
  }
  const [from, to] = policy.success;
  return outcome.status >= from && outcome.status <= to ? null : sayCause({ kind: 'status', status: outcome.status });
}

export function reportEndpoint(endpoint: Endpoint, facts: EndpointFacts): ReportedEndpoint {
  const state = standingOf(endpoint);
  return {
    name: endpoint.name,
    policy: endpoint.policy.id,
    state,
    label: state === 'deleted' ? state : endpoint.policy.endpointWords[state],
    ...facts,
    streak: endpoint.condition.streak,
  };
}

/** Instants among a step's own fields. */
const INSTANTS: Readonly<Record<string, string>> = {
  dueAt: 'dueAtMs',
  fromAt: 'fromAtMs',
  toAt: 'toAtMs',
  since: 'sinceMs',
};

/** The same fields, instants as ms since the start, those of a window in it too. */
function withSpans(fields: object, startedAt: number, receiverUrl: string): Record<string, unknown> {
  const told = Object.entries(fields).map(([key, value]: [string, unknown]) => {
    if (key === 'url' && typeof value === 'string' && value.startsWith(`${receiverUrl}/`)) {
      return [key, value.slice(receiverUrl.length)];
    }
    if (typeof value === 'object' && value !== null && 'fromAt' in value) {
      return [key, withSpans(value, startedAt, receiverUrl)];
    }
    const instant = INSTANTS[key];
    return instant === undefined || typeof value !== 'number' ? [key, value] : [instant, value - startedAt];
  });
  return Object.fromEntries(told);
}

/** `receiverUrl`: our own receiver's origin, which is another in every run and left out. */
export function reportStep(
  record: StepRecord,
  endpoint: Endpoint | null,
  { startedAt, receiverUrl }: { readonly startedAt: number; readonly receiverUrl: string },
): ReportedStep {
  const facts = endpoint === null ? [] : stepFacts(record, endpoint.policy);
  return {
    ...withSpans(record.step, startedAt, receiverUrl),
    atMs: record.at - startedAt,
    kind: record.step.kind,
    delivery: record.deliveryId,
    endpoint: endpoint?.name ?? null,
    text: explain(record.step),
    facts: facts.map(({ label, value, rules }) => ({ label, value, rules })),
  };
}
