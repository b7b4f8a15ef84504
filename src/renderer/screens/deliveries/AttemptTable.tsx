import type { DeliveryRow } from '../../../shared/contract/views';
import type { Attempt, Wait } from '../../../shared/model/attempt';
import { sayCountdown, sayDuration } from '../../../shared/words/duration';
import { sayDraw, sayMs } from '../../../shared/words/figures';
import { Mark } from '../../parts/Mark';
import { Word } from '../../parts/Term';
import { useVirtualNow } from '../../state/virtual-now';
import { clockTimeTenths, exactTime } from '../../view-models/instants';
import { outcomeLook } from '../../view-models/outcome-look';

/** The attempts of a delivery, the planned one last. One is chosen. */
export function AttemptTable({
  row,
  chosen,
  onChoose,
}: {
  readonly row: DeliveryRow;
  readonly chosen: number | null;
  readonly onChoose: (n: number) => void;
}) {
  return (
    <section className="attempts" aria-label="Attempts">
      <div className="attempt-row head">
        <span>#</span>
        <span />
        <span>
          <Word text="Outcome" />
        </span>
        <span>Started</span>
        <span className="right">
          <Word text="Wait before" />
        </span>
        <span className="right">Took</span>
      </div>
      <div className="attempt-scroll">
        {row.marks.map((mark) => (
          <MadeRow key={mark.n} mark={mark} chosen={mark.n === chosen} onChoose={onChoose} />
        ))}
        {row.dueAt === null ? null : (
          <PlannedRow
            n={row.attempts + 1}
            dueAt={row.dueAt}
            wait={row.wait}
            chosen={row.attempts + 1 === chosen}
            onChoose={onChoose}
          />
        )}
      </div>
    </section>
  );
}

const WaitBefore = ({ wait }: { readonly wait: Wait | null }) => (
  <span className="mono right">
    {wait === null ? (
      ''
    ) : (
      <>
        {sayDuration(wait.baseMs)} <i>{sayDraw(wait)}</i>
      </>
    )}
  </span>
);

function MadeRow({
  mark,
  chosen,
  onChoose,
}: {
  readonly mark: Attempt;
  readonly chosen: boolean;
  readonly onChoose: (n: number) => void;
}) {
  const look = outcomeLook(mark.outcome);
  return (
    <button
      type="button"
      className={chosen ? 'attempt-row selected inset-focus' : 'attempt-row inset-focus'}
      aria-current={chosen ? 'true' : undefined}
      onClick={() => onChoose(mark.n)}
    >
      <span className="mono muted">{mark.n}</span>
      <Mark hue={look.hue} shape={look.shape} />
      <span className="outcome" title={look.detail}>
        <b className={`hue-${look.hue}`}>{look.word}</b>
        <span className="phrase cut">{look.detail}</span>
      </span>
      <span className="mono" title={exactTime(mark.startedAt)}>
        {clockTimeTenths(mark.startedAt)}
      </span>
      <WaitBefore wait={mark.wait} />
      <span className="mono right">{mark.outcome === null ? '' : sayMs(mark.outcome.tookMs)}</span>
    </button>
  );
}

function PlannedRow({
  n,
  dueAt,
  wait,
  chosen,
  onChoose,
}: {
  readonly n: number;
  readonly dueAt: number;
  readonly wait: Wait | null;
  readonly chosen: boolean;
  readonly onChoose: (n: number) => void;
}) {
  const now = useVirtualNow(1_000);
  const left = dueAt - now;
  return (
    <button
      type="button"
      className={chosen ? 'attempt-row selected inset-focus' : 'attempt-row inset-focus'}
      aria-current={chosen ? 'true' : undefined}
      onClick={() => onChoose(n)}
    >
      <span className="mono muted">{n}</span>
      <Mark hue="plan" shape="ring" />
      <span className="outcome">
        <b className="hue-plan">Planned</b>
        <span className="phrase">{left <= 0 ? 'is due' : `in ${sayCountdown(left)}`}</span>
      </span>
      <span className="mono" title={exactTime(dueAt)}>
        {clockTimeTenths(dueAt)}
      </span>
      <WaitBefore wait={wait} />
      <span />
    </button>
  );
}
