import type { Policy } from '../../../shared/policies/policy';
import type { PreviewAttempt } from '../../../shared/rules/preview';
import { sayDuration } from '../../../shared/words/duration';
import { SchedulePicture } from '../../charts/SchedulePicture';
import { plural } from '../../view-models/numbers';

/** When a policy's attempts come: the picture, and the same as a table. */
export function ScheduleSection({
  policy,
  preview,
}: {
  readonly policy: Policy;
  readonly preview: readonly PreviewAttempt[];
}) {
  const last = preview.at(-1);
  if (last === undefined) return null;
  const { min, nominal, max } = last.ageMs;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
    <section className="schedule inset-focus" tabIndex={0} aria-label="Schedule">
      <header>
        <h2>Schedule</h2>
        <span className="keys">
          <span>
            <i className="key-band" />
            min to max
          </span>
          <span>
            <i className="key-nominal" />
            nominal
          </span>
        </span>
      </header>
      <p>
        {plural(policy.attempts, 'attempt')}
        {min === max ? (
          <>
            {' '}
            over <b>{sayDuration(nominal)}</b>
          </>
        ) : (
          <>
            {' '}
            over <b>{sayDuration(min)}</b> to <b>{sayDuration(max)}</b>, nominal <b>{sayDuration(nominal)}</b>
          </>
        )}
        . Request time comes on top.
      </p>
      <SchedulePicture preview={preview} />
      <table className="schedule-table">
        <thead>
          <tr>
            <th scope="col">Attempt</th>
            <th scope="col">Wait, least</th>
            <th scope="col">nominal</th>
            <th scope="col">most</th>
            <th scope="col">Age, nominal</th>
            <th scope="col">at most</th>
          </tr>
        </thead>
        <tbody>
          {preview.map((attempt) => (
            <tr key={attempt.n}>
              <th scope="row">#{attempt.n}</th>
              {attempt.n === 1 ? (
                <td colSpan={5}>at once</td>
              ) : (
                <>
                  <td>{sayDuration(attempt.delayMs.min)}</td>
                  <td>{sayDuration(attempt.delayMs.nominal)}</td>
                  <td>{sayDuration(attempt.delayMs.max)}</td>
                  <td>{sayDuration(attempt.ageMs.nominal)}</td>
                  <td>{sayDuration(attempt.ageMs.max)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
