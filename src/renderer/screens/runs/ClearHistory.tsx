import { useEffect, useRef, useState } from 'react';
import type { KeptKind } from '../../../shared/contract/preferences';
import type { RunView } from '../../../shared/contract/views';
import { useEngine, usePerform } from '../../state/engine-context';
import { say, sayProblem } from '../../state/toasts';
import { useClear } from '../../state/use-clear';
import { HISTORY_COUNTS } from '../../view-models/history-kinds';

type Asked = { readonly kind: Exclude<KeptKind, 'captures'>; readonly rows: number };

/**
 * Clears one kind of a run's history. Requests can be brought back for a while; what else is deleted is deleted for
 * good, little by little, and says first how much it is. What is pinned, or waits, stays.
 */
export function ClearHistory({ run, onDone }: { readonly run: RunView; readonly onDone: () => void }) {
  const { call } = useEngine();
  const perform = usePerform();
  const clears = useClear();
  const [asked, setAsked] = useState<Asked | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  // The focus follows what takes the place of the button that was pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is a reason to go there
  useEffect(() => first.current?.focus(), [asked]);
  const clearRequests = async (): Promise<void> => {
    if (await clears.clear({ runId: run.id })) onDone();
  };
  const ask = async (kind: Asked['kind']): Promise<void> => {
    const counted = await call('data.countOld', { kind, days: 0, runId: run.id });
    if (counted.ok) setAsked({ kind, rows: counted.value.rows });
    else sayProblem(counted.problem.message);
  };
  const go = async ({ kind, rows }: Asked): Promise<void> => {
    if ((await perform('data.deleteOld', { kind, days: 0, runId: run.id })) === null) return;
    say(`${HISTORY_COUNTS[kind](rows)} of “${run.name}” ${rows === 1 ? 'is' : 'are'} being deleted.`);
    onDone();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a sentence and buttons, not a form's fields
    <div
      className="run-line clear-history"
      role="group"
      aria-label={`Clear history of ${run.name}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone();
      }}
    >
      {asked === null ? (
        <>
          <span className="grow">Clear, but for what is pinned or still waits</span>
          <button
            ref={first}
            type="button"
            className="button small"
            title="They can be brought back for 10 minutes"
            onClick={() => void clearRequests()}
          >
            Requests received
          </button>
          <button type="button" className="button small" onClick={() => void ask('deliveries')}>
            Finished deliveries
          </button>
          <button type="button" className="button small" onClick={() => void ask('log')}>
            The log
          </button>
          <button type="button" className="button small" onClick={onDone}>
            Cancel
          </button>
        </>
      ) : (
        <>
          <span className="grow">
            {asked.rows === 0
              ? 'There is nothing to delete. The newest delivery of a run always stays.'
              : `Deletes ${HISTORY_COUNTS[asked.kind](asked.rows)}, for good.`}
          </span>
          {asked.rows === 0 ? null : (
            <button type="button" className="button danger small" onClick={() => void go(asked)}>
              Delete
            </button>
          )}
          <button ref={first} type="button" className="button small" onClick={onDone}>
            {asked.rows === 0 ? 'Close' : 'Keep them'}
          </button>
        </>
      )}
    </div>
  );
}
