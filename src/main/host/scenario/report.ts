import { isFinal } from '../../../shared/model/delivery';
import type { Endpoint } from '../../../shared/model/endpoint';
import type { RouteId, RunId } from '../../../shared/model/ids';
import type {
  JudgedExpectation,
  ReportedDelivery,
  ReportedEndpoint,
  ReportedRoute,
  RunDocument,
} from '../../../shared/model/run-document';
import type { StepRecord } from '../../../shared/model/step';
import { ExpectationCheck } from '../../../shared/rules/expectations';
import type { Views } from '../../engine/views-port';
import { LogFacts } from './log-facts';
import { reportDelivery, reportEndpoint, reportStep } from './report-rows';
import type { Scenario } from './scenario';

/** Rows that are read at a time: what is in memory at once, with all their attempts. */
const PAGE = 100;

/** A run that has come to its end, with the store still open. */
export type EndedRun = {
  readonly scenario: Scenario;
  readonly views: Views;
  readonly runId: RunId;
  readonly seed: number;
  /** Virtual epoch ms. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Where our own receiver listened. */
  readonly receiverUrl: string;
  readonly interrupted: boolean;
  /** What was planned and did not happen any more, in words. */
  readonly notRun: readonly string[];
  /** Everything that an endpoint of the run was, the deleted ones included. */
  readonly endpoints: readonly Endpoint[];
};

/** What it takes to judge a run. */
export type JudgedRun = RunRows &
  Pick<EndedRun, 'interrupted'> & {
    readonly scenario: Pick<Scenario, 'expectations'> & { readonly routes: readonly { readonly path: string }[] };
  };

/** What it takes to read a run's deliveries. */
export type RunRows = Pick<EndedRun, 'views' | 'runId' | 'startedAt' | 'endpoints'>;

/** What a run came to, in numbers. */
export type Findings = {
  readonly endpoints: readonly ReportedEndpoint[];
  readonly routes: readonly ReportedRoute[];
  /** Empty when the run was interrupted. */
  readonly judged: readonly JudgedExpectation[];
  /** Expectations that were not judged, since the run was interrupted. */
  readonly unjudged: readonly string[];
  readonly counts: ReadonlyMap<string, EndpointCounts>;
  /** Deliveries that had not come to their end. */
  readonly waiting: number;
};

/** Of one endpoint: deliveries by state and reason (`failed, exhausted`), attempts by what came of them (`503`). */
export type EndpointCounts = { readonly deliveries: Map<string, number>; readonly attempts: Map<string, number> };

/** Reads the run page by page: what is kept does not grow with it, but for counts. */
export async function findingsOf(run: JudgedRun): Promise<Findings> {
  const facts = new LogFacts(run.startedAt, (id) => endpointOf(run, id)?.policy.suspension?.reason ?? null);
  for await (const step of stepsOf(run)) facts.see(step);
  const check = new ExpectationCheck(run.scenario.expectations);
  const counts = new Map<string, EndpointCounts>();
  let waiting = 0;
  for await (const delivery of deliveriesOf(run)) {
    if (!isFinal(delivery.state)) waiting += 1;
    check.see(delivery);
    count(counts, delivery);
  }
  const endpoints = run.endpoints.map((endpoint) => reportEndpoint(endpoint, facts.of(endpoint.id)));
  const routes = await routesOf(run);
  return {
    endpoints,
    routes,
    judged: run.interrupted ? [] : check.judge(endpoints, routes),
    unjudged: run.interrupted ? check.titles : [],
    counts,
    waiting,
  };
}

