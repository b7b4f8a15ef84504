import fc from 'fast-check';
import { FAULTS, type Outcome } from '../../src/shared/model/outcome';
import { alphorn } from '../../src/shared/policies/alphorn';
import { LONGEST_WAIT_MS } from '../../src/shared/policies/bounds';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Jitter, Policy, Schedule } from '../../src/shared/policies/policy';

/** A wait of any size, and often an ordinary one or an end of the range. */
const wait = fc.oneof(fc.integer({ min: 0, max: 120_000 }), fc.integer({ min: 0, max: LONGEST_WAIT_MS }));

export const schedules: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({ kind: fc.constant('list' as const), delaysMs: fc.array(wait, { minLength: 1, maxLength: 20 }) }),
  fc.record({
    kind: fc.constant('exponential' as const),
    baseMs: wait,
    factor: fc.oneof(fc.constantFrom(1, 1.5, 2, 10, 100), fc.double({ min: 1, max: 100, noNaN: true })),
    capMs: fc.option(wait),
  }),
  fc.record({ kind: fc.constant('constant' as const), delayMs: wait }),
  fc.record({ kind: fc.constant('linear' as const), baseMs: wait, stepMs: wait, capMs: fc.option(wait) }),
  fc.record({
    kind: fc.constant('polynomial' as const),
    baseMs: wait,
    exponent: fc.double({ min: 0, max: 10, noNaN: true }),
    capMs: fc.option(wait),
  }),
);

/** Those whose jitter is none: ranges, with a tail of any length. */
export const ranges: fc.Arbitrary<Schedule> = fc
  .array(fc.tuple(wait, wait), { minLength: 1, maxLength: 20 })
  .chain((ends) =>
    fc.record({
      kind: fc.constant('ranges' as const),
      rangesMs: fc.constant(ends.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)),
      tail: fc.integer({ min: 1, max: ends.length }),
    }),
  );

/** Those that count from the first attempt. */
export const offsets: fc.Arbitrary<Schedule> = fc.array(wait, { minLength: 1, maxLength: 20 }).chain((instants) =>
  fc.record({
    kind: fc.constant('offsets' as const),
    offsetsMs: fc.constant([...instants].sort((a, b) => a - b)),
    tail: fc.integer({ min: 1, max: instants.length }),
  }),
);

export const jitters: fc.Arbitrary<Jitter> = fc.oneof(
  fc.constantFrom<Jitter>({ kind: 'none' }, { kind: 'full' }, { kind: 'equal' }),
  fc.record({ kind: fc.constant('proportional' as const), ratio: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('additive' as const), ms: wait }),
);

export const decorrelated: fc.Arbitrary<Extract<Jitter, { kind: 'decorrelated' }>> = fc.record({
  kind: fc.constant('decorrelated' as const),
  factor: fc.double({ min: 1.1, max: 100, noNaN: true }),
  capMs: fc.option(wait),
});

/** A roll in [0, 1), with both of its ends. */
export const rolls: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 0.5, 1 - 2 ** -53),
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
);

/** How many tries have failed: the small numbers, and up to a million. */
export const failureCounts = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000 }));

export const policies: fc.Arbitrary<Policy> = fc
  .record({
    attempts: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 60 })),
    schedule: schedules,
    jitter: jitters,
    permanentUsesBudget: fc.boolean(),
    interrupted: fc.constantFrom({ kind: 'again' as const }, { kind: 'stuck' as const }),
    otherwise: fc.constantFrom('retry' as const, 'permanent' as const),
  })
  .map(({ otherwise, ...parts }) => ({
    ...kestrel,
    ...parts,
    sweep: parts.interrupted.kind === 'stuck' ? alphorn.sweep : null,
    classification: { rules: [], otherwise },
  }));

const took = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 60_000, noNaN: true }));

export const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({
    kind: fc.constant('response' as const),
    status: fc.integer({ min: 100, max: 599 }),
    retryAfter: fc.option(fc.string()),
    tookMs: took,
  }),
  fc.record({
    kind: fc.constant('no-response' as const),
    fault: fc.constantFrom(...FAULTS),
    detail: fc.string(),
    tookMs: took,
  }),
  fc.record({
    kind: fc.constant('interrupted' as const),
    by: fc.constantFrom('stopped' as const, 'killed' as const),
    tookMs: took,
  }),
);
