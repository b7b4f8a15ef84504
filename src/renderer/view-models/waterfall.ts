import type { PhaseTimings } from '../../shared/model/outcome';

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
