import { z } from 'zod';
import type { RunId } from '../model/ids';
import type { RunComparison } from '../model/run-comparison';
import type { JudgedExpectation } from '../model/run-document';
import { id, wholeNumber } from './fields';
import { LIMITS } from './limits';
import type { RunView, ScriptProblem } from './views';

const text = z.string().max(LIMITS.eventBodyBytes, 'A scenario has at most 1 MiB.');
/** Stands in messages only. */
const fileName = z.string().max(400).default('scenario.yaml');
const scenarioId = z.string().min(1).max(200);
const runId = id<RunId>('run');

/** The commands about scenarios, and about what came of their runs. */
export const scenarioInputs = {
  /** Opens a scenario in a run of its own. `seed` null: the file's, or a new one. */
  'scenario.open': z.object({
    fileName,
    text,
    seed: wholeNumber(0, 4_294_967_295, 'A seed is 0 to 4,294,967,295.').nullable().default(null),
  }),
  /** What a scenario says, or what is wrong with it. Nothing is changed. */
  'scenario.check': z.object({ fileName, text }),
  /** Scenarios of one's own, the newest first. */
  'scenario.list': z.object({}).strict(),
  'scenario.get': z.object({ id: scenarioId }),
  /** Keeps a scenario, right or not; null makes a new one. An id that was removed is taken back. */
  'scenario.save': z.object({ id: scenarioId.nullable().default(null), text }),
  'scenario.remove': z.object({ id: scenarioId }),
  /** What a run was made from; null for one that was made by hand. */
  'scenario.ofRun': z.object({ runId }),
  /** How the expectations of a run stand, as it is now. */
  'scenario.verdicts': z.object({ runId }),
  /** What happened in a run, as a scenario. */
  'scenario.fromRun': z.object({ runId }),
  /** What is another one in the later run. */
  'run.compare': z.object({ earlier: runId, later: runId }),
} as const;

/** Scenarios of one's own without their text. */
export type OwnScenarioView = { readonly id: string; readonly name: string; readonly savedWallAt: number };

export type ScenarioReading =
  | {
      readonly ok: true;
      readonly name: string;
      /** Null: one is drawn. */
      readonly seed: number | null;
      readonly clock: 'realtime' | 'skip' | number;
      /** Hosts beside this machine to which the requests of hours or days go in a burst. */
      readonly farHosts: readonly string[];
      /** The lines that expect something. */
      readonly expectations: number;
    }
  | { readonly ok: false; readonly problems: readonly ScriptProblem[] };

export type ScenarioVerdicts = {
  /** `stopped`: it is frozen, and something is left to happen. */
  readonly state: 'running' | 'over' | 'stopped';
  readonly judged: readonly JudgedExpectation[];
};

/** As many pairs as are told: changed ones first. `left` are those that are not. */
export type ToldComparison = RunComparison & { readonly left: number };

export type ScenarioOutputs = {
  'scenario.open': RunView;
  'scenario.check': ScenarioReading;
  'scenario.list': readonly OwnScenarioView[];
  'scenario.get': OwnScenarioView & { readonly text: string };
  'scenario.save': OwnScenarioView;
  'scenario.remove': { readonly removed: true };
  'scenario.ofRun': { readonly fileName: string; readonly text: string; readonly seed: number } | null;
  'scenario.verdicts': ScenarioVerdicts;
  'scenario.fromRun': { readonly text: string; readonly remarks: readonly string[] };
  'run.compare': ToldComparison;
};
