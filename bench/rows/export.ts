import { filledFolder } from '../filled';
import { count, perSecond, type Row, type RowOptions } from '../row';
import { median } from '../statistics';
import { runSubject } from '../subject';
import type { ExportArgs, ExportReport } from '../subjects/export';

const FEW = 10_000;
const MANY = 100_000;
const WAITING = 100;
const FORMATS = ['ndjson', 'html'] as const;
const MOST_RATIO = 1.25;

/** What an export needs, whatever it is of: its memory against that of a tenth of it. */
export async function exportRows(options: RowOptions): Promise<readonly Row[]> {
  const { rounds, say } = options;
  const rows: Row[] = [];
  for (const format of FORMATS) {
    const few: ExportReport[] = [];
    const many: ExportReport[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`  ${format}, round ${round} of ${rounds}`);
      for (const [deliveries, reports] of [
        [FEW, few],
        [MANY, many],
      ] as const) {
        const dataDir = await filledFolder(deliveries, WAITING, options);
        reports.push(await runSubject<ExportArgs, ExportReport>('export', { dataDir, format }));
      }
    }
    const ratio = median(many.map(({ peakMiB }, i) => peakMiB / (few[i]?.peakMiB ?? Number.NaN)));
    const attempts = median(many.map((report) => (report.attempts / report.tookMs) * 1_000));
    const peak = Math.round(median(many.map(({ peakMiB }) => peakMiB)));
    rows.push({
      what: `Export as ${format}, ${count(MANY)} attempts, against ${count(FEW)}`,
      measured: `${ratio.toFixed(2)} of the memory (${peak} MiB at most), ${perSecond(attempts)}`,
      target: `≤ ${MOST_RATIO}`,
      met: ratio <= MOST_RATIO,
      values: { ratio, fewPeakMiB: few.map(({ peakMiB }) => peakMiB), manyPeakMiB: many.map(({ peakMiB }) => peakMiB) },
    });
  }
  return rows;
}
