import { FastForward, type LucideIcon, RotateCcw, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import type { DeliveryId, EndpointId } from '../../../shared/model/ids';
import { Icon } from '../../parts/Icon';
import { useEngine, useMirror } from '../../state/engine-context';
import { useGate } from '../../state/gate';
import { usePageActions } from '../../state/page-actions';
import { say, sayProblem } from '../../state/toasts';
import {
  againPlan,
  type BulkPage,
  type BulkResult,
  goingOf,
  pagesFor,
  sayBulk,
  sayQuota,
} from '../../view-models/bulk';
import { plural, sayCount } from '../../view-models/numbers';
import { CompareChosen } from './CompareChosen';

const countIn = (pages: readonly BulkPage[]): number => pages.reduce((sum, { ids }) => sum + ids.length, 0);

type BulkChoice = {
  readonly name: string;
  readonly inPalette: string;
  readonly icon: LucideIcon;
  readonly may: boolean;
  /** What it does, or why it may not be done. */
  readonly says: string;
  readonly run: () => void;
};

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
  const pass = useGate();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number | null } | null>(null);
  const stop = useRef(new AbortController());
  const formOf = (id: EndpointId) => endpoints.find((endpoint) => endpoint.id === id)?.policy.redelivery.form ?? 'none';
  const quota = sayQuota(chosen, endpoints);
  const again = againPlan(chosen, formOf, LIMITS.pageRows);

  const run = async (pages: readonly BulkPage[], without: number, sends: boolean): Promise<void> => {
    const act = { title: `Send ${plural(chosen.size, 'delivery', 'deliveries')}`, go: 'Send them' };
    if (sends && !(await pass({ ...act, going: (mirror) => goingOf(chosen, mirror.endpoints) }))) return;
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

  const nothingAgain = again.pages.length === 0;
  const acts: readonly BulkChoice[] = [
    {
      name: again.label,
      inPalette: `${again.label} the chosen`,
      icon: RotateCcw,
      may: !nothingAgain,
      says: nothingAgain
        ? 'The policies of these have no redelivery. Send one again as a new event'
        : `Each under its own policy’s rules${again.without === 0 ? '' : `; ${plural(again.without, 'has', 'have')} no redelivery`}`,
      run: () => void run(again.pages, again.without, true),
    },
    {
      name: 'Retry now',
      inPalette: 'Retry the chosen now',
      icon: FastForward,
      may: true,
      says: 'Sends what waits now, before its time',
      run: () => void run(pagesFor('delivery.retryNow', chosen, LIMITS.pageRows), 0, true),
    },
    {
      name: 'Cancel them',
      inPalette: 'Cancel the chosen',
      icon: X,
      may: true,
      says: 'What waits is not sent any more',
      run: () => void run(pagesFor('delivery.cancel', chosen, LIMITS.pageRows), 0, false),
    },
  ];
  // What runs when the palette's command is chosen is what is chosen then.
  const latest = useRef(acts);
  latest.current = acts;
  const inPalette = acts.map((act) => act.inPalette).join('\n');
  const isBusy = progress !== null;
  usePageActions(
    useMemo(
      () =>
        isBusy
          ? []
          : inPalette.split('\n').map((name, index) => ({
              group: 'Chosen' as const,
              name,
              icon: [RotateCcw, FastForward, X][index] ?? X,
              run: () => {
                const act = latest.current[index];
                if (act?.may === true) act.run();
                else say(act?.says ?? '');
              },
            })),
      [inPalette, isBusy],
    ),
  );

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
  return (
    <section className="bulk" aria-label="Chosen deliveries">
      <b>{sayCount(chosen.size)} chosen</b>
      {matching !== null && matching <= chosen.size ? null : (
        <button type="button" className="link" onClick={() => void chooseAll()}>
          {matching === null ? 'Choose all that match' : `Choose all ${sayCount(matching)}`}
        </button>
      )}
      <span className="grow" />
      {quota === null ? null : <span className="second cut">{quota}</span>}
      {acts.map((act) => (
        <button
          key={act.name}
          type="button"
          className="button small"
          title={act.says}
          disabled={!act.may}
          onClick={act.run}
        >
          <Icon of={act.icon} size={13} />
          {act.name}
        </button>
      ))}
      {chosen.size === 2 ? <CompareChosen ids={[...chosen.keys()]} /> : null}
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
