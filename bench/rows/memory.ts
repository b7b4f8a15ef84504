import { filledFolder } from '../filled';
import { count, type Row, type RowOptions } from '../row';
import { median } from '../statistics';
import { runSubject, withPeer } from '../subject';
import type { MemoryArgs, MemoryReport } from '../subjects/memory';

const FEW = 100;
const MANY = 100_000;
const MOST_RATIO = 1.15;
const STORED = 1_000_000;
const MOST_MIB = 250;

/** What an engine at work needs, whatever waits and whatever is stored. */
export async function memoryRows(options: RowOptions): Promise<readonly Row[]> {
  const { rounds, full, say } = options;
  const few: MemoryReport[] = [];
  const many: MemoryReport[] = [];
  const stored: MemoryReport[] = [];
  await withPeer('sink', { status: 200 }, async (port) => {
    const measure = async (deliveries: number, waiting: number): Promise<MemoryReport> =>
      runSubject<MemoryArgs, MemoryReport>('memory', {
        dataDir: await filledFolder(deliveries, waiting, options),
        port,
      });
    for (let round = 1; round <= rounds; round++) {
      say(`  round ${round} of ${rounds}`);
      few.push(await measure(MANY, FEW));
      many.push(await measure(MANY, MANY));
      if (full) stored.push(await measure(STORED, MANY));
    }
  });
  const ratio = median(many.map(({ peakMiB }, i) => peakMiB / (few[i]?.peakMiB ?? Number.NaN)));
  const rows: Row[] = [
    {
      what: `Memory with ${count(MANY)} waiting of ${count(MANY)}, against ${FEW} waiting`,
      measured: `${ratio.toFixed(2)} (${said(many)} and ${said(few)})`,
      target: `≤ ${MOST_RATIO}`,
      met: ratio <= MOST_RATIO,
      values: { ratio, ...valuesOf('many', many), ...valuesOf('few', few) },
    },
  ];
  if (full) {
    const peak = median(stored.map(({ peakMiB }) => peakMiB));
    rows.push({
      what: `Memory with ${count(STORED)} stored, ${count(MANY)} of them waiting`,
      measured: said(stored),
      target: `< ${MOST_MIB} MB`,
      met: peak < MOST_MIB,
      values: valuesOf('stored', stored),
    });
  }
  return rows;
}

const said = (reports: readonly MemoryReport[]): string =>
  `${Math.round(median(reports.map(({ peakMiB }) => peakMiB)))} MiB at most`;

const valuesOf = (name: string, reports: readonly MemoryReport[]) => ({
  [`${name}PeakMiB`]: reports.map(({ peakMiB }) => peakMiB),
  [`${name}RssMiB`]: reports.map(({ rssMiB }) => rssMiB),
  [`${name}HeapMiB`]: reports.map(({ heapMiB }) => heapMiB),
});
