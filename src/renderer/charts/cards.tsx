import { useId, useMemo, useState } from 'react';
import type { EndpointId } from '../../shared/model/ids';
import type { Policy } from '../../shared/policies/policy';
import type { Throttle } from '../../shared/policies/window';
import type { OutcomeClass } from '../../shared/stats/outcome-class';
import { sayDuration } from '../../shared/words/duration';
import { Mark } from '../parts/Mark';
import { Picker } from '../parts/Picker';
import { attemptsChart } from '../view-models/charts/attempts-chart';
import { endpointsChart } from '../view-models/charts/endpoints-chart';
import { bandFactors, jitterChart, retryChoices, sayExpected } from '../view-models/charts/jitter-chart';
import { latencyChart } from '../view-models/charts/latency-chart';
import { outcomeChart } from '../view-models/charts/outcome-chart';
import { windowChart } from '../view-models/charts/window-chart';
import { CLASS_LOOKS } from '../view-models/outcome-look';
import { AttemptBars, STANDINGS } from './AttemptBars';
import { ChartCard } from './ChartCard';
import type { Charted } from './ChartsPane';
import { EndpointBars } from './EndpointBars';
import { JitterBars } from './JitterBars';
import { LatencyLines, PERCENTILES, PercentileKey } from './LatencyLines';
import { OutcomeBars } from './OutcomeBars';
import { Swatch } from './Pattern';
import { WindowBars } from './WindowBars';

type Card = Charted & { readonly about: string | null };

function OutcomeKeys({ classes }: { readonly classes: readonly OutcomeClass[] }) {
  const scope = useId();
  return classes.map((name) => (
    <span key={name}>
      <Mark hue={CLASS_LOOKS[name].hue} shape={CLASS_LOOKS[name].shape} />
      <Swatch scope={`${scope}-${name}`} filling={name} />
      {CLASS_LOOKS[name].word}
    </span>
  ));
}

export function OutcomesCard({ stats, empty, about }: Card) {
  const chart = useMemo(() => (stats === null ? null : outcomeChart(stats)), [stats]);
  return (
    <ChartCard
      title="Outcomes"
      about={about}
      facts={chart}
      empty={{ says: empty.says('No attempt has ended'), act: empty.act }}
      legend={chart === null ? null : <OutcomeKeys classes={chart.classes} />}
    >
      {(widthPx) => (chart === null ? null : <OutcomeBars chart={chart} widthPx={widthPx} />)}
    </ChartCard>
  );
}

/** The time-out that bounds an answer: to its headers, or else in all. */
function timeoutOf({ timeouts, rules }: Policy): { readonly ms: number; readonly label: string } | null {
  const ms = timeouts.headers?.ms ?? timeouts.totalMs;
  if (ms === null) return null;
  const rule = rules.timeouts[0] === undefined ? '' : ` (${rules.timeouts[0]})`;
  return { ms, label: `time-out ${sayDuration(ms)}${rule}` };
}

/** `policy` null: several policies, each with its own time-out. */
export function LatencyCard({ stats, empty, about, policy }: Card & { readonly policy: Policy | null }) {
  const limit = policy === null ? null : timeoutOf(policy);
  const limitMs = limit?.ms ?? null;
  const chart = useMemo(() => (stats === null ? null : latencyChart(stats, limitMs)), [stats, limitMs]);
  return (
    <ChartCard
      title="Latency"
      about={about}
      facts={chart}
      empty={{ says: empty.says('Nothing was answered'), act: empty.act }}
      legend={PERCENTILES.map((name) => (
        <span key={name}>
          <PercentileKey name={name} />
          {name}
        </span>
      ))}
    >
      {(widthPx) => (chart === null ? null : <LatencyLines chart={chart} widthPx={widthPx} limit={limit} />)}
    </ChartCard>
  );
}

