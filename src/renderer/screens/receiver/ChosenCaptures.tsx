import { GitCompareArrows, Pin, PinOff, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useRef } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import type { CaptureRow, Cleared } from '../../../shared/contract/views';
import type { CaptureId } from '../../../shared/model/ids';
import { type Act, ActButtons } from '../../parts/Acts';
import { BulkProgressBar } from '../../parts/BulkProgress';
import { ChooseNone } from '../../parts/ChooseNone';
import { compare } from '../../state/comparing';
import { useEngine } from '../../state/engine-context';
import { usePageActions } from '../../state/page-actions';
import { say, sayProblem } from '../../state/toasts';
import { useBulk } from '../../state/use-bulk';
import { useClear } from '../../state/use-clear';
import { sayPinned } from '../../view-models/cleared';
import { sayCount } from '../../view-models/numbers';
import { newestCapture } from './capture-columns';

/** The chosen requests: pinned, deleted or, two of them, compared. */
export function ChosenCaptures({
  chosen,
  matching,
  onAll,
  onClear,
}: {
  readonly chosen: ReadonlyMap<CaptureId, CaptureRow>;
  /** How many match the list; null when that is not known. */
  readonly matching: number | null;
  readonly onAll: (stop: AbortSignal) => Promise<void>;
  readonly onClear: () => void;
}) {
  const { call } = useEngine();
  const { told } = useClear();
  const bulk = useBulk();
  const ids = useMemo(() => [...chosen.keys()], [chosen]);
  const pinned = ![...chosen.values()].every((row) => row.pinned);
  const pin = (): Promise<void> =>
    bulk.run(async (tell, signal) => {
      let [done, changed] = [0, 0];
      while (done < ids.length && !signal.aborted) {
        tell({ done, of: ids.length });
        const page = ids.slice(done, done + LIMITS.pageRows);
        const result = await call('capture.pin', { ids: page, pinned });
        if (!result.ok) {
          sayProblem(result.problem.message);
          break;
        }
        done += page.length;
        changed += result.value.changed;
      }
      say(sayPinned(changed, pinned, 'request'));
      if (!signal.aborted) onClear();
    });
  const remove = (): Promise<void> =>
    bulk.run(async (tell, signal) => {
      let done = 0;
      const parts: Cleared[] = [];
      while (done < ids.length && !signal.aborted) {
        tell({ done, of: ids.length });
        const page = ids.slice(done, done + LIMITS.pageRows);
        const result = await call('capture.delete', { ids: page, clearId: parts[0]?.clearId ?? null });
        if (!result.ok) {
          sayProblem(result.problem.message);
          break;
        }
        done += page.length;
        parts.push(result.value);
      }
      const [first] = parts;
      const sum = (of: 'cleared' | 'pinned'): number => parts.reduce((all, part) => all + part[of], 0);
      if (first !== undefined) told({ ...first, cleared: sum('cleared'), pinned: sum('pinned') }, ids.length - done);
      onClear();
    });
  const pair = useMemo(() => {
    const [left, right, third] = [...chosen.values()].sort((a, b) => newestCapture(b, a));
    return left !== undefined && right !== undefined && third === undefined ? ([left, right] as const) : null;
  }, [chosen]);
  const compareThem = useCallback((): void => {
    if (pair !== null) compare({ kind: 'capture', id: pair[0].id }, { kind: 'capture', id: pair[1].id });
  }, [pair]);

  const acts: readonly Act[] = [
    {
      id: 'pin',
      name: pinned ? 'Pin' : 'Unpin',
      icon: pinned ? Pin : PinOff,
      may: true,
      says: pinned ? 'Clearing and retention leave them' : 'Clearing and retention take them again',
      run: () => void pin(),
    },
    {
      id: 'delete',
      name: 'Delete',
      icon: Trash2,
      may: true,
      says: 'They can be brought back for 10 minutes; pinned ones stay',
      run: () => void remove(),
    },
    {
      id: 'compare',
      name: 'Compare the two',
      icon: GitCompareArrows,
      may: pair !== null,
      says: 'The earlier one at the left',
      run: compareThem,
    },
  ];
  // What runs when the palette's command is chosen is what is chosen then.
  const latest = useRef(acts);
  latest.current = acts;
  const isBusy = bulk.progress !== null;
  const isPair = pair !== null;
  usePageActions(
    'chosen-captures',
    useMemo(() => {
      const run = (id: string) => () => latest.current.find((act) => act.id === id)?.run();
      const found = [
        { group: 'Chosen' as const, name: `${pinned ? 'Pin' : 'Unpin'} the chosen`, icon: Pin, run: run('pin') },
        { group: 'Chosen' as const, name: 'Delete the chosen', icon: Trash2, run: run('delete') },
      ];
      const two = {
        group: 'Chosen' as const,
        name: 'Compare the two chosen',
        icon: GitCompareArrows,
        run: run('compare'),
      };
      if (isBusy) return [];
      return isPair ? [...found, two] : found;
    }, [isBusy, isPair, pinned]),
  );
  const chooseAll = (): Promise<void> =>
    bulk.run(async (tell, signal) => {
      tell({ done: chosen.size, of: null });
      await onAll(signal);
    });

  if (bulk.progress !== null) {
    return <BulkProgressBar label="Chosen requests" progress={bulk.progress} chosen={chosen.size} onStop={bulk.stop} />;
  }
  return (
    <section className="bulk" aria-label="Chosen requests">
      <b>{sayCount(chosen.size)} chosen</b>
      {matching !== null && matching <= chosen.size ? null : (
        <button type="button" className="link" onClick={() => void chooseAll()}>
          {matching === null ? 'Choose all that match' : `Choose all ${sayCount(matching)}`}
        </button>
      )}
      <span className="grow" />
      <ActButtons acts={acts.filter(({ id }) => id !== 'compare' || pair !== null)} />
      <ChooseNone onClear={onClear} />
    </section>
  );
}
