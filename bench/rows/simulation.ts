import { count, type Row, type RowOptions } from '../row';
import { median } from '../statistics';
import { runSubject } from '../subject';
import type { SimulationArgs, SimulationReport } from '../subjects/simulation';

const TARGET = 1_000_000;
const PENDING = 10_000;
const STEPS = 2_000_000;

/** Attempt-steps a second of the rules alone, beside the same heap with no rules. */
export async function simulationRow({ rounds, say }: RowOptions): Promise<readonly Row[]> {
  const reports: SimulationReport[] = [];
  for (let round = 1; round <= rounds; round++) {
    say(`  round ${round} of ${rounds}`);
    reports.push(
      await runSubject<SimulationArgs, SimulationReport>('simulation', { pending: PENDING, steps: STEPS, seed: round }),
    );
  }
  const perSecond = reports.map((report) => report.perSecond);
  const heapOnly = reports.map((report) => report.heapOnlyPerSecond);
  const measured = median(perSecond);
  return [
    {
      what: `Simulated attempt-steps a second of CPU time, ${count(PENDING)} pending`,
      measured: `${count(measured)} (the heap alone ${count(median(heapOnly))})`,
      target: `≥ ${count(TARGET)}`,
      met: measured >= TARGET,
      values: { perSecond, heapOnlyPerSecond: heapOnly },
    },
  ];
}