/** Writes the run's document as JSON, piece by piece. */
export async function writeDocument(
  run: EndedRun,
  findings: Findings,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const head: Omit<RunDocument, 'deliveries' | 'endpoints' | 'routes' | 'log' | 'expectations' | 'notRun'> = {
    scenario: run.scenario.name,
    seed: run.seed,
    virtualStart: new Date(run.startedAt).toISOString(),
    virtualEndMs: run.endedAt - run.startedAt,
    interrupted: run.interrupted,
  };
  await write(`${JSON.stringify(head).slice(0, -1)},\n"deliveries":[`);
  await writeList(deliveriesOf(run), write);
  await write(`],\n"endpoints":${JSON.stringify(findings.endpoints)},\n`);
  await write(`"routes":${JSON.stringify(findings.routes)},\n"log":[`);
  await writeList(reportedSteps(run), write);
  await write(`],\n"expectations":${JSON.stringify(findings.judged)},\n`);
  await write(`"notRun":${JSON.stringify(run.notRun)}}\n`);
}

async function writeList(rows: AsyncIterable<unknown>, write: (text: string) => Promise<void>): Promise<void> {
  let buffered = '';
  let first = true;
  for await (const row of rows) {
    buffered += `${first ? '' : ','}\n${JSON.stringify(row)}`;
    first = false;
    if (buffered.length < 65_536) continue;
    await write(buffered);
    buffered = '';
  }
  await write(buffered);
}

const endpointOf = (run: RunRows, id: string): Endpoint | undefined =>
  run.endpoints.find((endpoint) => endpoint.id === id);

/** Every delivery of a run, in the order of their creation. */
export async function* deliveriesOf(run: RunRows): AsyncGenerator<ReportedDelivery> {
  let after = 0;
  for (;;) {
    const page = await run.views.deliveriesAfter(run.runId, after, PAGE);
    for (const row of page) {
      const endpoint = endpointOf(run, row.endpointId);
      if (endpoint === undefined) throw new Error(`delivery ${row.id} has lost its endpoint`);
      yield reportDelivery(row, endpoint, run.startedAt);
      after = row.ordinal;
    }
    if (page.length === 0) return;
  }
}

async function* stepsOf(run: RunRows): AsyncGenerator<StepRecord> {
  let after = 0;
  for (;;) {
    const page = await run.views.stepsAfter(run.runId, after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

async function* reportedSteps(run: EndedRun): AsyncGenerator<unknown> {
  for await (const step of stepsOf(run)) {
    const endpoint = step.endpointId === null ? undefined : endpointOf(run, step.endpointId);
    yield reportStep(step, endpoint ?? null, run);
  }
}

async function routesOf(run: JudgedRun): Promise<readonly ReportedRoute[]> {
  const ids = new Map((await run.views.routes(run.runId, null)).map(({ id, path }) => [path, id]));
  const reported: ReportedRoute[] = [];
  for (const { path } of run.scenario.routes) {
    const id = ids.get(path);
    if (id !== undefined) reported.push({ route: path, ...(await capturesOf(run, id)) });
  }
  return reported;
}

async function capturesOf(run: RunRows, routeId: RouteId): Promise<Omit<ReportedRoute, 'route'>> {
  const keys = new Set<string>();
  let captures = 0;
  let duplicates = 0;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Views['listCaptures']>> = await run.views.listCaptures(run.runId, {
      routeId,
      cursor,
      limit: PAGE,
    });
    for (const { deliveryKey } of page.rows) {
      captures += 1;
      if (deliveryKey === null) continue;
      if (keys.has(deliveryKey)) duplicates += 1;
      keys.add(deliveryKey);
    }
    cursor = page.next;
  } while (cursor !== null);
  return { captures, duplicates };
}

function count(counts: Map<string, EndpointCounts>, delivery: ReportedDelivery): void {
  const known = counts.get(delivery.endpoint) ?? { deliveries: new Map(), attempts: new Map() };
  counts.set(delivery.endpoint, known);
  const { state, reason } = delivery;
  add(known.deliveries, reason === null ? state : `${state} (${reason})`);
  for (const { status, fault, outcome } of delivery.attempts) {
    add(known.attempts, String(status ?? fault ?? outcome ?? 'in flight'));
  }
}

const add = (counts: Map<string, number>, word: string): void => void counts.set(word, (counts.get(word) ?? 0) + 1);
