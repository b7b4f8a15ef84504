import type { ReactNode } from 'react';
import type { DeliveryDetail } from '../../../shared/contract/views';
import type { Elder } from '../../../shared/model/step';
import type { Policy } from '../../../shared/policies/policy';
import type { StoryFact } from '../../../shared/words/step-facts';
import type { Story } from '../../../shared/words/story';
import { BandPicture } from '../../charts/BandPicture';
import { Rules } from '../../parts/Rules';
import { Word } from '../../parts/Term';
import { useVirtualNow } from '../../state/virtual-now';
import { clockTimeTenths, exactTime } from '../../view-models/instants';
import { factLine, storiesOf, type WhyLine, whyLines } from '../../view-models/why';

/** Why the chosen attempt came when it did, and everything that was decided about the delivery. */
export function WhyTab({
  detail,
  policy,
  n,
  elder,
}: {
  readonly detail: DeliveryDetail;
  readonly policy: Policy | null;
  readonly n: number | null;
  readonly elder: Elder | null;
}) {
  const now = useVirtualNow(1_000);
  const stories = policy === null || n === null ? [] : storiesOf(detail, policy, n, now, elder);
  return (
    <section className="why inset-focus" aria-label="Why">
      {stories.map((story) => (
        <StoryCard key={story.title} story={story} policyId={policy?.id ?? null} now={now} />
      ))}
      <h3>What was decided</h3>
      <ol className="log">
        {whyLines(detail.steps, policy).map((line) => (
          <LogLine key={line.seq} line={line} policyId={policy?.id ?? null} now={now} />
        ))}
      </ol>
    </section>
  );
}

function StoryCard({
  story,
  policyId,
  now,
}: {
  readonly story: Story;
  readonly policyId: string | null;
  readonly now: number;
}) {
  const { budget } = story;
  return (
    <div className="why-card card">
      <div className="line">
        <b>{story.title}</b>
        <Rules ids={story.rules} policyId={policyId} />
      </div>
      <p>{story.sentence}</p>
      {story.wait === null ? null : <BandPicture wait={story.wait} />}
      <Facts facts={story.facts} policyId={policyId} now={now}>
        {budget === null ? null : <Budget used={budget.of - budget.left} of={budget.of} />}
      </Facts>
    </div>
  );
}

/** A step in its sentence; what decided it opens under it. */
function LogLine({
  line,
  policyId,
  now,
}: {
  readonly line: WhyLine;
  readonly policyId: string | null;
  readonly now: number;
}) {
  return (
    <li>
      <span className="mono muted" title={exactTime(line.at)}>
        {clockTimeTenths(line.at)}
      </span>
      {line.facts.length === 0 ? (
        <span>{line.says}</span>
      ) : (
        <details>
          <summary>{line.says}</summary>
          <Facts facts={line.facts} policyId={policyId} now={now} />
        </details>
      )}
      <Rules ids={line.rules} policyId={policyId} />
    </li>
  );
}

function Facts({
  facts,
  policyId,
  now,
  children = null,
}: {
  readonly facts: readonly StoryFact[];
  readonly policyId: string | null;
  readonly now: number;
  /** Dots beside the budget. */
  readonly children?: ReactNode;
}) {
  return (
    <dl className="story">
      {facts.map((fact) => {
        const { label, value, link, more, title, ahead, rules } = factLine(fact, now);
        return (
          <div key={label}>
            <dt>
              <Word text={label} />
            </dt>
            <dd className={ahead ? 'hue-plan' : ''} title={title ?? undefined}>
              {label === 'Budget left' ? children : null}
              <span>
                {value}
                {link === null ? null : <i> {link} </i>}
                {more}
              </span>
              <Rules ids={rules} policyId={policyId} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const MOST_DOTS = 20;

function Budget({ used, of }: { readonly used: number; readonly of: number }) {
  if (of > MOST_DOTS) return null;
  return (
    <span className="budget" aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
        <i key={index} className={index < used ? 'used' : ''} />
      ))}
    </span>
  );
}
