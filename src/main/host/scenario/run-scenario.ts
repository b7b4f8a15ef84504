import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointId, RunId } from '../../../shared/model/ids';
import { makeId } from '../../../shared/model/ids';
import type { Pace } from '../../../shared/model/pace';
import type { Run } from '../../../shared/model/run';
import type { Chance, EngineStore, SystemClock } from '../../engine/ports';
import { openStore } from '../../store/open-store';
import { dropPlans } from './not-run';
import type { EndedRun } from './report';
import { RunningScenario } from './running-scenario';
import type { Scenario } from './scenario';

export type RunOptions = {
  /** Null: a temporary folder, removed afterwards. */
  readonly dataDir: string | null;
  readonly system: SystemClock;
  readonly chance: Chance;
  readonly version: string;
  /** Stops the run: what is in flight is aborted, the rest is not done. */
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
  /** One line about something unusual. */
  readonly log: (line: string) => void;
};

/** Where a run is: virtual ms since its start, attempts so far, and the next instant at which something can happen. */
export type Progress = { readonly nowMs: number; readonly attempts: number; readonly nextMs: number | null };

/** How often progress is told at most, real ms. */
const PROGRESS_MS = 100;

/**
 * Runs a scenario to its end in a run of its own and hands over what is left, with the store still open; afterwards
 * everything is closed.
 * @throws Refusal `locked`, `newer-file`, `disk-full`, `unavailable`
 */
export async function runScenario<T>(
  scenario: Scenario,
  options: RunOptions,
  use: (ended: EndedRun) => Promise<T>,
): Promise<T> {
  const { system, chance, log } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'retryscope-run-'));
  try {
    const opened = openStore({ dataDir, holder: 'run', wallMs: () => system.wallMs(), log });
    try {
      for (const notice of opened.notices) log(notice.message);
      const run = beginRun(opened.store, scenario, system, chance);
      const running = await RunningScenario.open(scenario, run, opened.store, options, dataDir);
      const telling = tellProgress(running, options, () => opened.views.totals(run.id));
      const interrupted = await running.end(options.signal).finally(() => telling.stop());
      const endedAt = running.virtualNow();
      const { nextMs } = running.position();
      await running.close();
      await telling.last(endedAt, nextMs);
      const endpoints = opened.store.endpoints(run.id);
      const names = new Map<EndpointId, string>(endpoints.map(({ id, name }) => [id, name]));
      const notRun = dropPlans(opened.store, run.id, run.startedAt, names);
      return await use({
        scenario,
        views: opened.views,
        runId: run.id,
        seed: run.seed,
        startedAt: run.startedAt,
        endedAt,
        receiverUrl: running.receiverUrl,
        interrupted,
        notRun,
        endpoints,
      });
    } finally {
      await opened.close();
    }
  } finally {
    if (options.dataDir === null) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The scenario's own run, paused at its start, so that preparing takes no virtual time. */
function beginRun(
  store: Pick<EngineStore, 'transact' | 'insertRun' | 'saveClock'>,
  scenario: Scenario,
  system: SystemClock,
  chance: Chance,
): Run {
  const wallMs = system.wallMs();
  const startedAt = scenario.startsAt ?? Math.floor(wallMs);
  const id: RunId = makeId('run', wallMs, chance.bytes(10));
  const seed = scenario.seed ?? chance.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0);
  const run: Run = { id, name: scenario.name, seed, durations: 'scripted', startedAt };
  store.transact(() => {
    store.insertRun(run);
    store.saveClock(id, { virtualMs: startedAt, wallMs, pace: paceOf(scenario.clock), paused: true });
  });
  return run;
}

const paceOf = (clock: Scenario['clock']): Pace => {
  if (clock === 'skip') return { kind: 'skip' };
  return { kind: 'factor', factor: clock === 'realtime' ? 1 : clock };
};

/** Tells progress at the start, while it goes on, and at the end. */
function tellProgress(
  running: RunningScenario,
  { system, progress, log }: RunOptions,
  totals: () => Promise<{ readonly attempts: number }>,
): { stop: () => void; last: (endedAt: number, nextMs: number | null) => Promise<void> } {
  let stopped = false;
  let cancel = (): void => {};
  const tell = async (): Promise<void> => {
    const { nowMs, nextMs } = running.position();
    const { attempts } = await totals();
    if (stopped) return;
    progress({ nowMs, attempts, nextMs });
    cancel = system.ring(PROGRESS_MS, () => void tell().catch((error: unknown) => log(String(error))));
  };
  void tell().catch((error: unknown) => log(String(error)));
  return {
    stop: () => {
      stopped = true;
      cancel();
    },
    last: async (endedAt, nextMs) =>
      progress({ nowMs: endedAt - running.startedAt, attempts: (await totals()).attempts, nextMs }),
  };
}
