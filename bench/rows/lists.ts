import { filledFolder } from '../filled';
import { LIST_KINDS, type ListKind } from '../list-kinds';
import { count, milliseconds, type Row, type RowOptions } from '../row';
import { median, percentile } from '../statistics';
import { runSubject } from '../subject';
import type { ListsArgs, ListsReport } from '../subjects/lists';

const SHARE = 0.95;
const TITLES: Readonly<Record<ListKind, string>> = {
  first: 'First page of deliveries',
  filter: 'A filter',
  search: 'A text search',
};
const MOST_MS: Readonly<Record<ListKind, number>> = { first: 50, filter: 50, search: 300 };

/** Pages as a screen asks for them, through the reader's thread, in a store of many attempts. */
export async function listsRows(options: RowOptions): Promise<readonly Row[]> {
  const { rounds, full, say } = options;
  const attempts = full ? 1_000_000 : 100_000;
  const dataDir = await filledFolder(attempts, full ? 100_000 : 100, options);
  const reports: ListsReport[] = [];
  for (let round = 1; round <= rounds; round++) {
    say(`  round ${round} of ${rounds}`);
    reports.push(await runSubject<ListsArgs, ListsReport>('lists', { dataDir }));
  }
  return LIST_KINDS.map((kind) => {
    const p95 = reports.map((report) => percentile(report[kind], SHARE));
    const p50 = reports.map((report) => percentile(report[kind], 0.5));
    return {
      what: `${TITLES[kind]}, ${count(attempts)} attempts`,
      measured: `p95 ${milliseconds(median(p95))}, p50 ${milliseconds(median(p50))}`,
      target: `p95 < ${MOST_MS[kind]} ms`,
      met: median(p95) < MOST_MS[kind],
      values: { p95, p50, worst: reports.map((report) => Math.max(...report[kind])) },
    };
  });
}
