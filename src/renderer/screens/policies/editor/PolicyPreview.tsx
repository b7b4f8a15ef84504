import type { Policy } from '../../../../shared/policies/policy';
import { previewSchedule, type Range } from '../../../../shared/rules/preview';
import { sayDuration } from '../../../../shared/words/duration';
import { ScheduleCard } from '../../../charts/ScheduleCard';
import { plural } from '../../../view-models/numbers';

const MOST_ROWS = 50;

const cells = ({ min, nominal, max }: Range): readonly string[] =>
  [min, nominal, max].map((ms) => (ms === 0 ? '0' : sayDuration(ms)));

/** `5 attempts, the last one 7 m 30 s to 15 m after the first.` */
export function saySpan(policy: Policy): string {
  const { min, nominal, max } = previewSchedule(policy).at(-1)?.ageMs ?? { min: 0, nominal: 0, max: 0 };
  const attempts = plural(policy.attempts, 'attempt');
  if (policy.attempts === 1) return `${attempts}.`;
  const span =
    min === max ? sayDuration(nominal) : `${sayDuration(min)} to ${sayDuration(max)}, nominal ${sayDuration(nominal)}`;
  return `${attempts}, the last one ${span} after the first.`;
}

/** What a policy plans, while it is written: each attempt with its wait and age, and how long it takes in all. */
export function PolicyPreview({ policy, stale }: { readonly policy: Policy; readonly stale: boolean }) {
  const preview = previewSchedule(policy);
  const shown = preview.slice(0, MOST_ROWS);
  return (
    <section className="policy-preview" aria-label="Preview">
      <p role="status" className={stale ? 'stale-note' : 'muted'}>
        {stale ? 'As it was when it was valid last: ' : ''}
        {saySpan(policy)}
        {policy.attempts === 1 ? '' : ' Request time comes on top.'}
      </p>
      <ScheduleCard policy={policy} preview={preview} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard */}
      <section className="card preview-table inset-focus" tabIndex={0} aria-label="Attempts">
        <table>
          <thead>
            <tr>
              <th scope="col">Attempt</th>
              <th scope="col">Wait, min</th>
              <th scope="col">nominal</th>
              <th scope="col">max</th>
              <th scope="col">Age, min</th>
              <th scope="col">nominal</th>
              <th scope="col">max</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ n, delayMs, ageMs }) => (
              <tr key={n}>
                <th scope="row">#{n}</th>
                {[...cells(delayMs), ...cells(ageMs)].map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {preview.length > shown.length ? <p className="muted">And {preview.length - shown.length} more.</p> : null}
      </section>
    </section>
  );
}
