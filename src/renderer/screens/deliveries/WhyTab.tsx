import type { DeliveryDetail } from '../../../shared/contract/views';
import type { Policy } from '../../../shared/policies/policy';
import { sayCountdown, sayDuration } from '../../../shared/words/duration';
import { BandPicture } from '../../charts/BandPicture';
import { Rules } from '../../parts/Rules';
import { useVirtualNow } from '../../state/virtual-now';
import { clockTimeTenths, exactTime } from '../../view-models/instants';
import { sayDraw, type WaitWhy, waitBefore, whyLines } from '../../view-models/why';

/** Why the chosen attempt came when it did, and everything that was decided about the delivery. */
export function WhyTab({
  detail,
  policy,
  n,
}: {
  readonly detail: DeliveryDetail;
  readonly policy: Policy | null;
  readonly n: number | null;
}) {
  const why = policy === null || n === null ? null : waitBefore(detail, policy, n);
  return (
    <section className="why inset-focus" aria-label="Why">
      {why === null ? null : <WaitCard why={why} />}
      <h3>What was decided</h3>
      <ol className="log">
        {whyLines(detail.steps).map((line) => (
          <li key={line.seq}>
            <span className="mono muted" title={exactTime(line.at)}>
              {clockTimeTenths(line.at)}
            </span>
            <span>{line.says}</span>
            <Rules ids={line.rules} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function WaitCard({ why }: { readonly why: WaitWhy }) {
  const now = useVirtualNow(1_000);
  const left = why.dueAt - now;
  const { wait } = why;
  return (
    <div className="why-card card">
      <div className="line">
        <b>{why.title}</b>
        <Rules ids={why.rules} />
      </div>
      <p>{why.sentence}</p>
      <BandPicture wait={wait} />
      <dl>
        <dt>Base delay</dt>
        <dd>{sayDuration(wait.nominalMs)}</dd>
        <dt>Draw</dt>
        <dd>
          {sayDraw(wait)} <i>is</i> {sayDuration(wait.drawnMs)}
        </dd>
        <dt>Due</dt>
        <dd className={left > 0 ? 'hue-plan' : ''} title={exactTime(why.dueAt)}>
          {clockTimeTenths(why.dueAt)}
          {left > 0 ? (
            <>
              {' '}
              <i>in</i> {sayCountdown(left)}
            </>
          ) : null}
        </dd>
        <dt>Budget left</dt>
        <dd className="budget-line">
          <Budget used={why.budgetUsed} of={why.budget} /> {why.budget - why.budgetUsed} of {why.budget}
        </dd>
      </dl>
    </div>
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
