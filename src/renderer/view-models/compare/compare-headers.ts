import type { HeaderList } from '../../../shared/model/header';
import { ordinal } from '../numbers';
import type { ComparedRow } from './comparison';
import { stayInOrder } from './in-order';

/** The how-many-eth field of its name each is: `x-a 0`, `x-a 1`. */
function keysOf(headers: HeaderList): readonly string[] {
  const seen = new Map<string, number>();
  return headers.map(([name]) => {
    const low = name.toLowerCase();
    const nth = seen.get(low) ?? 0;
    seen.set(low, nth + 1);
    return `${low} ${nth}`;
  });
}

/** Header fields by name, compared without case, repeated ones in their order. What moved among the others is said. */
export function compareHeaders(left: HeaderList, right: HeaderList): readonly ComparedRow[] {
  const leftKeys = keysOf(left);
  const rightKeys = keysOf(right);
  const placeInRight = new Map(rightKeys.map((key, place) => [key, place]));
  const inBoth = leftKeys.flatMap((key, place) => (placeInRight.has(key) ? [place] : []));
  const rightPlaces = inBoth.map((place) => placeInRight.get(leftKeys[place] ?? '') ?? -1);
  const staying = stayInOrder(rightPlaces);
  const moved = new Set(inBoth.filter((_, index) => !staying.has(index)));

  const rows: { readonly at: number; readonly row: ComparedRow }[] = left.map(([name, value], place) => {
    const at = placeInRight.get(leftKeys[place] ?? '');
    const other = at === undefined ? undefined : right[at];
    if (at === undefined || other === undefined) {
      return { at: -1, row: { change: 'removed', label: name, left: value, right: null, note: '' } };
    }
    const notes: string[] = [];
    if (other[0] !== name) notes.push(`written ${other[0]} at the right`);
    if (moved.has(place)) notes.push(`${ordinal(place + 1)} at the left, ${ordinal(at + 1)} at the right`);
    const change = other[1] !== value ? 'changed' : moved.has(place) ? 'moved' : other[0] !== name ? 'respelt' : 'same';
    return { at, row: { change, label: name, left: value, right: other[1], note: notes.join('; ') } };
  });
  // What is only at the right stands below the field that it follows there.
  const known = new Set(leftKeys);
  for (const [place, [name, value]] of right.entries()) {
    if (known.has(rightKeys[place] ?? '')) continue;
    const after = rows.findIndex(({ at }) => at === place - 1);
    const row: ComparedRow = { change: 'added', label: name, left: null, right: value, note: '' };
    rows.splice(after + 1, 0, { at: place, row });
  }
  return rows.map(({ row }) => row);
}
