import { count, milliseconds, type Row, type RowOptions } from '../row';
import { median } from '../statistics';
import { runSubject, withPeer } from '../subject';
import type { LatenessArgs, LatenessReport } from '../subjects/lateness';

const TARGET_P99_MS = 5;
const PENDING = 10_000;
const OVER_MS = 10_000;

/** How late requests leave, after their commit, beside a lone timer on the same machine. */
export async function latenessRow({ rounds, say }: RowOptions): Promise<readonly Row[]> {
  const reports: LatenessReport[] = [];
  await withPeer('sink', { status: 200 }, async (port) => {
    for (let round = 1; round <= rounds; round++) {
      say(`  round ${round} of ${rounds}`);
      const args = { port, pending: PENDING, overMs: OVER_MS, seed: round };
      reports.push(await runSubject<LatenessArgs, LatenessReport>('lateness', args));
    }
  });
  const middle = (of: (report: LatenessReport) => number): number => median(reports.map(of));
  const p50 = middle((report) => report.p50);
  const p99 = middle((report) => report.p99);
  const early = reports.reduce((sum, report) => sum + report.early, 0);
  return [
    {
      what: `Late at 1×, ${count(PENDING)} due times over ${OVER_MS / 1_000} s`,
      measured: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}, ${early} early (a bare timer p50 ${milliseconds(middle((report) => report.timerP50))}, p99 ${milliseconds(middle((report) => report.timerP99))})`,
      target: `p99 < ${TARGET_P99_MS} ms, none early`,
      met: p99 < TARGET_P99_MS && early === 0,
      values: {
        p50: reports.map((report) => report.p50),
        p99: reports.map((report) => report.p99),
        worst: reports.map((report) => report.worst),
        early,
        timerP50: reports.map((report) => report.timerP50),
        timerP99: reports.map((report) => report.timerP99),
      },
    },
  ];
}
