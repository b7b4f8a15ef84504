import { LIMITS } from '../../../shared/contract/limits';
import type { DeliveryRow } from '../../../shared/contract/views';
import type { RecordedRun, SavedScenario } from '../../../shared/from-run/recorded-run';
import { scenarioOfRun } from '../../../shared/from-run/scenario';
import type { Event } from '../../../shared/model/event';
import type { Pace } from '../../../shared/model/pace';
import type { Run } from '../../../shared/model/run';
import type { StepRecord } from '../../../shared/model/step';
import { builtInPolicy } from '../../../shared/policies/built-in';
import type { Policy } from '../../../shared/policies/policy';
import { newVersionOf } from '../../../shared/rules/policy-version';
import type { EngineStore } from '../../engine/ports';
import type { Views } from '../../engine/views-port';
import { shortestPolicy } from '../workspace-policies';
import { isOver } from './is-over';
import { shortYaml } from './short-yaml';

/** Rows that are said at most: more would be no text that a person reads. */
const MOST_EVENTS = 20_000;
const MOST_DELIVERIES = 50_000;
const MOST_STEPS = 500_000;
const MOST_BODY_BYTES = 16 * LIMITS.eventBodyBytes;

export type FromRun = { readonly text: string; readonly remarks: readonly string[] };

/** What a run says as a scenario file. `now` and `pace` are those of its clock. */
export async function scenarioFromRun(
  run: Run,
  { store, views }: { readonly store: EngineStore; readonly views: Views },
  { now, pace }: { readonly now: number; readonly pace: Pace },
): Promise<FromRun> {
  const events = await eventsOf(run, views);
  const deliveries = await allOf<DeliveryRow>(
    (after, limit) => views.deliveriesAfter(run.id, after, limit),
    ({ ordinal }) => ordinal,
    MOST_DELIVERIES,
  );
  const steps = await allOf<StepRecord>(
    (after, limit) => views.stepsAfter(run.id, after, limit),
    ({ seq }) => seq,
    MOST_STEPS,
  );
  const planned = await views.plannedSends(run.id);
  const recorded: RecordedRun = {
    run,
    now,
    pace,
    isOver: isOver(store, run.id),
    endpoints: store.endpoints(run.id),
    routes: store.routes(run.id),
    events: events.rows,
    sentOn: events.sentOn,
    deliveries: deliveries.rows,
    steps: steps.rows,
    plannedEvents: planned.reduce((sum, { left }) => sum + left, 0),
    isCut: events.isCut || deliveries.isCut || steps.isCut,
  };
  const saved = scenarioOfRun(recorded, { policyGiven, textOf });
  return { text: textOfScenario(run, saved), remarks: saved.remarks };
}

const PAGE = 500;

type Rows<T> = { readonly rows: readonly T[]; readonly isCut: boolean };

async function allOf<T>(
  read: (after: number, limit: number) => Promise<readonly T[]>,
  placeOf: (row: T) => number,
  most: number,
): Promise<Rows<T>> {
  const rows: T[] = [];
  for (let after = 0; ; ) {
    const page = await read(after, PAGE);
    rows.push(...page);
    const last = page.at(-1);
    if (last === undefined) return { rows, isCut: false };
    if (rows.length >= most) return { rows: rows.slice(0, most), isCut: true };
    after = placeOf(last);
  }
}

/** The run's first events, oldest first, each with its bytes. */
async function eventsOf(run: Run, views: Views): Promise<Rows<Event> & { readonly sentOn: number }> {
  const ids: Event['id'][] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<Views['listEvents']>> = await views.listEvents(run.id, { cursor, limit: PAGE });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
    if (cursor === null) break;
  }
  const rows: Event[] = [];
  let bytes = 0;
  let sentOn = 0;
  for (const id of ids.reverse()) {
    const event = await views.event(id);
    if (event === null) continue;
    if (event.captureId !== null) {
      sentOn += 1;
      continue;
    }
    bytes += event.bodyBytes;
    if (rows.length === MOST_EVENTS || bytes > MOST_BODY_BYTES) return { rows, sentOn, isCut: true };
    rows.push({ ...event, carried: null, body: Buffer.from(event.body, 'base64') });
  }
  return { rows, sentOn, isCut: false };
}

/** The id of a built-in policy, else the policy itself: the file runs wherever it goes. */
function policyGiven(policy: Policy): unknown {
  const builtIn = builtInPolicy(policy.id);
  if (builtIn !== undefined && newVersionOf(policy, builtIn) === null) return policy.id;
  const { retryscope: _, version: __, ...fields } = shortestPolicy(policy);
  return fields;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Each part stands by itself; what could not be said stands above. */
function textOfScenario(run: Run, { file, remarks }: SavedScenario): string {
  const head = `# Saved from the run “${oneLine(run.name)}”.`;
  const left =
    remarks.length === 0 ? [] : ['#', '# Not as it was:', ...remarks.map((remark) => `# - ${oneLine(remark)}`)];
  const body = shortYaml(file, 2).replace(/^(endpoints|receiver|send|actions|expect):/gm, '\n$1:');
  return `${[head, ...left].join('\n')}\n${body}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
