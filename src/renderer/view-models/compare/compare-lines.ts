import { hexLine } from '../body-bytes';
import { plural, sayCount } from '../numbers';
import { compareLists, MOST_EDITS, visitRuns } from './compare-lists';
import type { ComparedRow } from './comparison';

export type ComparedRows = { readonly rows: readonly ComparedRow[]; readonly notes: readonly string[] };

/** Of each text so many lines are compared. */
const MOST_LINES = 50_000;
const HEX_COLUMNS = 16;
const MOST_HEX_LINES = 65_536;

const lines = (text: string): readonly string[] => text.split('\n', MOST_LINES + 1);

/** Two texts line by line. */
export function compareLines(left: string, right: string): ComparedRows {
  const [allLeft, allRight] = [lines(left), lines(right)];
  const cut = allLeft.length > MOST_LINES || allRight.length > MOST_LINES;
  const [a, b] = [allLeft.slice(0, MOST_LINES), allRight.slice(0, MOST_LINES)];
  const compared = compareLists(a, b);
  const rows: ComparedRow[] = [];
  const label = (leftPlace: number | null, rightPlace: number | null): string =>
    [leftPlace, rightPlace].map((place) => (place === null ? '' : String(place + 1))).join(' · ');
  visitRuns(compared, {
    both: ({ leftFrom, leftTo, rightFrom }) => {
      for (let at = leftFrom; at < leftTo; at++) {
        const line = a[at] ?? '';
        const other = rightFrom + at - leftFrom;
        rows.push({ change: 'same', label: label(at, other), left: line, right: line, note: '' });
      }
    },
    pair: (at, other) =>
      rows.push({ change: 'changed', label: label(at, other), left: a[at] ?? '', right: b[other] ?? '', note: '' }),
    left: (at) => rows.push({ change: 'removed', label: label(at, null), left: a[at] ?? '', right: null, note: '' }),
    right: (at) => rows.push({ change: 'added', label: label(null, at), left: null, right: b[at] ?? '', note: '' }),
  });
  const notes: string[] = [];
  if (cut) notes.push(`The first ${plural(MOST_LINES, 'line')} of each are compared.`);
  if (compared.byPlace) {
    notes.push(`More than ${sayCount(MOST_EDITS)} lines differ: each is compared with the one at its place.`);
  }
  return { rows, notes };
}

/** Two bodies that are no text, sixteen bytes a line, each compared with what stands at its place. */
export function compareHex(left: Uint8Array, right: Uint8Array): ComparedRows {
  const all = Math.ceil(Math.max(left.length, right.length) / HEX_COLUMNS);
  const count = Math.min(all, MOST_HEX_LINES);
  const rows: ComparedRow[] = [];
  const at = (bytes: Uint8Array, line: number): string | null =>
    line * HEX_COLUMNS < bytes.length ? hexLine(bytes, line).slice(10) : null;
  for (let line = 0; line < count; line++) {
    const [a, b] = [at(left, line), at(right, line)];
    const change = a === b ? 'same' : a === null ? 'added' : b === null ? 'removed' : 'changed';
    const label = (line * HEX_COLUMNS).toString(16).padStart(8, '0');
    rows.push({ change, label, left: a, right: b, note: '' });
  }
  const notes = ['Bytes are compared with those at their place.'];
  if (all > count) notes.push(`The first ${sayCount(count * HEX_COLUMNS)} bytes of each are compared.`);
  return { rows, notes };
}
