import type { BulkProgress } from '../state/use-bulk';
import { sayCount } from '../view-models/numbers';

/** In place of the bar of the chosen: how far the act on them is, and the way to stop it. */
export function BulkProgressBar({
  label,
  progress: { done, of },
  chosen,
  onStop,
}: {
  /** Of the bar that it stands in for. */
  readonly label: string;
  readonly progress: BulkProgress;
  /** How many are chosen so far, while all that match are being chosen. */
  readonly chosen: number;
  readonly onStop: () => void;
}) {
  return (
    <section className="bulk" aria-label={label} aria-live="polite">
      <progress max={of ?? undefined} value={of === null ? undefined : done} aria-label="Progress" />
      <span className="grow">
        {of === null ? `Choosing, ${sayCount(chosen)} so far` : `${sayCount(done)} of ${sayCount(of)}`}
      </span>
      <button type="button" className="button small" onClick={onStop}>
        Stop here
      </button>
    </section>
  );
}
