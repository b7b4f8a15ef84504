import { Activity, CircleCheck, CircleX, GitCompareArrows, OctagonX } from 'lucide-react';
import type { ScenarioVerdicts } from '../../../shared/contract/scenario-commands';
import { sayDuration } from '../../../shared/words/duration';
import type { TextPlace } from '../../parts/CodeEditor';
import { Icon } from '../../parts/Icon';
import { useEngine, useLiveMirror, usePerform } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { compareRunsOf } from '../../state/scenario-draft';
import { useVirtualNow } from '../../state/virtual-now';
import { plural } from '../../view-models/numbers';
import type { ScenarioDraft } from '../../view-models/scenario-draft';

/** The newest run of a scenario: how far it is, and how its expectations stand. */
export function RunOfScenario({
  draft: { run, earlierRunId },
  verdicts,
  isAsRun,
  onPlace,
}: {
  readonly draft: ScenarioDraft;
  readonly verdicts: ScenarioVerdicts | null;
  /** The text is as it was when it was run. */
  readonly isAsRun: boolean;
  readonly onPlace: (place: TextPlace) => void;
}) {
  const { refresh } = useEngine();
  const perform = usePerform();
  const live = useLiveMirror((mirror) => mirror.run);
  if (run === null) return null;
  const isLive = live.id === run.id;
  const toTimeline = async (): Promise<void> => {
    if (!isLive) {
      if ((await perform('run.open', { id: run.id })) === null) return;
      refresh();
    }
    goTo('live');
  };
  const state = verdicts?.state ?? 'running';
  const judged = verdicts?.judged ?? [];
  const held = judged.filter(({ ok }) => ok).length;
  return (
    <section className="scenario-run" aria-label="Its run">
      <h2>Its run</h2>
      <p role="status">
        {state === 'over' ? 'It is over. ' : state === 'stopped' ? 'It is frozen before its end. ' : 'It runs. '}
        {judged.length === 0
          ? 'Nothing is expected of it.'
          : `${held} of ${plural(judged.length, 'expectation')} ${held === 1 ? 'holds' : 'hold'}${state === 'over' ? '' : ' so far'}.`}
      </p>
      {isLive ? <Progress isOver={state === 'over'} startedAt={live.startedAt} /> : null}
      <div className="button-row">
        {isLive && state !== 'over' ? (
          <button type="button" className="button small" onClick={() => void perform('clock.stop', {})}>
            <Icon of={OctagonX} />
            Stop
          </button>
        ) : null}
        <button type="button" className="button small" onClick={() => void toTimeline()}>
          <Icon of={Activity} />
          {isLive ? 'Its timeline' : 'Open its timeline'}
        </button>
        {earlierRunId === null ? null : (
          <button
            type="button"
            className="button small"
            onClick={() => compareRunsOf({ earlier: earlierRunId, later: run.id })}
          >
            <Icon of={GitCompareArrows} />
            Compare with the run before
          </button>
        )}
      </div>
      {isAsRun || judged.length === 0 ? null : (
        <p className="muted">The text was changed since; lines are those of the text that was run.</p>
      )}
      <ul className="scenario-verdicts" aria-label="Expectations">
        {judged.map(({ expectation, line, ok, expected, actual }) => (
          <li key={`${line} ${expectation}`}>
            <button type="button" className="inset-focus" onClick={() => onPlace({ line, column: 1 })}>
              <span className={ok ? 'verdict ok' : 'verdict bad'}>
                <Icon of={ok ? CircleCheck : CircleX} size={13} />
                {ok ? 'holds' : state === 'over' ? 'fails' : 'not yet'}
              </span>
              <span>
                {expectation} <small className="muted">line {line}</small>
              </span>
              <span className="muted">{ok ? actual : `expected ${expected}, got ${actual}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Progress({ isOver, startedAt }: { readonly isOver: boolean; readonly startedAt: number }) {
  const attempts = useLiveMirror((mirror) => mirror.totals.attempts);
  const seed = useLiveMirror((mirror) => mirror.run.seed);
  const nextAt = useLiveMirror((mirror) => mirror.clock.nextAt);
  const now = useVirtualNow(1_000, true);
  const next =
    isOver || nextAt === null ? '' : `, the next thing in ${sayDuration(Math.max(0, Math.round(nextAt - now)))}`;
  return (
    <p className="muted">
      {sayDuration(Math.max(0, Math.round(now - startedAt)))} of virtual time, {plural(attempts, 'attempt')}
      {next}. Seed <span className="mono">{seed}</span>.
    </p>
  );
}