export function AttemptsCard({ stats, empty, about, policy }: Card & { readonly policy: Policy | null }) {
  const scope = useId();
  const chart = useMemo(() => (stats === null ? null : attemptsChart(stats.attemptCounts)), [stats]);
  const budget = policy?.attempts ?? null;
  const some = STANDINGS.filter(([standing]) => chart?.rows.some((row) => row[standing] > 0));
  return (
    <ChartCard
      title="Attempts per delivery"
      about={about}
      rules={policy?.rules.attempts ?? []}
      facts={chart}
      empty={{ says: empty.says('No attempt was made'), act: empty.act }}
      foot="Attempts made"
      legend={
        <>
          {some.map(([standing, name]) => (
            <span key={standing}>
              <Swatch scope={`${scope}-${standing}`} filling={standing} />
              {name}
            </span>
          ))}
          {budget === null || chart?.rows.at(-1)?.attempts !== budget ? null : (
            <span>
              <svg className="line-key" width="3" height="12" aria-hidden="true">
                <path className="limit-key" d="M1.5 0 V12" />
              </svg>
              {budget} at most
            </span>
          )}
        </>
      }
    >
      {(widthPx) => (chart === null ? null : <AttemptBars chart={chart} widthPx={widthPx} budget={budget} />)}
    </ChartCard>
  );
}

export function JitterCard({ stats, empty, about, policy }: Card & { readonly policy: Policy }) {
  const [retry, setRetry] = useState('0');
  const draws = stats?.draws ?? [];
  const choices = retryChoices(draws);
  const chosen = choices.some(({ value }) => value === retry) ? retry : '0';
  const chart = jitterChart(draws, Number(chosen));
  const never = policy.jitter.kind === 'none';
  return (
    <ChartCard
      title="Drawn jitter"
      about={about}
      rules={policy.rules.jitter}
      facts={chart}
      empty={
        never
          ? { says: `${policy.name} has no jitter: every wait is as long as it is printed.` }
          : stats !== null && stats.outcomes !== null
            ? { says: 'No wait was drawn here. One is drawn after each attempt that fails.' }
            : { says: empty.says('No wait was drawn'), act: empty.act }
      }
      control={draws.length < 2 ? null : <Picker label="Retry" value={chosen} choices={choices} onChoose={setRetry} />}
      foot={bandFactors(policy) === null ? 'Place in the band' : 'Factor of the printed wait'}
      legend={
        chart === null ? null : (
          <>
            <span>
              <svg className="line-key" width="18" height="10" aria-hidden="true">
                <path className="expected-key" d="M0 5 H18" />
              </svg>
              expected {sayExpected(chart.expected)}
            </span>
            <span>
              <svg className="line-key" width="14" height="10" aria-hidden="true">
                <rect className="expected-range-key" width="14" height="10" rx="2" />
              </svg>
              95 %
            </span>
          </>
        )
      }
    >
      {(widthPx) =>
        chart === null ? null : <JitterBars chart={chart} widthPx={widthPx} factors={bandFactors(policy)} />
      }
    </ChartCard>
  );
}

export function WindowsCard({ stats, empty, about, throttle }: Card & { readonly throttle: Throttle }) {
  const windows = stats?.windows ?? null;
  const chart = useMemo(() => windowChart(windows, throttle), [windows, throttle]);
  return (
    <ChartCard
      title="Throttle windows"
      about={about}
      rules={throttle.rules}
      facts={chart}
      empty={{ says: empty.says('No window was used'), act: empty.act }}
    >
      {(widthPx) => (chart === null ? null : <WindowBars chart={chart} widthPx={widthPx} />)}
    </ChartCard>
  );
}

export function EndpointsCard({
  stats,
  empty,
  nameOf,
}: Charted & { readonly nameOf: (id: EndpointId) => string | null }) {
  const chart = useMemo(() => (stats === null ? null : endpointsChart(stats.endpoints, nameOf)), [stats, nameOf]);
  return (
    <ChartCard
      title="Endpoints"
      about={null}
      facts={chart}
      empty={{ says: empty.says('No attempt has ended'), act: empty.act }}
      foot="Attempts"
      legend={chart === null ? null : <OutcomeKeys classes={chart.classes} />}
    >
      {(widthPx) => (chart === null ? null : <EndpointBars chart={chart} widthPx={widthPx} />)}
    </ChartCard>
  );
}
