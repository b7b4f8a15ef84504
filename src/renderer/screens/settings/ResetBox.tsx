import { RotateCcw } from 'lucide-react';
import type { KindCounts } from '../../../shared/contract/views';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { usePerform } from '../../state/engine-context';
import { leaveRun } from '../../state/navigation';
import { say } from '../../state/toasts';
import { plural } from '../../view-models/numbers';

/** Two steps; the first says what goes. */
export function ResetBox({ counts, onDone }: { readonly counts: KindCounts; readonly onDone: () => void }) {
  const perform = usePerform();
  const reset = async (): Promise<void> => {
    if ((await perform('data.reset', {})) === null) return;
    onDone();
    leaveRun();
    say('Everything begins again: a new run, and settings as they were at first.');
  };
  const goes = [
    `${plural(counts.runs, 'run')} with endpoints, secrets and routes`,
    plural(counts.events, 'event'),
    plural(counts.deliveries, 'delivery', 'deliveries'),
    plural(counts.captures, 'capture'),
  ].join(', ');
  return (
    <ConfirmButton
      label="Reset everything"
      confirm="Reset"
      says={`Stops what is in flight and deletes ${goes}, your own policies and all settings but the receiver’s port, for good.`}
      icon={RotateCcw}
      onConfirm={() => void reset()}
    />
  );
}
