import {
  type ColumnId,
  LEAST_COLUMN,
  type ListChoices,
  type ListName,
  MOST_COLUMN,
  type SortOf,
} from '../../shared/contract/lists';
import type { GlossaryWord } from '../../shared/words/glossary';

/** What a list says of one of its columns. */
export type ColumnSpec<L extends ListName = ListName> = {
  readonly id: ColumnId<L>;
  readonly name: string;
  /** CSS px, until a person chooses. */
  readonly width: number;
  /** Its share of the room that is left; 0 keeps to its width. */
  readonly grows: number;
  /** Shown until a person chooses; the higher, the sooner it gives way where there is no room. Null: only when asked for. */
  readonly rank: number | null;
  /** It cannot be hidden: without it a row has no name. */
  readonly stays?: true;
  readonly right?: true;
  /** The orders that are its own, which presses of its header go through. */
  readonly sorts?: readonly SortOf<L>[];
  /** The word of the glossary that its name is. */
  readonly term?: GlossaryWord;
};

/** What a person chose for a list. */
export type ColumnChoice<L extends ListName = ListName> = ListChoices[L];

export type ShownColumn<L extends ListName = ListName> = ColumnSpec<L> & {
  /** CSS px: as a person chose it, or its own. */
  readonly px: number;
  readonly sized: boolean;
};

const widthOf = <L extends ListName>(choice: ColumnChoice<L>, id: ColumnId<L>): number | undefined =>
  (choice.widths as Readonly<Partial<Record<ColumnId<L>, number>>>)[id];

/** Whether a person wants it, or does not; undefined where none chose. */
const wanted = <L extends ListName>(choice: ColumnChoice<L>, id: ColumnId<L>): boolean | undefined =>
  (choice.shown as Readonly<Partial<Record<ColumnId<L>, boolean>>>)[id];

/** Whether it is to be shown, as far as there is room. */
export const isOn = <L extends ListName>(spec: ColumnSpec<L>, choice: ColumnChoice<L>): boolean =>
  spec.stays === true || (wanted(choice, spec.id) ?? spec.rank !== null);

export const boundWidth = (px: number): number => Math.round(Math.max(LEAST_COLUMN, Math.min(MOST_COLUMN, px)));

/**
 * The columns that are shown in `roomPx`: those that a person chose stay, the others give way one after the other,
 * the highest rank first. With what is left too narrow, the list is scrolled sideways.
 */
export function shownColumns<L extends ListName>(
  specs: readonly ColumnSpec<L>[],
  choice: ColumnChoice<L>,
  roomPx: number,
): readonly ShownColumn<L>[] {
  let shown = specs
    .filter((spec) => isOn(spec, choice))
    .map((spec) => {
      const chosen = widthOf(choice, spec.id);
      return { ...spec, px: chosen ?? spec.width, sized: chosen !== undefined };
    });
  const mayGo = shown
    .filter((column) => column.stays !== true && wanted(choice, column.id) !== true)
    .sort((a, b) => (b.rank ?? 0) - (a.rank ?? 0));
  for (const column of mayGo) {
    if (leastWidth(shown) <= roomPx) break;
    shown = shown.filter((other) => other.id !== column.id);
  }
  return shown;
}

/** CSS px between two columns. */
const COLUMN_GAP = 8;

export const leastWidth = (columns: readonly ShownColumn[]): number =>
  columns.reduce((sum, { px }) => sum + px, 0) + COLUMN_GAP * Math.max(0, columns.length - 1);

/** What CSS calls `grid-template-columns`: room that no column takes stays empty at the end. */
export function columnTracks(columns: readonly ShownColumn[]): string {
  const tracks = columns.map(({ px, grows, sized }) =>
    grows === 0 || sized ? `${px}px` : `minmax(${px}px, ${grows}fr)`,
  );
  const grows = columns.some((column) => column.grows > 0 && !column.sized);
  return [...tracks, ...(grows ? [] : ['minmax(0, 1fr)'])].join(' ');
}

/** The order that a press of its header leads to; from the only one that it has, back to the list's own. */
export function nextSort<L extends ListName>({ sorts = [] }: ColumnSpec<L>, now: SortOf<L>): SortOf<L> {
  const at = sorts.indexOf(now);
  return sorts[at + 1] ?? (sorts.length === 1 && at === 0 ? 'newest' : (sorts[0] ?? now));
}

/** What a header tells of the order, as ARIA names it; undefined where it cannot be sorted by. */
export function ariaSort<L extends ListName>(
  { sorts }: ColumnSpec<L>,
  now: SortOf<L>,
): 'ascending' | 'descending' | 'none' | undefined {
  if (sorts === undefined) return undefined;
  if (!sorts.includes(now)) return 'none';
  return now === 'newest' ? 'descending' : 'ascending';
}

export const SORT_WORDS: Readonly<Record<SortOf<ListName>, string>> = {
  newest: 'newest first',
  oldest: 'oldest first',
  state: 'by state',
  endpoint: 'by endpoint',
  due: 'due soonest first',
};
