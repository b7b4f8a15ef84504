import {
  ATTEMPT_CHANGES,
  type AttemptChange,
  type AttemptPair,
  type ComparedAttempt,
  type ComparedDelivery,
  type ComparedRun,
  type Counts,
  type DeliveryPair,
  type DeliverySide,
  type Presence,
  type RunComparison,
  type VerdictPair,
} from '../model/run-comparison';

/** A latency counts as another one when it differs by more than this, ms. */
export const LATENCY_THRESHOLD_MS = 100;

/**
 * What changed from one run to another. Deliveries are matched by the order of their events at each endpoint, and
 * attempts by their number, never by ids, which are other ones in every run.
 */
export function compareRuns(earlier: ComparedRun, later: ComparedRun): RunComparison {
  const before = keyed(earlier.deliveries);
  const after = keyed(later.deliveries);
  const moved = movedAttempts(before, after);
  const pairs = [
    ...[...after].map(([key, placed]) => pairOf(key, placed, before.get(key) ?? null, placed, moved)),
    ...[...before].filter(([key]) => !after.has(key)).map(([key, placed]) => pairOf(key, placed, placed, null, moved)),
  ];
  const others = [
    ...verdicts('endpoint', earlier.endpoints, later.endpoints, ({ name, state }) => [name, state]),
    ...verdicts('expectation', earlier.expectations, later.expectations, ({ expectation, ok, actual }) => [
      expectation,
      `${ok ? 'holds' : 'fails'}: ${actual}`,
    ]),
  ];
  const attempts = pairs.flatMap((pair) => pair.attempts);
  const changed = (change: AttemptChange): number => attempts.filter(({ changes }) => changes.includes(change)).length;
  return {
    deliveries: countsOf(pairs),
    attempts: countsOf(attempts),
    changes: {
      status: changed('status'),
      fault: changed('fault'),
      latency: changed('latency'),
      order: changed('order'),
      wait: changed('wait'),
    },
    verdicts:
      pairs.filter(({ verdictChanged }) => verdictChanged).length + others.filter((other) => other.changed).length,
    pairs,
    others,
  };
}

/** Whether anything at all is another one. */
export const isChanged = ({ deliveries, verdicts }: RunComparison): boolean =>
  deliveries.changed + deliveries.new + deliveries.gone + verdicts > 0;

/** A delivery with its place: the how-many-eth event of its endpoint, and of that event the how-many-eth delivery. */
type Placed = { readonly event: number; readonly copy: number; readonly delivery: ComparedDelivery };

const keyOf = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);

function keyed(deliveries: readonly ComparedDelivery[]): ReadonlyMap<string, Placed> {
  const events = new Map<string, Map<string, number>>();
  const copies = new Map<string, number>();
  return new Map(
    deliveries.map((delivery) => {
      const known = events.get(delivery.endpoint) ?? new Map<string, number>();
      events.set(delivery.endpoint, known);
      const event = known.get(delivery.event) ?? known.size + 1;
      known.set(delivery.event, event);
      const place = keyOf(delivery.endpoint, event);
      const copy = (copies.get(place) ?? 0) + 1;
      copies.set(place, copy);
      return [keyOf(delivery.endpoint, event, copy), { event, copy, delivery }];
    }),
  );
}

function pairOf(
  key: string,
  { event, copy, delivery: { endpoint, type } }: Placed,
  before: Placed | null,
  after: Placed | null,
  moved: ReadonlySet<string>,
): DeliveryPair {
  const earlier = before?.delivery ?? null;
  const later = after?.delivery ?? null;
  const attempts = attemptPairs(key, earlier?.attempts ?? [], later?.attempts ?? [], moved);
  const verdictChanged =
    earlier !== null && later !== null && (earlier.state !== later.state || earlier.reason !== later.reason);
  const isOther = verdictChanged || attempts.some(({ presence }) => presence !== 'same');
  return {
    endpoint,
    type,
    event,
    copy,
    presence: presenceOf(earlier, later, isOther),
    verdictChanged,
    earlier: sideOf(earlier),
    later: sideOf(later),
    attempts,
  };
}

const sideOf = (delivery: ComparedDelivery | null): DeliverySide | null =>
  delivery === null
    ? null
    : { id: delivery.id, state: delivery.state, reason: delivery.reason, createdAtMs: delivery.createdAtMs };

const presenceOf = (earlier: unknown, later: unknown, isOther: boolean): Presence => {
  if (earlier === null) return 'new';
  if (later === null) return 'gone';
  return isOther ? 'changed' : 'same';
};

