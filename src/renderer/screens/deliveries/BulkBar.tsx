import { FastForward, Pin, PinOff, RotateCcw, X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import type { DeliveryId, EndpointId } from '../../../shared/model/ids';
import { type Act, ActButtons } from '../../parts/Acts';
import { BulkProgressBar } from '../../parts/BulkProgress';
import { ChooseNone } from '../../parts/ChooseNone';
import { useEngine, useMirror } from '../../state/engine-context';
import { useGate } from '../../state/gate';
import { usePageActions } from '../../state/page-actions';
import { say, sayProblem } from '../../state/toasts';
import { useBulk } from '../../state/use-bulk';
import {
  againPlan,
  type BulkPage,
  type BulkResult,
  goingOf,
  pagesFor,
  sayBulk,
  sayQuota,
} from '../../view-models/bulk';
import { type ChosenRows, sayChosen } from '../../view-models/chosen';
import { sayPinned } from '../../view-models/cleared';
import { plural, sayCount } from '../../view-models/numbers';
import { useQuotas } from '../endpoints/use-quotas';
import { CompareChosen } from './CompareChosen';

const countIn = (pages: readonly BulkPage[]): number => pages.reduce((sum, { ids }) => sum + ids.length, 0);

/** What can be done with the chosen deliveries, how far it is, and the way to stop it. */
export function BulkBar({
  rows,
  outside,
  matching,
  onAll,
  onClear,
}: {
  readonly rows: ChosenRows;
  /** How many of them the list's filter leaves out. */
  readonly outside: number;
  /** How many match the list; null when that is not known. */
  readonly matching: number | null;
  readonly onAll: (stop: AbortSignal) => Promise<void>;
  readonly onClear: () => void;
}) {
  const { call } = useEngine();
  const pass = useGate();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const bulk = useBulk();
  const formOf = (id: EndpointId) => endpoints.find((endpoint) => endpoint.id === id)?.policy.redelivery.form ?? 'none';
  const chosen = useMemo<ReadonlyMap<DeliveryId, EndpointId>>(
    () => new Map([...rows.values()].map(({ id, endpointId }) => [id, endpointId])),
    [rows],
  );
  const chosenIds = useMemo(() => [...chosen.keys()], [chosen]);
  const endpointIds = new Set(chosen.values());
  const ofChosen = endpoints.filter(({ id }) => endpointIds.has(id));
  const quota = sayQuota(chosen, ofChosen, useQuotas(ofChosen));
  const again = againPlan(chosen, formOf, LIMITS.pageRows);

  const run = async (pages: readonly BulkPage[], without: number, sends: boolean): Promise<void> => {
    const act = { title: `Send ${plural(chosen.size, 'delivery', 'deliveries')}`, go: 'Send them' };
    if (sends && !(await pass({ ...act, going: (mirror) => goingOf(chosen, mirror.endpoints) }))) return;
    await bulk.run(async (tell, signal) => {
      const all = countIn(pages);
      const done: BulkResult[] = [];
      let sent = 0;
      for (const { act, ids } of pages) {
        if (signal.aborted) break;
        tell({ done: sent, of: all });
        const results = await call(act, { ids: [...ids] });
        if (!results.ok) {
          sayProblem(results.problem.message);
          break;
        }
        done.push({ act, results: results.value });
        sent += ids.length;
      }
      say(sayBulk(done, without, all - sent));
      if (!signal.aborted) onClear();
    });
  };
  const chooseAll = (): Promise<void> =>
    bulk.run(async (tell, signal) => {
      tell({ done: chosen.size, of: null });
      await onAll(signal);
    });
  const pinned = ![...rows.values()].every((row) => row.pinned);
  const pin = (): Promise<void> =>
    bulk.run(async (tell, signal) => {
      let [done, changed] = [0, 0];
      while (done < chosenIds.length && !signal.aborted) {
        tell({ done, of: chosenIds.length });
        const ids = chosenIds.slice(done, done + LIMITS.pageRows);
        const result = await call('delivery.pin', { ids, pinned });
        if (!result.ok) {
          sayProblem(result.problem.message);
          break;
        }
        done += ids.length;
        changed += result.value.changed;
      }
      say(sayPinned(changed, pinned, 'delivery', 'deliveries'));
    });

  const nothingAgain = again.pages.length === 0;
  const acts: readonly (Act & { readonly inPalette: string })[] = [
    {
      id: 'again',
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
      id: 'retry-now',
      name: 'Retry now',
      inPalette: 'Retry the chosen now',
      icon: FastForward,
      may: true,
      says: 'Sends what waits now, before its time',
      run: () => void run(pagesFor('delivery.retryNow', chosen, LIMITS.pageRows), 0, true),
    },
    {
      id: 'cancel',
      name: 'Cancel them',
      inPalette: 'Cancel the chosen',
      icon: X,
      may: true,
      says: 'What waits is not sent any more',
      run: () => void run(pagesFor('delivery.cancel', chosen, LIMITS.pageRows), 0, false),
    },
    {
      id: 'pin',
      name: pinned ? 'Pin' : 'Unpin',
      inPalette: pinned ? 'Pin the chosen' : 'Lift the pins of the chosen',
      icon: pinned ? Pin : PinOff,
      may: true,
      says: pinned ? 'Clearing and retention leave them' : 'Clearing and retention take them again',
      run: () => void pin(),
    },
  ];
  // What runs when the palette's command is chosen is what is chosen then.
  const latest = useRef(acts);
  latest.current = acts;
  const inPalette = acts.map((act) => act.inPalette).join('\n');
  const isBusy = bulk.progress !== null;
  usePageActions(
    'chosen',
    useMemo(
      () =>
        isBusy
          ? []
          : inPalette.split('\n').map((name, index) => ({
              group: 'Chosen',
              name,
              icon: [RotateCcw, FastForward, X, Pin][index] ?? X,
              run: () => {
                const act = latest.current[index];
                if (act?.may === true) act.run();
                else say(act?.says ?? '');
              },
            })),
      [inPalette, isBusy],
    ),
  );

  if (bulk.progress !== null) {
    return (
      <BulkProgressBar label="Chosen deliveries" progress={bulk.progress} chosen={chosen.size} onStop={bulk.stop} />
    );
  }
  return (
    <section className="bulk" aria-label="Chosen deliveries">
      <b className="cut">{sayChosen(chosen.size, outside)}</b>
      {matching !== null && matching <= chosen.size ? null : (
        <button type="button" className="link" onClick={() => void chooseAll()}>
          {matching === null ? 'Choose all that match' : `Choose all ${sayCount(matching)}`}
        </button>
      )}
      <span className="grow" />
      {quota === null ? null : <span className="second cut">{quota}</span>}
      <ActButtons acts={acts} />
      {chosen.size === 2 ? <CompareChosen ids={chosenIds} /> : null}
      <ChooseNone onClear={onClear} />
    </section>
  );
}
