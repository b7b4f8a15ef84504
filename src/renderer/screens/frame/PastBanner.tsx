import { History, SkipBack, StepBack, StepForward } from 'lucide-react';
import { useStore } from 'zustand';
import type { PastView } from '../../../shared/contract/views';
import { sayDuration } from '../../../shared/words/duration';
import { explain } from '../../../shared/words/explain';
import { Icon } from '../../parts/Icon';
import { Tip } from '../../parts/Tip';
import { useEngine } from '../../state/engine-context';
import { navigation, type Section } from '../../state/navigation';
import { past } from '../../state/past';
import type { ShortcutId } from '../../state/shortcut-table';
import { useVirtualNow } from '../../state/virtual-now';
import { exactTime } from '../../view-models/instants';
import { sayInstant } from '../../view-models/past-words';

/** What these show is not read from the log of steps. */
const HAS_NO_PAST: readonly Section[] = ['events', 'receiver', 'policies', 'scenarios', 'settings'];

/** Says that the page shows the past, which one, and how to move in it and out of it. */
export function PastBanner() {
  const view = useStore(past, (state) => state.shown?.view ?? null);
  return view === null ? null : <Shown view={view} />;
}

function Shown({ view }: { readonly view: PastView }) {
  const { moves } = useEngine();
  const now = useVirtualNow(1_000, true);
  const section = useStore(navigation, (state) => state.section);
  const { atMs, step } = view;
  const newest = step === null ? 'Nothing had happened yet.' : `The newest step then: ${explain(step.step)}`;
  return (
    <section className="banner past" aria-label="Looking at the past">
      <Icon of={History} size={15} />
      <p>
        You are looking at{' '}
        <time className="mono" dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
          {sayInstant(atMs, now)}
        </time>
        , {sayDuration(Math.max(0, now - atMs))} before now.{' '}
        <span className="second">{HAS_NO_PAST.includes(section) ? 'This section shows the present.' : newest}</span>
      </p>
      <Move icon={SkipBack} name="To the first step" onMove={() => moves.move({ kind: 'start' })} />
      <Move
        icon={StepBack}
        name="One step of the log back"
        command="back"
        disabled={!view.hasBefore}
        onMove={() => moves.move({ kind: 'by', steps: -1 })}
      />
      <Move
        icon={StepForward}
        name="One step of the log on"
        command="on"
        onMove={() => moves.move({ kind: 'by', steps: 1 })}
      />
      <button type="button" className="button small" onClick={() => moves.leave()}>
        Back to live <span className="key">Esc</span>
      </button>
    </section>
  );
}

function Move({
  icon,
  name,
  command,
  disabled = false,
  onMove,
}: {
  readonly icon: typeof History;
  readonly name: string;
  readonly command?: ShortcutId;
  readonly disabled?: boolean;
  readonly onMove: () => void;
}) {
  return (
    <Tip says={name} {...(command === undefined ? {} : { command })}>
      <button type="button" className="square plain small" aria-label={name} aria-disabled={disabled} onClick={onMove}>
        <Icon of={icon} size={15} />
      </button>
    </Tip>
  );
}
