import { writeFileSync } from 'node:fs';
import { urlProblem } from '../../shared/contract/fields';
import { nearest, oneOf } from '../../shared/model/file-fields';
import { Refusal } from '../../shared/model/problem';
import type { ComparedRun } from '../../shared/model/run-comparison';
import { scenarioClock, scenarioSeed } from '../../shared/model/scenario';
import { compareRuns, isChanged } from '../../shared/rules/compare-runs';
import { comparedRunOf, readDocumentText } from './scenario/compare';
import { farEndpoints } from './scenario/far-hosts';
import { junitOf } from './scenario/junit';
import { plainText } from './scenario/plain-text';
import { type LineOutput, ProgressLine } from './scenario/progress-line';
import { readScenario } from './scenario/read-scenario';
import { readTextFile } from './scenario/read-text-file';
import { sayFileProblem } from './scenario/read-yaml';
import { findingsOf, writeDocument } from './scenario/report';
import { type Progress, runScenario } from './scenario/run-scenario';
import { sayComparison } from './scenario/say-comparison';
import type { Scenario } from './scenario/scenario';
import { summaryOf } from './scenario/summary';
import { systemChance, systemClock } from './system';
import { VERSION } from './version';

/** As much as is read of an earlier run. */
const MOST_DOCUMENT_BYTES = 512 * 1_048_576;
const EXIT_HOLDS = 0;
const EXIT_FAILED = 1;
export const EXIT_STOPPED = 130;

export const RUN_EXAMPLES = `
Examples:
  retryscope run outage.yaml
  retryscope run outage.yaml --clock 60 --url orders=http://localhost:3000/hooks
  retryscope run outage.yaml --json --junit report.xml
  retryscope run outage.yaml --compare earlier.json

Exit codes:
  0    every expectation holds
  1    an expectation fails, or --compare finds a change
  2    the file or an option is wrong, or the run could not be made
  130  stopped with Ctrl+C`;

export type RunFlags = {
  readonly clock?: string;
  readonly seed?: string;
  readonly url?: readonly string[];
  readonly dataDir?: string;
  readonly junit?: string;
  readonly json?: true;
  /** The document of an earlier run. */
  readonly compare?: string;
};

/** Where a run's words go. `write` resolves once more can be taken. */
export type RunOutputs = {
  readonly write: (text: string) => Promise<void>;
  readonly errors: LineOutput;
};

/**
 * Runs a scenario file. Returns the exit code.
 * @throws Refusal for a wrong file or option, and when the run could not be made
 */
export async function runFile(
  file: string,
  flags: RunFlags,
  { write, errors }: RunOutputs,
  signal: AbortSignal,
): Promise<number> {
  const scenario = withFlags(readFile(file), flags);
  const earlier = flags.compare === undefined ? null : readDocument(flags.compare);
  if (flags.junit !== undefined) writeReport(flags.junit, '');
  const line = new ProgressLine(errors, () => systemClock.elapsedMs());
  for (const warning of warningsOf(scenario)) line.say(warning);
  let last: Progress = { nowMs: 0, attempts: 0, nextMs: null };
  const begunAt = systemClock.elapsedMs();
  return await runScenario(
    scenario,
    {
      dataDir: flags.dataDir ?? null,
      system: systemClock,
      chance: systemChance,
      version: VERSION,
      signal,
      progress: (progress) => {
        last = progress;
        line.show(progress);
      },
      log: (text) => line.say(text),
    },
    async (ended) => {
      line.finish(last);
      const findings = await findingsOf(ended);
      const tookMs = systemClock.elapsedMs() - begunAt;
      if (flags.junit !== undefined) writeReport(flags.junit, junitOf(ended, findings, tookMs));
      if (flags.json === true) await writeDocument(ended, findings, write);
      else await write(summaryOf(ended, findings, tookMs));
      if (ended.interrupted) return EXIT_STOPPED;
      const compared = earlier === null ? null : compareRuns(earlier, await comparedRunOf(ended, findings));
      if (compared !== null) {
        const said = plainText(sayComparison(compared));
        if (flags.json === true) line.say(said.trimEnd());
        else await write(said);
      }
      const same = compared === null || !isChanged(compared);
      return same && findings.judged.every(({ ok }) => ok) ? EXIT_HOLDS : EXIT_FAILED;
    },
  );
}

