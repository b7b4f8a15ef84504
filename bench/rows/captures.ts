import type { Rates } from '../rates';
import { perSecond, type Row, type RowOptions } from '../row';
import { median } from '../statistics';
import { runSubject, type Subject, withPeer } from '../subject';
import type { LoadArgs } from '../subjects/capture-load';

const TARGETS = [
  { atOnce: 64, ratio: 0.5 },
  { atOnce: 256, ratio: 0.8 },
] as const;
const WARM_UP = 4_000;
const COUNT = 20_000;

/** Captures a second, each answered after its commit, against a bare server that reads the body. */
export async function capturesRows(options: RowOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const target of TARGETS) rows.push(await capturesRow(target, options));
  return rows;
}

async function capturesRow(target: (typeof TARGETS)[number], { rounds, say }: RowOptions): Promise<Row> {
  const { atOnce } = target;
  const measure = (server: Subject): Promise<Rates> =>
    withPeer(server, null, (port) =>
      runSubject<LoadArgs, Rates>('capture-load', { port, atOnce, warmUp: WARM_UP, count: COUNT }),
    );
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    say(`  ${atOnce} at once, round ${round} of ${rounds}`);
    bare.push((await measure('capture-bare')).perSecond);
    ours.push((await measure('capture-receiver')).perSecond);
  }
  const ratio = median(ours.map((one, i) => one / (bare[i] ?? Number.NaN)));
  return {
    what: `Captures a second, ${atOnce} at once, against bare node:http`,
    measured: `${ratio.toFixed(2)} (${perSecond(median(ours))} and ${perSecond(median(bare))})`,
    target: `≥ ${target.ratio}`,
    met: ratio >= target.ratio,
    values: { ratio, barePerSecond: bare, oursPerSecond: ours },
  };
}
