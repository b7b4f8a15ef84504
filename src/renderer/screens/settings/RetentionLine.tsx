import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type KeptKind, MOST_KEPT_DAYS } from '../../../shared/contract/preferences';
import type { Deleting } from '../../../shared/contract/views';
import { Icon } from '../../parts/Icon';
import { useEngine, usePerform } from '../../state/engine-context';
import { usePreferences } from '../../state/preferences';
import { sayProblem } from '../../state/toasts';
import { HISTORY_COUNTS } from '../../view-models/history-kinds';
import { plural, sayCount } from '../../view-models/numbers';
import { SavedField, typedNumber } from './SavedField';

const NAMES = {
  deliveries: 'Finished deliveries, for so many days',
  captures: 'Captures, for so many days',
  log: 'The log of steps, for so many days',
} as const;

/** How long one kind of history is kept, and what goes when it is deleted now. */
export function RetentionLine({
  kind,
  deleting,
  onStarted,
}: {
  readonly kind: KeptKind;
  readonly deleting: Deleting | null;
  readonly onStarted: () => void;
}) {
  const { call } = useEngine();
  const perform = usePerform();
  const { keepDays } = usePreferences();
  const days = keepDays[kind];
  const sayRows = HISTORY_COUNTS[kind];
  const [asked, setAsked] = useState<number | null>(null);
  const mine = deleting?.kind === kind ? deleting : null;
  const busy = deleting !== null && !deleting.done;

  const ask = async (): Promise<void> => {
    const result = await call('data.countOld', { kind, days: days ?? 0 });
    if (result.ok) setAsked(result.value.rows);
    else sayProblem(result.problem.message);
  };
  const go = async (): Promise<void> => {
    setAsked(null);
    if ((await perform('data.deleteOld', { kind, days: days ?? 0 })) !== null) onStarted();
  };
  const which = days === null ? '' : ` older than ${plural(days, 'day')}`;
  return (
    <div className="retention">
      <SavedField
        label={NAMES[kind]}
        hint={
          days === null
            ? `Kept for ever. 1 to ${sayCount(MOST_KEPT_DAYS)} days, or empty.`
            : 'Older ones go every hour. Empty keeps them for ever.'
        }
        value={days === null ? '' : String(days)}
        numeric
        change={(typed) => ({ keepDays: { ...keepDays, [kind]: typed === '' ? null : typedNumber(typed) } })}
      />
      {asked === null ? (
        <button type="button" className="button" disabled={busy} onClick={() => void ask()}>
          <Icon of={Trash2} />
          {days === null ? 'Delete all now' : 'Delete old ones now'}
        </button>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a group of a sentence and two buttons, not a form's fields
        <div className="confirm" role="group" aria-label={`Delete ${kind}`}>
          <p>{asked === 0 ? `There is nothing to delete${which}.` : `Deletes ${sayRows(asked)}${which}, for good.`}</p>
          {asked === 0 ? null : (
            <button type="button" className="button danger small" onClick={() => void go()}>
              Delete
            </button>
          )}
          {/* biome-ignore lint/a11y/noAutofocus: focus follows the question, on the safe answer */}
          <button type="button" autoFocus className="button small" onClick={() => setAsked(null)}>
            {asked === 0 ? 'Close' : 'Keep them'}
          </button>
        </div>
      )}
      {mine === null ? null : (
        <p className="muted" role="status">
          {mine.done
            ? `Deleted ${sayRows(mine.deleted)}.`
            : `Deleting: ${sayCount(mine.deleted)} of ${sayCount(mine.of)}.`}
        </p>
      )}
    </div>
  );
}
