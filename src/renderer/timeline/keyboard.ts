import { isKeyOf } from '../state/shortcuts';
import { hasMarks, type Layout, type RowItem, type SharedItem } from './layout';
import { instantOf } from './place';
import type { Mark } from './row-model';
import { lastIndex } from './scale';

/** Which mark has the focus: a delivery's row and the mark's key, which survives every change of the row. */
export type Focus = { readonly rowKey: string; readonly markKey: string };

type Step = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

export const rowKeyOf = (item: RowItem | SharedItem): string => (item.kind === 'row' ? item.row.id : item.key);

type Walkable = {
  readonly layout: Layout;
  readonly marksOf: (item: RowItem | SharedItem) => readonly Mark[];
  readonly nowMs: number;
};

/** Where a step leads; the same focus when there is nothing further, null when there is no mark at all. */
export function walk({ layout, marksOf, nowMs }: Walkable, focus: Focus | null, step: Step): Focus | null {
  const rows = layout.items.filter(hasMarks);
  const at = focus === null ? -1 : rows.findIndex((item) => rowKeyOf(item) === focus.rowKey);
  const item = rows[at];
  if (focus === null || item === undefined) return enter(rows, marksOf, nowMs);
  const marks = marksOf(item);
  const index = Math.max(
    0,
    marks.findIndex(({ key }) => key === focus.markKey),
  );
  const here = marks[index];
  if (step === 'up' || step === 'down') {
    const by = step === 'up' ? -1 : 1;
    const instant = here === undefined ? nowMs : instantOf(here, nowMs);
    for (let next = at + by; next >= 0 && next < rows.length; next += by) {
      const found = nearest(rows[next], marksOf, instant, nowMs);
      if (found !== null) return found;
    }
    return focus;
  }
  const to = { left: index - 1, right: index + 1, first: 0, last: marks.length - 1 }[step];
  const mark = marks[Math.min(marks.length - 1, Math.max(0, to))];
  return mark === undefined ? focus : { rowKey: focus.rowKey, markKey: mark.key };
}

function enter(rows: readonly (RowItem | SharedItem)[], marksOf: Walkable['marksOf'], nowMs: number): Focus | null {
  for (const row of rows) {
    const found = nearest(row, marksOf, nowMs, nowMs);
    if (found !== null) return found;
  }
  return null;
}

/** The mark of a row that lies nearest to an instant. Marks are in order of time. */
function nearest(
  item: RowItem | SharedItem | undefined,
  marksOf: Walkable['marksOf'],
  instant: number,
  nowMs: number,
): Focus | null {
  if (item === undefined) return null;
  const marks = marksOf(item);
  const before = lastIndex(marks.length, (i) => instantOf(marks[i] ?? lastOf(marks), nowMs) <= instant);
  const [left, right] = [marks[before], marks[before + 1]];
  const distance = (mark: Mark | undefined): number =>
    mark === undefined ? Infinity : Math.abs(instantOf(mark, nowMs) - instant);
  const mark = distance(right) < distance(left) ? right : left;
  return mark === undefined ? null : { rowKey: rowKeyOf(item), markKey: mark.key };
}

const lastOf = (marks: readonly Mark[]): Mark => {
  const mark = marks[marks.length - 1];
  if (mark === undefined) throw new RangeError('a row without marks has no last one');
  return mark;
};

/** Keys of the timeline, as `KeyboardEvent.key`. */
type KeyAction =
  | { readonly kind: 'walk'; readonly step: Step }
  | {
      readonly kind:
        | 'now'
        | 'fit'
        | 'zoom-in'
        | 'zoom-out'
        | 'fold'
        | 'go'
        | 'open'
        | 'copy'
        | 'close'
        | 'menu'
        | 'pin'
        | 'zoom-to';
    };

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  ArrowLeft: { kind: 'walk', step: 'left' },
  ArrowRight: { kind: 'walk', step: 'right' },
  ArrowUp: { kind: 'walk', step: 'up' },
  ArrowDown: { kind: 'walk', step: 'down' },
  Home: { kind: 'walk', step: 'first' },
  End: { kind: 'walk', step: 'last' },
  '=': { kind: 'zoom-in' },
  g: { kind: 'go' },
  c: { kind: 'copy' },
  Enter: { kind: 'open' },
  Escape: { kind: 'close' },
  ContextMenu: { kind: 'menu' },
};

/** Those whose keys a person can change. */
const CHOSEN = ['now', 'fit', 'zoom-in', 'zoom-out', 'zoom-to', 'fold', 'pin'] as const;

export function keyAction(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}): KeyAction | null {
  const pressed = { ...event, code: '', shiftKey: event.shiftKey && (event.ctrlKey || event.metaKey) };
  const chosen = CHOSEN.find((id) => isKeyOf(pressed, id));
  if (chosen !== undefined) return { kind: chosen };
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.key === 'F10') return event.shiftKey ? { kind: 'menu' } : null;
  return ACTIONS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
}
