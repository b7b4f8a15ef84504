import type { Handlers } from '../../shared/contract/commands';
import type { OwnScenarioView } from '../../shared/contract/scenario-commands';
import type { RunView } from '../../shared/contract/views';
import type { RunId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import type { Run } from '../../shared/model/run';
import type { DeliveryPair } from '../../shared/model/run-comparison';
import { compareRuns } from '../../shared/rules/compare-runs';
import type { Chance, EngineStore, OwnScenario, RunRecord } from '../engine/ports';
import type { Views } from '../engine/views-port';
import type { LiveRun } from './live-run';
import { comparedRunOf } from './scenario/compare';
import { farHostsOf } from './scenario/far-hosts';
import { scenarioFromRun } from './scenario/from-run';
import { isOver } from './scenario/is-over';
import { readExpectations, readScenario } from './scenario/read-scenario';
import { readYaml, sayFileProblem } from './scenario/read-yaml';
import { type Findings, findingsOf, type JudgedRun } from './scenario/report';
import type { Scenario } from './scenario/scenario';

export type ScenarioPorts = {
  readonly live: LiveRun;
  readonly store: EngineStore;
  readonly views: Views;
  readonly chance: Chance;
  readonly wallMs: () => number;
  /** A run with what it holds, which is live now. */
  readonly liveView: (run: Run) => Promise<RunView>;
};

type Names = Extract<keyof Handlers, `scenario.${string}` | 'run.compare'>;

/** Pairs of deliveries that are told at most: a table that a person reads. */
const MOST_PAIRS = 2_000;
/** Deliveries that are held in memory for a comparison. */
const MOST_COMPARED = 50_000;

/** What the section Scenarios asks for. */
export function scenarioHandlers(ports: ScenarioPorts): Pick<Handlers, Names> {
  const { live, store, views } = ports;
  const known = (id: RunId): RunRecord => {
    const run = store.runs().find((each) => each.id === id);
    if (run !== undefined) return run;
    throw new Refusal({ code: 'not-found', message: `There is no run ${id}. It may have been deleted.` });
  };
  const own = (id: string): OwnScenario => {
    const found = store.ownScenario(id);
    if (found !== null) return found;
    throw new Refusal({ code: 'not-found', message: 'There is no such scenario. It may have been deleted.' });
  };
  const judged = (run: Run): Promise<Findings> => findingsOf(judgedRun(ports, run));
  return {
    'scenario.open': async ({ fileName, text, seed }) => {
      const scenario = readOwn(store, fileName, text);
      const run = await live.openScenario({ ...scenario, seed: seed ?? scenario.seed }, { fileName, text });
      return ports.liveView(run);
    },
    'scenario.check': ({ fileName, text }) => {
      const read = readScenario(fileName, text, false, ownPolicies(store));
      if (!read.ok) {
        const problems = read.problems.map(({ line, column, path, message }) => ({ line, column, path, message }));
        return { ok: false, problems };
      }
      const { name, seed, clock, expectations } = read.value;
      return { ok: true, name, seed, clock, farHosts: farHostsOf(read.value), expectations: expectations.length };
    },
    'scenario.list': () => store.ownScenarios().map(viewOf),
    'scenario.get': ({ id }) => ({ ...viewOf(own(id)), text: own(id).text }),
    'scenario.save': ({ id, text }) => {
      const saved: OwnScenario = {
        id: id ?? Buffer.from(ports.chance.bytes(12)).toString('hex'),
        name: nameOf(text),
        text,
        savedWallAt: ports.wallMs(),
      };
      store.transact(() => store.saveOwnScenario(saved));
      return viewOf(saved);
    },
    'scenario.remove': ({ id }) => {
      own(id);
      store.transact(() => store.removeOwnScenario(id));
      return { removed: true };
    },
    'scenario.ofRun': ({ runId }) => {
      const { seed } = known(runId);
      const from = store.runScenario(runId);
      return from === null ? null : { ...from, seed };
    },
    'scenario.verdicts': async ({ runId }) => {
      const run = known(runId);
      const over = isOver(store, runId);
      const { judged: verdicts } = await judged(run);
      return { state: over ? 'over' : run.live ? 'running' : 'stopped', judged: verdicts };
    },
    'scenario.fromRun': async ({ runId }) => {
      const run = known(runId);
      const clock = store.clock(runId);
      const { virtualMs, pace } = run.live ? live.engine.report() : (clock ?? live.engine.report());
      return scenarioFromRun(run, { store, views }, { now: virtualMs, pace });
    },
    'run.compare': async ({ earlier, later }) => {
      const runs = [known(earlier), known(later)] as const;
      for (const run of runs) await bounded(views, run);
      const [before, after] = [judgedRun(ports, runs[0]), judgedRun(ports, runs[1])];
      const compared = compareRuns(
        await comparedRunOf(before, await findingsOf(before)),
        await comparedRunOf(after, await findingsOf(after)),
      );
      const [changed, same] = [compared.pairs.filter(isOther), compared.pairs.filter((pair) => !isOther(pair))];
      const told = new Set([...changed, ...same].slice(0, MOST_PAIRS));
      const pairs = compared.pairs.filter((pair) => told.has(pair));
      return { ...compared, pairs, left: compared.pairs.length - pairs.length };
    },
  };
}

const isOther = ({ presence }: DeliveryPair): boolean => presence !== 'same';

const viewOf = ({ id, name, savedWallAt }: OwnScenario): OwnScenarioView => ({ id, name, savedWallAt });

const ownPolicies = (store: EngineStore) => store.ownPolicies().map(({ policy }) => policy);

/** @throws Refusal `invalid` with every problem, one a line, each with its line and column */
function readOwn(store: EngineStore, fileName: string, text: string): Scenario {
  const read = readScenario(fileName, text, false, ownPolicies(store));
  if (read.ok) return read.value;
  throw new Refusal({ code: 'invalid', field: 'text', message: read.problems.map(sayFileProblem).join('\n') });
}

/** What a text that may be wrong calls itself. */
function nameOf(text: string): string {
  const read = readYaml('scenario', text);
  const value = read.ok ? read.value.value : null;
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : 'Without a name';
}

/** A run with what was expected of it; nothing of one that was made by hand. */
function judgedRun({ store, views }: ScenarioPorts, run: Run): JudgedRun {
  const from = store.runScenario(run.id);
  const expected = from === null ? null : readExpectations(from.text);
  return {
    views,
    runId: run.id,
    startedAt: run.startedAt,
    interrupted: false,
    endpoints: store.endpoints(run.id),
    scenario: expected ?? { expectations: [], routes: [] },
  };
}

/** @throws Refusal `invalid` for a run that is too long to be compared */
async function bounded(views: Views, { id, name }: Run): Promise<void> {
  const { deliveries } = await views.totals(id);
  if (deliveries <= MOST_COMPARED) return;
  const most = MOST_COMPARED.toLocaleString('en');
  throw new Refusal({
    code: 'invalid',
    message: `“${name}” has more than ${most} deliveries, the most that is compared.`,
  });
}
