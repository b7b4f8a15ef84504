import { FastForward, RotateCcw, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import type { DeliveryId, EndpointId } from '../../../shared/model/ids';
import { Icon } from '../../parts/Icon';
import { useEngine, useMirror } from '../../state/engine-context';
import { say, sayProblem } from '../../state/toasts';
import { againPlan, type BulkPage, type BulkResult, pagesFor, sayBulk } from '../../view-models/bulk';
import { plural, sayCount } from '../../view-models/numbers';

const countIn = (pages: readonly BulkPage[]): number => pages.reduce((sum, { ids }) => sum + ids.length, 0);

/** What can be done with the chosen deliveries, how far it is, and the way to stop it. */
export function BulkBar({
  chosen,
  matching,
  onAll,
  onClear,
}: {
  readonly chosen: ReadonlyMap<DeliveryId, EndpointId>;
  /** How many match the list; null when that is not known. */
  readonly matching: number | null;
  readonly onAll: (stop: AbortSignal) => Promise<void>;
  readonly onClear: () => void;
}) {
  const { call } = useEngine();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number | null } | null>(null);
  const stop = useRef(new AbortController());
  const formOf = (id: EndpointId) => endpoints.find((endpoint) => endpoint.id === id)?.policy.redelivery.form ?? 'none';
  const again = againPlan(chosen, formOf, LIMITS.pageRows);

  const run = async (pages: readonly BulkPage[], without: number): Promise<void> => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    const all = countIn(pages);
    const done: BulkResult[] = [];
    let sent = 0;
    for (const { act, ids } of pages) {
      if (signal.aborted) break;
      setProgress({ done: sent, of: all });
      const results = await call(act, { ids: [...ids] });
      if (!results.ok) {
        sayProblem(results.problem.message);
        break;
      }
      done.push({ act, results: results.value });
      sent += ids.length;
    }
    setProgress(null);
    say(sayBulk(done, without, all - sent));
    if (!signal.aborted) onClear();
  };
  const chooseAll = async (): Promise<void> => {
    stop.current = new AbortController();
    setProgress({ done: chosen.size, of: null });
    await onAll(stop.current.signal);
    setProgress(null);
  };

  if (progress !== null) {
    const { done, of } = progress;
    return (
      <section className="bulk" aria-label="Chosen deliveries" aria-live="polite">
        <progress max={of ?? undefined} value={of === null ? undefined : done} aria-label="Progress" />
        <span className="grow">
          {of === null ? `Choosing, ${sayCount(chosen.size)} so far` : `${sayCount(done)} of ${sayCount(of)}`}
        </span>
        <button type="button" className="button small" onClick={() => stop.current.abort()}>
          Stop here
        </button>
      </section>
    );
  }
  const nothingAgain = again.pages.length === 0;
  return (
    <section className="bulk" aria-label="Chosen deliveries">
      <b>{sayCount(chosen.size)} chosen</b>
      {matching !== null && matching <= chosen.size ? null : (
        <button type="button" className="link" onClick={() => void chooseAll()}>
          {matching === null ? 'Choose all that match' : `Choose all ${sayCount(matching)}`}
        </button>
      )}
      <span className="grow" />
      <button
        type="button"
        className="button small"
        title={
          nothingAgain
            ? 'The policies of these have no redelivery. Send one again as a new event'
            : `Each under its own policy’s rules${again.without === 0 ? '' : `; ${plural(again.without, 'has', 'have')} no redelivery`}`
        }
        disabled={nothingAgain}
        onClick={() => void run(again.pages, again.without)}
      >
        <Icon of={RotateCcw} size={13} />
        {again.label}
      </button>
      <button
        type="button"
        className="button small"
        title="Sends what waits now, before its time"
        onClick={() => void run(pagesFor('delivery.retryNow', chosen, LIMITS.pageRows), 0)}
      >
        <Icon of={FastForward} size={13} />
        Retry now
      </button>
      <button
        type="button"
        className="button small"
        title="What waits is not sent any more"
        onClick={() => void run(pagesFor('delivery.cancel', chosen, LIMITS.pageRows), 0)}
      >
        <Icon of={X} size={13} />
        Cancel them
      </button>
      <button
        type="button"
        className="square plain small"
        aria-label="Choose none"
        title="Choose none"
        onClick={onClear}
      >
        <Icon of={X} />
      </button>
    </section>
  );
}
