import { type ReactNode, useRef, useState } from 'react';
import type { Stats } from '../../shared/contract/stats';
import { Segments } from '../parts/Segments';
import { type StatsScope, useInSight, useStats } from '../state/stats';
import { plural, sayCount } from '../view-models/numbers';
import { zoneWords } from '../view-models/zone';

const SPANS = [
  { value: 'all', label: 'All', title: 'From the first attempt to the last', lastMs: null },
  { value: 'day', label: '24 h', title: 'The last 24 hours of virtual time', lastMs: 86_400_000 },
  { value: 'hour', label: '1 h', title: 'The last hour of virtual time', lastMs: 3_600_000 },
] as const;

/** What a chart is made from; `stats` is null until they are read. */
export type Charted = {
  readonly stats: Stats | null;
  /** What an empty chart says: what is missing, and what to do. */
  readonly empty: { readonly says: (missing: string) => string; readonly act: ReactNode };
  /** No attempt was ever made. */
  readonly untouched: boolean;
  /** The newest so many virtual ms are charted; null for all there is. */
  readonly lastMs: number | null;
  /** In sight: only then anything is asked for. */
  readonly shown: boolean;
};

/** Charts of one scope side by side, over a span that a person chooses. Nothing is asked for while they are not seen. */
export function ChartsPane({
  scope,
  nextStep,
  children,
}: {
  readonly scope: StatsScope;
  /** What to do where nothing happened yet. */
  readonly nextStep: string;
  readonly children: (charted: Charted) => ReactNode;
}) {
  const pane = useRef<HTMLElement>(null);
  const [chosen, setChosen] = useState<(typeof SPANS)[number]['value']>('all');
  const span = SPANS.find(({ value }) => value === chosen) ?? SPANS[0];
  const shown = useInSight(pane);
  const { value: stats, problem } = useStats(scope, span.lastMs, shown);
  const showAll = (
    <button type="button" className="button" onClick={() => setChosen('all')}>
      Show all
    </button>
  );
  const untouched = stats !== null && stats.outcomes === null && span.lastMs === null;
  const empty: Charted['empty'] =
    stats === null
      ? { says: () => problem ?? 'Reading …', act: null }
      : span.lastMs === null
        ? { says: (missing) => `${missing} yet. ${nextStep}`, act: null }
        : { says: (missing) => `${missing} in the last ${span.label}.`, act: showAll };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
    <section ref={pane} className="charts-pane inset-focus" aria-label="Charts" tabIndex={0}>
      <div className="charts-bar">
        <Segments label="Span" choices={SPANS} value={chosen} onChoose={setChosen} />
        {stats !== null && stats.read.of > stats.read.deliveries ? (
          <span className="muted cut">
            The newest {sayCount(stats.read.deliveries)} of {plural(stats.read.of, 'delivery', 'deliveries')} are
            counted
          </span>
        ) : null}
        <span className="grow" />
        <span className="muted narrow-hide">Times are virtual, {zoneWords()}</span>
      </div>
      <div className="charts-grid">{children({ stats, empty, untouched, lastMs: span.lastMs, shown })}</div>
    </section>
  );
}
