/** What a chart draws, as a table; also what is copied from it. The first column names the row. */
export type ChartTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** What a chart shows: one sentence that says what one sees, and the same as a table. */
export type ChartFacts = { readonly caption: string; readonly table: ChartTable };

const FORMULA = /^[=+\-@\t\r]/;

/** A cell that a spreadsheet takes for text and never for a formula. */
function csvCell(text: string): string {
  const safe = FORMULA.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The table as RFC 4180 has it: lines end with CRLF. */
export const csvOf = ({ columns, rows }: ChartTable): string =>
  [columns, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