function attemptPairs(
  key: string,
  earlier: readonly ComparedAttempt[],
  later: readonly ComparedAttempt[],
  moved: ReadonlySet<string>,
): readonly AttemptPair[] {
  const before = new Map(earlier.map((attempt) => [attempt.n, attempt]));
  const after = new Map(later.map((attempt) => [attempt.n, attempt]));
  const numbers = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b);
  return numbers.map((n) => {
    const [was, is] = [before.get(n) ?? null, after.get(n) ?? null];
    const changes = was === null || is === null ? [] : changesOf(was, is, moved.has(attemptKey(key, n)));
    return { n, presence: presenceOf(was, is, changes.length > 0), changes, earlier: was, later: is };
  });
}

function changesOf(was: ComparedAttempt, is: ComparedAttempt, isMoved: boolean): readonly AttemptChange[] {
  const [before, after] = [latencyOf(was), latencyOf(is)];
  const changed: Readonly<Record<AttemptChange, boolean>> = {
    status: was.status !== is.status,
    // An interruption is no fault, and no answer either.
    fault: was.fault !== is.fault || (was.outcome !== is.outcome && was.status === is.status),
    latency: before !== null && after !== null && Math.abs(before - after) > LATENCY_THRESHOLD_MS,
    order: isMoved,
    wait: was.waitMs !== is.waitMs,
  };
  return ATTEMPT_CHANGES.filter((change) => changed[change]);
}

/** How long it took in virtual time, ms; null while it is in flight. */
export const latencyOf = ({ startedAtMs, endedAtMs }: ComparedAttempt): number | null =>
  endedAtMs === null ? null : endedAtMs - startedAtMs;

const attemptKey = (key: string, n: number): string => `${key}#${n}`;

/**
 * Attempts of both runs that changed places, the fewest that explain the other order: those outside of a longest
 * sequence that both runs have in the same order. Attempts of one instant stand in the order of their deliveries.
 */
function movedAttempts(before: ReadonlyMap<string, Placed>, after: ReadonlyMap<string, Placed>): ReadonlySet<string> {
  const ranks = new Map(inOrder(before).map((key, i) => [key, i]));
  const shared = inOrder(after).filter((key) => ranks.has(key));
  const kept = longestRise(shared.map((key) => ranks.get(key) ?? 0));
  return new Set(shared.filter((_, i) => !kept.has(i)));
}

function inOrder(deliveries: ReadonlyMap<string, Placed>): readonly string[] {
  return [...deliveries]
    .flatMap(([key, { delivery }]) =>
      delivery.attempts.map(({ n, startedAtMs }) => ({ key: attemptKey(key, n), startedAtMs })),
    )
    .sort((a, b) => a.startedAtMs - b.startedAtMs)
    .map(({ key }) => key);
}

/** The places of a longest rising sequence among different numbers. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  /** The place of the smallest number with which a sequence of each length ends. */
  const ends: number[] = [];
  const previous: (number | null)[] = [];
  for (const [i, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? null : (ends[low - 1] ?? null));
    ends[low] = i;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? null; at !== null; at = previous[at] ?? null) kept.add(at);
  return kept;
}

/** Matched by name, and where a name repeats, by its place among those. */
function verdicts<T>(
  kind: VerdictPair['kind'],
  earlier: readonly T[],
  later: readonly T[],
  read: (item: T) => readonly [name: string, says: string],
): readonly VerdictPair[] {
  const named = (items: readonly T[]): ReadonlyMap<string, readonly [string, string]> => {
    const seen = new Map<string, number>();
    return new Map(
      items.map((item) => {
        const [name, says] = read(item);
        const nth = (seen.get(name) ?? 0) + 1;
        seen.set(name, nth);
        return [keyOf(name, nth), [name, says]];
      }),
    );
  };
  const [before, after] = [named(earlier), named(later)];
  return [...new Set([...after.keys(), ...before.keys()])].map((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    return {
      kind,
      name: is?.[0] ?? was?.[0] ?? '',
      earlier: was?.[1] ?? null,
      later: is?.[1] ?? null,
      changed: was?.[1] !== is?.[1],
    };
  });
}

function countsOf(items: readonly { readonly presence: Presence }[]): Counts {
  const counts = { same: 0, changed: 0, new: 0, gone: 0 };
  for (const { presence } of items) counts[presence] += 1;
  return counts;
}
