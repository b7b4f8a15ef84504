import type { AttemptDetail } from '../../../shared/contract/views';
import type { Policy } from '../../../shared/policies/policy';
import { timeoutsOf } from '../../../shared/rules/attempt-timeouts';
import { sayDuration } from '../../../shared/words/duration';
import { sayMs } from '../../../shared/words/figures';
import { Rules } from '../../parts/Rules';
import { outcomeLook } from '../../view-models/outcome-look';
import { type PolicyClock, phaseBars, policyClocks, unfinishedPhase } from '../../view-models/waterfall';
import { PhaseChart } from './PhaseChart';

/**
 * The phases of an attempt, one under the other, where it ended without a response, and below them the policy's clocks
 * that ran meanwhile.
 */
export function Waterfall({ attempt, policy }: { readonly attempt: AttemptDetail; readonly policy: Policy | null }) {
  const { timings, outcome } = attempt;
  if (timings === null || outcome === null)
    return <p className="tab-empty">In flight. Its phases are known at its end.</p>;
  const unfinished = unfinishedPhase(timings, outcome);
  const clocks = policy === null ? [] : policyClocks(timeoutsOf(policy, attempt.n), timings, outcome);
  const look = outcomeLook(outcome);
  return (
    <section className="waterfall" aria-label={`Attempt ${attempt.n}, phases`}>
      <p>
        <b>Attempt {attempt.n}</b>
        <span className="second">
          {sayMs(outcome.tookMs)} in all
          {timings.reusedConnection ? ', on an open connection' : ''}
          {attempt.remote === null ? '' : `, ${attempt.remote}`}
        </span>
      </p>
      <PhaseChart
        bars={phaseBars(timings)}
        broken={unfinished === null ? null : { phase: unfinished, atMs: outcome.tookMs, look }}
        clocks={clocks}
        tookMs={outcome.tookMs}
      />
      <ClockWords clocks={clocks} policy={policy} />
    </section>
  );
}

/** The clocks in words, with the rules behind them. */
function ClockWords({ clocks, policy }: { readonly clocks: readonly PolicyClock[]; readonly policy: Policy | null }) {
  if (policy === null) return null;
  const fired = clocks.find((clock) => clock.fired);
  const says =
    clocks.length === 0
      ? `${policy.name} had no clock running in it.`
      : fired !== undefined
        ? `${policy.name} waits ${sayDuration(fired.ms)} (${fired.name}), and that ended it.`
        : `${policy.name} waits ${clocks.map((clock) => `${sayDuration(clock.ms)} (${clock.name})`).join(', ')}.`;
  return (
    <p className="clock-words">
      <span className="second">{says}</span>
      <Rules ids={policy.rules.timeouts} />
    </p>
  );
}
