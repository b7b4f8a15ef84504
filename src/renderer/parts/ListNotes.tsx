import { useStore } from 'zustand';
import { type KeysetList, MOST_LIST_ROWS } from '../state/keyset-list';
import { sayCount } from '../view-models/numbers';
import { ProblemNote } from './ProblemNote';

/** What a list has to say below its rows: what went wrong, where its selection is, and that it is full. */
export function ListNotes<Row extends { readonly id: string }>({
  list,
  selectedId,
  selected,
  onShowAll = null,
}: {
  readonly list: KeysetList<Row>;
  readonly selectedId: string | null;
  /** The selected row, wherever it was read; undefined where it is not known. */
  readonly selected: Row | undefined;
  readonly onShowAll?: (() => void) | null;
}) {
  const problem = useStore(list.store, (state) => state.problem);
  const full = useStore(list.store, (state) => state.full);
  const elsewhere = useStore(list.store, ({ rows, phase, next }) => {
    if (selectedId === null || phase === 'first' || rows.some(({ id }) => id === selectedId)) return null;
    const belongs = selected === undefined ? null : list.source.belongs(selected);
    // Where the row does not tell, a whole list without it does.
    if (belongs === false || (belongs === null && selected !== undefined && next === null)) return 'not in this filter';
    return next === null || belongs === null ? null : 'further down in this list';
  });
  return (
    <>
      {problem === null ? null : <ProblemNote problem={problem} onAgain={() => void list.reload()} />}
      {elsewhere === null ? null : (
        <p className="list-note" role="status">
          1 selected, {elsewhere}
          {onShowAll === null || elsewhere !== 'not in this filter' ? null : (
            <button type="button" className="link" onClick={onShowAll}>
              Clear the filter
            </button>
          )}
        </p>
      )}
      {full ? (
        <p className="list-problem">The first {sayCount(MOST_LIST_ROWS)} are held. Narrow the filter to see others.</p>
      ) : null}
    </>
  );
}
