import { median } from '../statistics';
import { runSubject, startPeer } from '../subject';
import type { Row } from '../table';

export type DeliverArgs = {
  readonly port: number;
  readonly atOnce: number;
  readonly warmUp: number;
  readonly count: number;
};

const TARGET = 0.4;

/** Deliveries a second against bare `Pool.dispatch`, in turn, against the same peer. */
export async function deliveriesRow(atOnce: number, rounds: number): Promise<Row> {
  const peer = await startPeer('sink', { status: 200 });
  const bare: number[] = [];
  const ours: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const theirRate = await runSubject<DeliverArgs, number>('deliver-bare', {
      port: peer.port,
      atOnce,
      warmUp: 8_000,
      count: 24_000,
    });
    const ourRate = await runSubject<DeliverArgs, number>('deliver-engine', {
      port: peer.port,
      atOnce,
      warmUp: 4_000,
      count: 12_000,
    });
    bare.push(theirRate);
    ours.push(ourRate);
    ratios.push(ourRate / theirRate);
  }
  await peer.stop();
  const ratio = median(ratios);
  const isTarget = atOnce === 256;
  return {
    what: `Deliveries a second, ${atOnce} at once, against bare Pool.dispatch`,
    measured: `${ratio.toFixed(2)} (${rate(median(ours))} to ${rate(median(bare))})`,
    target: isTarget ? `≥ ${TARGET}` : null,
    met: isTarget ? ratio >= TARGET : null,
    values: { ratio, deliveriesPerSecond: ours, barePerSecond: bare },
  };
}

const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`;
