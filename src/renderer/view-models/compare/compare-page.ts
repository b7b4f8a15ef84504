import { plural } from '../numbers';
import { type ComparedRow, type Comparison, differing } from './comparison';

export type Extent = 'differences' | 'all';

/** A line of the page that shows a comparison. */
export type CompareLine =
  | { readonly kind: 'title'; readonly title: string; readonly says: string }
  | { readonly kind: 'note'; readonly says: string }
  | { readonly kind: 'row'; readonly row: ComparedRow }
  /** So many that are the same are left out. */
  | { readonly kind: 'gap'; readonly count: number };

/** How many differences there are, in a sentence. */
export function sayDifferences({ sections }: Comparison): string {
  const counts = sections
    .map(({ title, rows }) => ({ title, count: differing(rows) }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return 'No differences.';
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return `${plural(all, 'difference')}: ${counts.map(({ title, count }) => `${count} in the ${title.toLowerCase()}`).join(', ')}.`;
}

/** The lines of the page, sections that differ first; those that do not have a title only until all is shown. */
export function compareLines({ sections }: Comparison, extent: Extent): readonly CompareLine[] {
  const sorted =
    extent === 'all'
      ? sections
      : [...sections].sort((a, b) => Number(differing(a.rows) === 0) - Number(differing(b.rows) === 0));
  return sorted.flatMap(({ title, rows, notes }) => {
    const count = differing(rows);
    const says = count === 0 ? 'the same' : plural(count, 'difference');
    return [
      { kind: 'title' as const, title, says },
      ...notes.map((note) => ({ kind: 'note' as const, says: note })),
      ...(extent === 'all' ? rows.map((row) => ({ kind: 'row' as const, row })) : onlyDifferent(rows)),
    ];
  });
}

function onlyDifferent(rows: readonly ComparedRow[]): readonly CompareLine[] {
  const lines: CompareLine[] = [];
  if (differing(rows) === 0) return lines;
  let same = 0;
  const close = (): void => {
    if (same > 0) lines.push({ kind: 'gap', count: same });
    same = 0;
  };
  for (const row of rows) {
    if (row.change === 'same') {
      same += 1;
      continue;
    }
    close();
    lines.push({ kind: 'row', row });
  }
  close();
  return lines;
}

/** Where two texts begin to differ, and where each is the same again; ends are excluded. */
export function markDifference(
  left: string,
  right: string,
): { readonly from: number; readonly leftTo: number; readonly rightTo: number } {
  const most = Math.min(left.length, right.length);
  let from = 0;
  while (from < most && left.charCodeAt(from) === right.charCodeAt(from)) from += 1;
  let tail = 0;
  while (tail < most - from && left.charCodeAt(left.length - 1 - tail) === right.charCodeAt(right.length - 1 - tail)) {
    tail += 1;
  }
  return { from, leftTo: left.length - tail, rightTo: right.length - tail };
}
