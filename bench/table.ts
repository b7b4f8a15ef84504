import type { Row } from './row';

const HEADER = ['What', 'Measured', 'Target', 'Met'];

/** As a Markdown table with aligned columns. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map(({ what, measured, target, met }) => [
    what,
    measured,
    target ?? '–',
    met === null ? '–' : met ? 'yes' : 'no',
  ]);
  const widths = HEADER.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(HEADER), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}
