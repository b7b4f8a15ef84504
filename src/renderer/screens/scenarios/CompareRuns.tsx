import { GitCompareArrows, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ToldComparison } from '../../../shared/contract/scenario-commands';
import type { RunView } from '../../../shared/contract/views';
import { idText } from '../../../shared/log/fields';
import { type DeliveryId, type RunId, timeOf } from '../../../shared/model/ids';
import type { Problem } from '../../../shared/model/problem';
import type { Counts } from '../../../shared/model/run-comparison';
import { LATENCY_THRESHOLD_MS } from '../../../shared/rules/compare-runs';
import { Icon } from '../../parts/Icon';
import { Picker } from '../../parts/Picker';
import { ProblemNote } from '../../parts/ProblemNote';
import { Segments } from '../../parts/Segments';
import { compare } from '../../state/comparing';
import { useEngine } from '../../state/engine-context';
import { type ComparedRuns, compareRunsOf, scenarioDraft } from '../../state/scenario-draft';
import { clockTime, shortDay } from '../../view-models/instants';
import { plural } from '../../view-models/numbers';
import { type ChangeRow, changeRows } from '../../view-models/run-changes';

const SHOWN = 200;
const FILTERS = [
  { value: 'changed', label: 'Only what changed' },
  { value: 'all', label: 'Everything' },
] as const;

const deliveryId = idText<DeliveryId>();
const runId = idText<RunId>();

/** Two runs beside each other, line by line. */
export function CompareRuns({ compared: { earlier, later } }: { readonly compared: ComparedRuns }) {
  const { call } = useEngine();
  const [runs, setRuns] = useState<readonly RunView[]>([]);
  const [told, setTold] = useState<ToldComparison | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [filter, setFilter] = useState<(typeof FILTERS)[number]['value']>('changed');
  const [most, setMost] = useState(SHOWN);
  useEffect(() => {
    let gone = false;
    void call('run.list', {}).then((result) => {
      if (!gone && result.ok) setRuns(result.value);
    });
    void call('run.compare', { earlier, later }).then((result) => {
      if (gone) return;
      if (result.ok) setTold(result.value);
      else setProblem(result.problem);
    });
    return () => {
      gone = true;
    };
  }, [call, earlier, later]);
  const choices = runs.map((run) => ({ value: run.id, label: labelOf(run) }));
  const rows = told === null ? [] : changeRows(told).filter(({ isOther }) => filter === 'all' || isOther);
  return (
    <article className="policy-page compare-runs" aria-label="Compare runs">
      <header>
        <h1>Compare runs</h1>
        <span className="grow" />
        <button type="button" className="button" onClick={() => scenarioDraft.setState({ compared: null })}>
          <Icon of={X} />
          Close
        </button>
        <div className="compare-picks">
          <Picker
            label="Earlier run"
            value={earlier}
            choices={choices}
            onChoose={(next) => compareRunsOf({ earlier: runId.parse(next), later })}
          />
          <Picker
            label="Later run"
            value={later}
            choices={choices}
            onChoose={(next) => compareRunsOf({ earlier, later: runId.parse(next) })}
          />
          <Segments label="What is shown" choices={FILTERS} value={filter} onChoose={setFilter} />
        </div>
        <p role="status">{told === null ? (problem === null ? 'Comparing.' : '') : sayAll(told)}</p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard */}
      <section className="compare-body inset-focus" tabIndex={0} aria-label="What changed">
        {problem === null ? null : <ProblemNote problem={problem} />}
        {told !== null && rows.length === 0 ? <p>Nothing changed.</p> : null}
        {rows.length === 0 ? null : (
          <table aria-label="Changes">
            <thead>
              <tr>
                <th scope="col">Of</th>
                <th scope="col">What</th>
                <th scope="col">Earlier</th>
                <th scope="col">Later</th>
                <th scope="col">Change</th>
                <th scope="col">
                  <span className="only-read">Both</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, most).map((row) => (
                <Line key={row.key} row={row} />
              ))}
            </tbody>
          </table>
        )}
        {rows.length > most ? (
          <button type="button" className="button small" onClick={() => setMost(most + SHOWN)}>
            Show more of {plural(rows.length, 'line')}
          </button>
        ) : null}
        {told === null ? null : (
          <p className="muted">
            Deliveries are matched by the order of their events at each endpoint, attempts by their number. A latency
            counts as changed from a difference of more than {LATENCY_THRESHOLD_MS} ms on.
            {told.left === 0 ? '' : ` ${plural(told.left, 'delivery', 'deliveries')} more are counted, and not listed.`}
          </p>
        )}
      </section>
    </article>
  );
}

function Line({ row: { of, what, earlier, later, change, isOther, both } }: { readonly row: ChangeRow }) {
  return (
    <tr className={isOther ? 'changed' : undefined}>
      <td>{of}</td>
      <td>{what}</td>
      <td>{earlier}</td>
      <td>{later}</td>
      <td>{change}</td>
      <td>
        {both === null ? null : (
          <button
            type="button"
            className="square plain small"
            aria-label={`Compare ${what} of ${of}`}
            title="Both beside each other"
            onClick={() =>
              compare(
                { kind: 'attempt', deliveryId: deliveryId.parse(both.earlierId), n: both.n },
                { kind: 'attempt', deliveryId: deliveryId.parse(both.laterId), n: both.n },
              )
            }
          >
            <Icon of={GitCompareArrows} />
          </button>
        )}
      </td>
    </tr>
  );
}

/** Runs of one scenario begin at one virtual instant: they are told apart by when they were made. */
const labelOf = ({ id, name, seed, live }: RunView): string =>
  `${name}, made ${shortDay(timeOf(id))} ${clockTime(timeOf(id))}, seed ${seed}${live ? ', live' : ''}`;

function sayAll({ deliveries, attempts, changes, verdicts }: ToldComparison): string {
  const kinds = Object.entries(changes).flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}`]));
  return `Deliveries: ${sayCounts(deliveries)}. Attempts: ${sayCounts(attempts)}${
    kinds.length === 0 ? '' : ` (${kinds.join(', ')})`
  }. ${plural(verdicts, 'other verdict')}.`;
}

const sayCounts = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([presence, count]) => `${count.toLocaleString('en')} ${presence}`)
    .join(', ') || 'none';
