import { count, milliseconds, type Row, type RowOptions } from '../row';
import { median, percentile } from '../statistics';
import { runSubject } from '../subject';
import type { HistoryArgs, HistoryReport } from '../subjects/history';

const CAPTURES = 100_000;
const SHARE = 0.95;

type Series = 'first' | 'filter' | 'text' | 'scroll' | 'duringExport';

const PAGES: readonly { readonly of: Series; readonly what: string; readonly most: number }[] = [
  { of: 'first', what: 'First page of captures', most: 50 },
  { of: 'filter', what: 'Captures by status, method or sighting', most: 50 },
  { of: 'text', what: 'Captures by header, body or text', most: 300 },
  { of: 'scroll', what: 'Each page of captures, from the newest to the oldest', most: 50 },
  { of: 'duringExport', what: 'First page of captures while all of them are exported', most: 100 },
];

/** Captures as the receiver's screen asks for them, and what clearing them costs. */
export async function historyRows({ rounds, say }: RowOptions): Promise<readonly Row[]> {
  const reports: HistoryReport[] = [];
  for (let round = 1; round <= rounds; round++) {
    say(`  round ${round} of ${rounds}`);
    reports.push(await runSubject<HistoryArgs, HistoryReport>('history', { captures: CAPTURES }));
  }
  const middle = (of: (report: HistoryReport) => number): number => median(reports.map(of));
  const one = (what: string, of: 'clear' | 'undo' | 'afterClear' | 'kept', most: number): Row => ({
    what: `${what}, ${count(CAPTURES)} captures`,
    measured: milliseconds(middle((report) => report[of])),
    target: `< ${count(most)} ms`,
    met: middle((report) => report[of]) < most,
    values: { [of]: reports.map((report) => report[of]) },
  });
  const grown = middle(({ peakMiB, beforeMiB }) => peakMiB / beforeMiB);
  return [
    ...PAGES.map(({ of, what, most }): Row => {
      const p95 = middle((report) => percentile(report[of], SHARE));
      const p50 = middle((report) => percentile(report[of], 0.5));
      return {
        what: `${what}, ${count(CAPTURES)} captures`,
        measured: `p95 ${milliseconds(p95)}, p50 ${milliseconds(p50)}`,
        target: `p95 < ${most} ms`,
        met: p95 < most,
        values: { p95: reports.map((report) => percentile(report[of], SHARE)) },
      };
    }),
    {
      what: `Memory while ${count(CAPTURES)} captures are exported, against before`,
      measured: `${grown.toFixed(2)} (${Math.round(middle(({ peakMiB }) => peakMiB))} MiB at most; ${milliseconds(middle(({ exportMs }) => exportMs))})`,
      target: '≤ 1.25',
      met: grown <= 1.25,
      values: { grown: reports.map(({ peakMiB, beforeMiB }) => peakMiB / beforeMiB) },
    },
    one('Clear', 'clear', 1_000),
    one('The line’s thread is kept at most while it clears', 'kept', 50),
    one('First page when all are cleared and none is deleted', 'afterClear', 50),
    one('Undo', 'undo', 1_000),
  ];
}
