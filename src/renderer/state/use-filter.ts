import { useMemo, useRef, useState } from 'react';
import { EVERYTHING, type Filter, type FilterProblem, type FilterSubject } from '../../shared/filter/filter';
import { readFilter } from '../../shared/filter/read-filter';
import { useSettled } from './settled';

export type TypedFilter = {
  /** What stands in the bar. */
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** What the list is filtered by: the newest text that could be read, a moment after it was typed. */
  readonly text: string;
  readonly filter: Filter;
  readonly problem: FilterProblem | null;
};

const SETTLE_MS = 150;

/** A filter as it is typed: while it cannot be read, the one before it stays in force. */
export function useFilter(subject: FilterSubject): TypedFilter {
  const [typed, setTyped] = useState('');
  const settled = useSettled(typed, SETTLE_MS);
  const read = useMemo(() => readFilter(subject, settled), [subject, settled]);
  const good = useRef<{ readonly text: string; readonly filter: Filter }>({ text: '', filter: EVERYTHING });
  if (read.ok && good.current.text !== settled) good.current = { text: settled, filter: read.filter };
  const { text, filter } = good.current;
  return useMemo(
    () => ({ typed, setTyped, text, filter, problem: read.ok ? null : read.problem }),
    [typed, text, filter, read],
  );
}