/** @throws Refusal that names every problem, each on its own line */
function readFile(file: string): Scenario {
  const text = readTextFile(file);
  if (!text.ok) throw new Refusal({ code: 'invalid', message: text.why });
  const read = readScenario(file, text.text);
  if (read.ok) return read.value;
  throw new Refusal({ code: 'invalid', message: read.problems.map(sayFileProblem).join('\n') });
}

/** @throws Refusal when it cannot be read, or is no document of a run */
function readDocument(file: string): ComparedRun {
  const text = readTextFile(file, MOST_DOCUMENT_BYTES);
  const read = text.ok ? readDocumentText(text.text) : null;
  if (!text.ok) throw bad(`--compare ${file}: ${text.why}`);
  if (read !== null) return read;
  throw bad(`--compare ${file}: this is no document of a run. Make one with: retryscope run FILE --json > ${file}`);
}

/** What the command line says goes before what the file says. @throws Refusal */
function withFlags(scenario: Scenario, flags: RunFlags): Scenario {
  const clock = flags.clock === undefined ? scenario.clock : readClock(flags.clock);
  const seed = flags.seed === undefined ? scenario.seed : readSeed(flags.seed);
  const urls = (flags.url ?? []).map((text) => readUrl(text, scenario));
  const endpoints = scenario.endpoints.map((endpoint) => {
    const url = urls.findLast(({ name }) => name === endpoint.name)?.url;
    return url === undefined ? endpoint : { ...endpoint, target: { kind: 'url' as const, url } };
  });
  return { ...scenario, clock, seed, endpoints };
}

function readClock(text: string): Scenario['clock'] {
  const read = scenarioClock.safeParse(/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);
  if (read.success) return read.data;
  throw bad(`--clock ${text}: ${read.error.issues[0]?.message ?? 'not a clock'}`);
}

function readSeed(text: string): number {
  const read = scenarioSeed.safeParse(/^\d+$/.test(text) ? Number(text) : Number.NaN);
  if (read.success) return read.data;
  throw bad(`--seed ${text}: ${read.error.issues[0]?.message ?? 'not a seed'}`);
}

function readUrl(text: string, scenario: Scenario): { readonly name: string; readonly url: string } {
  const names = scenario.endpoints.map(({ name }) => name);
  // A name may hold an equals sign as well; a URL follows the last one before its scheme.
  const at = text.search(/=[A-Za-z][A-Za-z0-9+.-]*:\/\//);
  if (at <= 0) throw bad(`--url ${text}: write NAME=URL, such as ${names[0] ?? 'orders'}=http://localhost:3000/hooks.`);
  const name = text.slice(0, at);
  const url = text.slice(at + 1);
  if (!names.includes(name)) {
    const near = nearest(name, names);
    throw bad(
      `--url ${text}: there is no endpoint “${name}”. ${near === null ? `Choose ${oneOf(names)}.` : `Did you mean ${near}?`}`,
    );
  }
  const problem = urlProblem(url);
  if (problem !== null) throw bad(`--url ${text}: ${problem}`);
  return { name, url };
}

const bad = (message: string): Refusal => new Refusal({ code: 'invalid', message });

/** @throws Refusal when the file cannot be written */
function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw bad(`--junit ${file}: it cannot be written (${error instanceof Error ? error.message : String(error)}).`);
  }
}

/** Skipped time turns days into a burst: whoever is not on this machine should hear of it first. */
const warningsOf = (scenario: Scenario): readonly string[] =>
  farEndpoints(scenario).map(
    ({ name, url }) => `${name} is not on this machine, and gets the requests of hours or days in a burst: ${url}`,
  );
