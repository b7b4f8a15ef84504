import type { EndpointView, Level } from '../../shared/contract/views';
import { useLevels } from '../state/stats';
import { type LevelWords, levelChart } from '../view-models/charts/level-chart';
import { streakOf } from '../view-models/endpoint-look';
import { ChartCard } from './ChartCard';
import type { Charted } from './ChartsPane';
import { LevelArea } from './LevelArea';

const HELD: LevelWords = {
  now: 'held now',
  none: 'Nothing is held now',
  before: 'of at most',
  behind: '',
  column: 'Held',
};
const STREAK: LevelWords = {
  now: 'exhausted in a row now',
  none: 'No streak now',
  before: '',
  behind: 'suspend it',
  column: 'Streak',
};

/** What an endpoint holds and its failure streak over time, each against its limit, where its policy has them. */
export function LevelCards({ endpoint, lastMs, shown }: Charted & { readonly endpoint: EndpointView }) {
  const levels = useLevels(endpoint.id, endpoint.createdAt, lastMs, shown);
  const { suspension } = endpoint.policy;
  const streak = streakOf(endpoint);
  const holds = suspension?.newEvents === 'hold' || (levels !== null && levels.held.length > 0);
  return (
    <>
      {holds ? (
        <LevelCard
          title="Held"
          endpoint={endpoint}
          levels={levels?.held ?? null}
          nowMs={levels?.toMs ?? 0}
          limit={suspension?.holdLimit ?? null}
          rules={[...(suspension?.rules.hold ?? []), ...(suspension?.rules.overflow ?? [])]}
          limitRules={suspension?.rules.overflow ?? []}
          words={HELD}
          hue="held"
          empty="Nothing was held. Events are, while the endpoint is closed."
        />
      ) : null}
      {streak === null ? null : (
        <LevelCard
          title="Failure streak"
          endpoint={endpoint}
          levels={levels?.streak ?? null}
          nowMs={levels?.toMs ?? 0}
          limit={streak.of}
          rules={suspension?.rules.trigger ?? []}
          limitRules={suspension?.rules.trigger ?? []}
          words={STREAK}
          hue="s5"
          empty={`No delivery was exhausted. ${streak.of} in a row suspend the endpoint.`}
        />
      )}
    </>
  );
}

function LevelCard({
  title,
  endpoint,
  levels,
  nowMs,
  limit,
  rules,
  limitRules,
  words,
  hue,
  empty,
}: {
  readonly title: string;
  readonly endpoint: EndpointView;
  /** Null until they are read. */
  readonly levels: readonly Level[] | null;
  readonly nowMs: number;
  readonly limit: number | null;
  readonly rules: readonly string[];
  readonly limitRules: readonly string[];
  readonly words: LevelWords;
  readonly hue: 'held' | 's5';
  readonly empty: string;
}) {
  const chart = levels === null ? null : levelChart(levels, { limit, rule: limitRules[0] ?? '', nowMs, words });
  return (
    <ChartCard
      title={title}
      about={endpoint.name}
      rules={rules}
      facts={chart}
      empty={{ says: levels === null ? 'Reading …' : empty }}
    >
      {(widthPx) =>
        chart === null ? null : <LevelArea chart={chart} widthPx={widthPx} name={words.column} hue={hue} />
      }
    </ChartCard>
  );
}
