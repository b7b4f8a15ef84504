import type { DeliverArgs, Rates } from '../rates';
import { perSecond, type Row, type RowOptions } from '../row';
import { median } from '../statistics';
import { runSubject, withPeer } from '../subject';

const TARGET = { atOnce: 256, ratio: 0.4 };
const WARM_UP = 4_000;
const COUNT = 12_000;

/** Deliveries a second against bare `Pool.dispatch`, in turn, against the same peer. */
export async function deliveriesRows(options: RowOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const atOnce of [16, 64, 256]) rows.push(await deliveriesRow(atOnce, options));
  return rows;
}

async function deliveriesRow(atOnce: number, { rounds, say }: RowOptions): Promise<Row> {
  const bare: Rates[] = [];
  const ours: Rates[] = [];
  await withPeer('sink', { status: 200 }, async (port) => {
    for (let round = 1; round <= rounds; round++) {
      say(`  ${atOnce} at once, round ${round} of ${rounds}`);
      const args = { port, status: 200, atOnce, warmUp: WARM_UP, count: COUNT };
      bare.push(await runSubject<DeliverArgs, Rates>('deliver-bare', args));
      ours.push(await runSubject<DeliverArgs, Rates>('deliver-engine', args));
    }
  });
  const ratio = median(ours.map((of, i) => of.perSecond / (bare[i]?.perSecond ?? Number.NaN)));
  const isTarget = atOnce === TARGET.atOnce;
  return {
    what: `Deliveries a second, ${atOnce} at once, against bare Pool.dispatch`,
    measured: `${ratio.toFixed(2)} (${rate(ours)} and ${rate(bare)}; ${Math.round(cpu(ours))} and ${Math.round(cpu(bare))} µs of CPU each)`,
    target: isTarget ? `≥ ${TARGET.ratio}` : null,
    met: isTarget ? ratio >= TARGET.ratio : null,
    values: {
      ratio,
      barePerSecond: bare.map((of) => of.perSecond),
      oursPerSecond: ours.map((of) => of.perSecond),
      bareCpuUs: bare.map((of) => of.cpuUsEach),
      oursCpuUs: ours.map((of) => of.cpuUsEach),
    },
  };
}

const rate = (of: readonly Rates[]): string => perSecond(median(of.map((one) => one.perSecond)));
const cpu = (of: readonly Rates[]): number => median(of.map((one) => one.cpuUsEach));
