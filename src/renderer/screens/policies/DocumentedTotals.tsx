import { Ruler } from 'lucide-react';
import type { Policy } from '../../../shared/policies/policy';
import type { PreviewAttempt } from '../../../shared/rules/preview';
import { sayDuration } from '../../../shared/words/duration';
import { Icon } from '../../parts/Icon';
import { Rules } from '../../parts/Rules';
import { differsAt } from '../../view-models/policy-differences';

/** What the waits add up to in all depends on these. */
const SPAN = ['attempts', 'schedule', 'jitter'];

/** What the provider says of the whole span, beside what its waits add up to. */
export function DocumentedTotals({
  policy,
  base,
  preview,
}: {
  readonly policy: Policy;
  readonly base: Policy | null;
  readonly preview: readonly PreviewAttempt[];
}) {
  const total = preview.at(-1)?.ageMs;
  const documented = policy.documented ?? [];
  // With waits of one's own, what the provider says is of others.
  if (documented.length === 0 || total === undefined || differsAt(policy, base, SPAN).length > 0) return null;
  return (
    <section aria-label="Documented and computed">
      <h2>
        <Icon of={Ruler} />
        Documented and computed
      </h2>
      {documented.map(({ says, of, note, rules }) => (
        <dl key={says} className="documented">
          <div>
            <dt>The page</dt>
            <dd>
              {says} <Rules ids={rules} />
            </dd>
          </div>
          <div>
            <dt>Computed</dt>
            <dd>
              <b className="mono">{sayDuration(total[of])}</b>
              {total.min === total.max ? '' : `, the ${WHICH[of]} sum of the waits`}
            </dd>
          </div>
          <div>
            <dt>Why</dt>
            <dd>{note}</dd>
          </div>
        </dl>
      ))}
    </section>
  );
}

const WHICH = { min: 'least', nominal: 'nominal', max: 'largest' } as const;
