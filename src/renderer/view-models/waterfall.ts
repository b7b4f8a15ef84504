import type { Fault, Outcome, PhaseTimings } from '../../shared/model/outcome';
import type { Policy } from '../../shared/policies/policy';

export type PhaseBar = {
  readonly name: string;
  readonly startMs: number;
  readonly lengthMs: number;
  /** The phase in which the endpoint itself works. */
  readonly theirs: boolean;
};

/** The phases of an attempt, one after the other; those that it did not come to are left out. */
export function phaseBars(timings: PhaseTimings): readonly PhaseBar[] {
  const phases: readonly (readonly [string, number | null, boolean])[] = [
    ['DNS', timings.dnsMs, false],
    ['Connect', timings.connectMs, false],
    ['TLS', timings.tlsMs, false],
    ['Request written', timings.writeMs, false],
    ['First byte', timings.firstByteMs, true],
    ['Body', timings.bodyMs, false],
  ];
  const bars: PhaseBar[] = [];
  let at = 0;
  for (const [name, lengthMs, theirs] of phases) {
    if (lengthMs === null) continue;
    bars.push({ name, startMs: at, lengthMs, theirs });
    at += lengthMs;
  }
  return bars;
}

/** The phase in which an attempt ended without a response. */
export type UnfinishedPhase = { readonly name: string; readonly startMs: number; readonly lengthMs: number };

const PHASE_OF: Readonly<Partial<Record<Fault, string>>> = {
  dns: 'DNS',
  refused: 'Connect',
  'connect-timeout': 'Connect',
  tls: 'TLS',
  'response-timeout': 'First byte',
};

/** What was going on when it ended; null after a response, in flight, and where nothing was begun. */
export function unfinishedPhase(timings: PhaseTimings, outcome: Outcome | null): UnfinishedPhase | null {
  if (outcome === null || outcome.kind === 'response') return null;
  const done = phaseBars(timings);
  const startMs = done.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
  const connected = timings.reusedConnection || timings.connectMs !== null;
  const next =
    timings.firstByteMs !== null
      ? 'Body'
      : timings.writeMs !== null
        ? 'First byte'
        : connected
          ? 'Request written'
          : timings.dnsMs === null
            ? 'DNS'
            : 'Connect';
  const name = (outcome.kind === 'no-response' ? PHASE_OF[outcome.fault] : undefined) ?? next;
  // A phase that is measured although it failed is drawn once.
  if (done.some((bar) => bar.name === name)) {
    return { name, startMs: outcome.tookMs, lengthMs: 0 };
  }
  return { name, startMs, lengthMs: Math.max(0, outcome.tookMs - startMs) };
}

/** A clock of the policy, in ms from the attempt's start. `fired`: it is what ended the attempt. */
export type PolicyClock = {
  readonly name: string;
  readonly startMs: number;
  readonly ms: number;
  readonly fired: boolean;
};

/** The policy's clocks that were running in an attempt; those that it did not come to are left out. */
export function policyClocks(
  timeouts: Policy['timeouts'],
  timings: PhaseTimings,
  outcome: Outcome | null,
): readonly PolicyClock[] {
  const fault = outcome?.kind === 'no-response' ? outcome.fault : null;
  const took = outcome?.tookMs ?? 0;
  const length = (ms: number | null): number => ms ?? 0;
  const connectedMs = length(timings.dnsMs) + length(timings.connectMs) + length(timings.tlsMs);
  const isConnected = timings.reusedConnection || timings.connectMs !== null;
  const clocks: Omit<PolicyClock, 'fired'>[] = [];
  if (timeouts.connectMs !== null && !timings.reusedConnection) {
    clocks.push({ name: 'connect', startMs: 0, ms: timeouts.connectMs });
  }
  const { headers, totalMs } = timeouts;
  if (headers !== null) {
    const starts: Readonly<Record<typeof headers.from, number | null>> = {
      'connect-start': 0,
      connected: isConnected ? connectedMs : null,
      'request-written': timings.writeMs === null ? null : connectedMs + timings.writeMs,
    };
    const startMs = starts[headers.from];
    if (startMs !== null) clocks.push({ name: 'headers', startMs, ms: headers.ms });
  }
  if (totalMs !== null) clocks.push({ name: 'total', startMs: 0, ms: totalMs });
  const inactivityMs = timeouts.inactivityMs ?? null;
  if (inactivityMs !== null && isConnected) {
    // The last silence: it began so long before the end when it is what ended it, else with the last phase.
    const startMs =
      fault === 'inactivity-timeout'
        ? Math.max(0, took - inactivityMs)
        : connectedMs + length(timings.writeMs) + length(timings.firstByteMs);
    clocks.push({ name: 'inactivity', startMs, ms: inactivityMs });
  }
  const fired = firedClock(clocks, fault, took);
  return clocks.map((clock) => ({ ...clock, fired: clock === fired }));
}

/** A timer and the attempt's own clock may differ by so much, in ms. */
const CLOSE_MS = 250;

/** The clock that ended the attempt: of those that could, the one whose end is nearest to it. */
function firedClock<C extends Omit<PolicyClock, 'fired'>>(
  clocks: readonly C[],
  fault: Fault | null,
  took: number,
): C | undefined {
  if (fault === 'inactivity-timeout') return clocks.find(({ name }) => name === 'inactivity');
  if (fault !== 'connect-timeout' && fault !== 'response-timeout') return undefined;
  const away = ({ startMs, ms }: C): number => Math.abs(startMs + ms - took);
  return clocks
    .filter((clock) => clock.name !== 'inactivity' && away(clock) <= CLOSE_MS)
    .sort((one, other) => away(one) - away(other))[0];
}

/** Round marks for an axis from 0 that end at or before `most`. */
export function axisMarks(most: number, about = 4): readonly number[] {
  if (!(most > 0)) return [0];
  const rough = most / about;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough) ?? size * 10;
  const marks: number[] = [];
  for (let index = 0; index * step <= most * 1.0001; index++) marks.push(Number((index * step).toPrecision(12)));
  return marks;
}
