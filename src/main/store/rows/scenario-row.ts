import { z } from 'zod';
import type { OwnScenario, RunScenario } from '../../engine/ports';
import { readRow } from './row';

const ownScenarioRow = z.object({ id: z.string(), name: z.string(), text: z.string(), savedWallAt: z.number() });
export const readOwnScenario = (row: unknown): OwnScenario => readRow(ownScenarioRow, 'Scenario', row);

const runScenarioRow = z.object({ fileName: z.string(), text: z.string() });
export const readRunScenario = (row: unknown): RunScenario => readRow(runScenarioRow, 'Scenario of a run', row);
