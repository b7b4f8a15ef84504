import type { DeliverArgs, Rates } from '../rates';
import { median } from '../statistics';
import { runSubject, startPeer } from '../subject';
import type { Row } from '../table';

const TARGET = 0.4;

/** Deliveries a second against bare `Pool.dispatch`, in turn, against the same peer. */
export async function deliveriesRow(atOnce: number, rounds: number): Promise<Row> {
  const peer = await startPeer('sink', { status: 200 });
  const bare: Rates[] = [];
  const ours: Rates[] = [];
  for (let round = 0; round < rounds; round++) {
    const args = { port: peer.port, atOnce, warmUp: 4_000, count: 12_000 };
    bare.push(await runSubject<DeliverArgs, Rates>('deliver-bare', args));
    ours.push(await runSubject<DeliverArgs, Rates>('deliver-engine', args));
  }
  await peer.stop();
  const ratio = median(ours.map(({ perSecond }, i) => perSecond / (bare[i]?.perSecond ?? Number.NaN)));
  const byCpu = median(ours.map(({ cpuUsEach }, i) => (bare[i]?.cpuUsEach ?? Number.NaN) / cpuUsEach));
  const isTarget = atOnce === 256;
  return {
    what: `Deliveries a second, ${atOnce} at once, against bare Pool.dispatch`,
    measured: `${ratio.toFixed(2)} (${rate(bare)} bare, ${rate(ours)} ours; ${byCpu.toFixed(2)} by CPU time)`,
    target: isTarget ? `≥ ${TARGET}` : null,
    met: isTarget ? ratio >= TARGET : null,
    values: {
      ratio,
      ratioByCpu: byCpu,
      barePerSecond: bare.map(({ perSecond }) => perSecond),
      oursPerSecond: ours.map(({ perSecond }) => perSecond),
      bareCpuUs: bare.map(({ cpuUsEach }) => cpuUsEach),
      oursCpuUs: ours.map(({ cpuUsEach }) => cpuUsEach),
    },
  };
}

const rate = (of: readonly Rates[]): string =>
  `${Math.round(median(of.map(({ perSecond }) => perSecond))).toLocaleString('en')}/s`;
