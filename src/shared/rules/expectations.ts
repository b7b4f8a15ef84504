import { DELIVERY_STATES } from '../model/delivery';
import type {
  JudgedExpectation,
  ReportedDelivery,
  ReportedEndpoint,
  ReportedRoute,
  RunDocument,
} from '../model/run-document';
import { type Bound, CHECKS, type Check, type Expectation } from '../model/scenario-expectation';
import { sayDuration } from '../words/duration';

/** Where an expectation stands in its file, from 1. */
export type PlacedExpectation = { readonly expectation: Expectation; readonly line: number };

/** An expectation under way: it sees each delivery once, then the rest. Nothing of a delivery is kept. */
type Tally = {
  readonly see: (delivery: ReportedDelivery) => void;
  readonly judge: (endpoints: readonly ReportedEndpoint[], routes: readonly ReportedRoute[]) => Verdict;
};
type Verdict = { readonly ok: boolean; readonly expected: string; readonly actual: string };

/** Judges a run delivery by delivery, so that a long one need not be held in memory. */
export class ExpectationCheck {
  readonly #tallies: readonly { readonly title: string; readonly line: number; readonly tally: Tally }[];

  constructor(expectations: readonly PlacedExpectation[]) {
    this.#tallies = expectations.flatMap(({ expectation, line }) =>
      CHECKS.filter((check) => expectation[check] !== undefined).map((check) => ({
        title: titleOf(expectation, check),
        line,
        tally: tallyOf(expectation, check),
      })),
    );
  }

  see(delivery: ReportedDelivery): void {
    for (const { tally } of this.#tallies) tally.see(delivery);
  }

  judge(endpoints: readonly ReportedEndpoint[], routes: readonly ReportedRoute[]): readonly JudgedExpectation[] {
    return this.#tallies.map(({ title, line, tally }) => ({
      expectation: title,
      line,
      ...tally.judge(endpoints, routes),
    }));
  }

  /** What there is to judge, in words. */
  get titles(): readonly string[] {
    return this.#tallies.map(({ title }) => title);
  }
}

/** Judges a whole document at once. */
export function judgeDocument(
  expectations: readonly PlacedExpectation[],
  document: Pick<RunDocument, 'deliveries' | 'endpoints' | 'routes'>,
): readonly JudgedExpectation[] {
  const check = new ExpectationCheck(expectations);
  for (const delivery of document.deliveries) check.see(delivery);
  return check.judge(document.endpoints, document.routes);
}

function tallyOf(expectation: Expectation, check: Check): Tally {
  const { endpoint } = expectation;
  const concerns = (delivery: ReportedDelivery): boolean => endpoint === undefined || delivery.endpoint === endpoint;
  const tally = tallyOfAll(expectation, check);
  return {
    see: (delivery) => {
      if (concerns(delivery)) tally.see(delivery);
    },
    judge: (endpoints, routes) =>
      tally.judge(
        endpoints.filter(({ name }) => endpoint === undefined || name === endpoint),
        routes.filter(({ route }) => expectation.route === undefined || sameRoute(route, expectation.route)),
      ),
  };
}

function tallyOfAll(expectation: Expectation, check: Check): Tally {
  const { from = 0, to = Number.POSITIVE_INFINITY } = expectation;
  switch (check) {
    case 'deliveries': {
      const wanted = expectation.deliveries ?? 0;
      if (isBound(wanted)) return counted(wanted, () => 1);
      return countedBy(wanted, ({ state }) => state, DELIVERY_STATES);
    }
    case 'reasons':
      return countedBy(expectation.reasons ?? {}, ({ reason }) => reason);
    case 'labels':
      return countedBy(expectation.labels ?? {}, ({ label }) => label);
    case 'attempts':
      return counted(
        expectation.attempts ?? 0,
        ({ attempts }) => attempts.filter(({ startedAtMs }) => startedAtMs >= from && startedAtMs < to).length,
      );
    case 'attemptsPerDelivery':
      return each(expectation.attemptsPerDelivery ?? 0, ({ attempts }) => attempts.length);
    case 'counter':
      return each(expectation.counter ?? 0, ({ counter }) => counter);
    case 'lastAttemptAt':
      return lastAttempt(expectation.lastAttemptAt ?? 0);
    case 'suspensions':
      return summed(expectation.suspensions ?? 0, ({ suspensions }) => suspensions.length);
    case 'suspendedAt':
      return ofEndpoints((endpoints) => {
        const instants = endpoints.flatMap(({ suspensions }) => suspensions.map(({ fromMs }) => fromMs));
        return allWithin(expectation.suspendedAt ?? 0, instants, sayInstant, 'never');
      });
    case 'state':
      return stateIs(expectation.state ?? '');
    case 'held':
      return summed(expectation.held ?? 0, ({ held }) => held);
    case 'heldMax':
      return eachEndpoint(expectation.heldMax ?? 0, ({ heldMax }) => heldMax);
    case 'droppedByLimit':
      return summed(expectation.droppedByLimit ?? 0, ({ droppedByLimit }) => droppedByLimit);
    case 'streak':
      return eachEndpoint(expectation.streak ?? 0, ({ streak }) => streak);
    case 'captures':
      return ofRoutes(expectation.captures ?? 0, ({ captures }) => captures);
    case 'duplicates':
      return ofRoutes(expectation.duplicates ?? 0, ({ duplicates }) => duplicates);
  }
}

function counted(wanted: Bound, count: (delivery: ReportedDelivery) => number): Tally {
  let sum = 0;
  return {
    see: (delivery) => {
      sum += count(delivery);
    },
    judge: () => within(wanted, sum),
  };
}

/** Counts by a word. Words that nobody asked for are shown, but not judged. */
function countedBy(
  wanted: Readonly<Record<string, Bound | undefined>>,
  wordOf: (delivery: ReportedDelivery) => string | null,
  order: readonly string[] = [],
): Tally {
  const counts = new Map<string, number>();
  return {
    see: (delivery) => {
      const word = wordOf(delivery);
      if (word !== null) counts.set(word, (counts.get(word) ?? 0) + 1);
    },
    judge: () => {
      const asked = Object.entries(wanted).flatMap(([word, bound]) => (bound === undefined ? [] : [{ word, bound }]));
      const shown = new Set([
        ...asked.map(({ word }) => word),
        ...order.filter((word) => counts.has(word)),
        ...counts.keys(),
      ]);
      return {
        ok: asked.every(({ word, bound }) => isWithin(bound, counts.get(word) ?? 0)),
        expected: asked.map(({ word, bound }) => `${sayBound(bound)} ${word}`).join(', '),
        actual: [...shown].map((word) => `${counts.get(word) ?? 0} ${word}`).join(', '),
      };
    },
  };
}

/** Every delivery for itself; with none there is nothing that holds. */
function each(wanted: Bound, count: (delivery: ReportedDelivery) => number): Tally {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  return {
    see: (delivery) => {
      least = Math.min(least, count(delivery));
      most = Math.max(most, count(delivery));
    },
    judge: () => allWithin(wanted, least > most ? [] : [least, most], String, 'no deliveries'),
  };
}

function lastAttempt(wanted: Bound): Tally {
  let last: number | null = null;
  return {
    see: ({ attempts }) => {
      for (const { startedAtMs } of attempts) last = Math.max(last ?? 0, startedAtMs);
    },
    judge: () => allWithin(wanted, last === null ? [] : [last], sayInstant, 'no attempt'),
  };
}

const nothingToSee = (): void => {};

const ofEndpoints = (judge: (endpoints: readonly ReportedEndpoint[]) => Verdict): Tally => ({
  see: nothingToSee,
  judge: (endpoints) => judge(endpoints),
});

const summed = (wanted: Bound, count: (endpoint: ReportedEndpoint) => number): Tally =>
  ofEndpoints((endpoints) => within(wanted, sum(endpoints.map(count))));

const eachEndpoint = (wanted: Bound, count: (endpoint: ReportedEndpoint) => number): Tally =>
  ofEndpoints((endpoints) => allWithin(wanted, endpoints.map(count), String, 'no endpoint'));

const stateIs = (wanted: string): Tally =>
  ofEndpoints((endpoints) => ({
    ok: endpoints.every(({ state, label }) => state === wanted || label === wanted),
    expected: wanted,
    actual: endpoints.map(({ state, label }) => (state === label ? state : `${state} (${label})`)).join(', '),
  }));

const ofRoutes = (wanted: Bound, count: (route: ReportedRoute) => number): Tally => ({
  see: nothingToSee,
  judge: (_, routes) => within(wanted, sum(routes.map(count))),
});

const within = (wanted: Bound, actual: number): Verdict => ({
  ok: isWithin(wanted, actual),
  expected: sayBound(wanted),
  actual: String(actual),
});

/** All of them, told by the least and the most. */
function allWithin(wanted: Bound, actual: readonly number[], say: (value: number) => string, none: string): Verdict {
  const expected = sayBound(wanted, say);
  if (actual.length === 0) return { ok: false, expected, actual: none };
  const least = actual.reduce((a, b) => Math.min(a, b));
  const most = actual.reduce((a, b) => Math.max(a, b));
  return {
    ok: isWithin(wanted, least) && isWithin(wanted, most),
    expected,
    actual: least === most ? say(least) : `${say(least)} to ${say(most)}`,
  };
}

const isBound = (value: Expectation['deliveries']): value is Bound =>
  typeof value === 'number' || (typeof value === 'object' && ('min' in value || 'max' in value));

function isWithin(bound: Bound, actual: number): boolean {
  if (typeof bound === 'number') return actual === bound;
  return actual >= (bound.min ?? 0) && actual <= (bound.max ?? Number.POSITIVE_INFINITY);
}

function sayBound(bound: Bound, say: (value: number) => string = String): string {
  if (typeof bound === 'number') return say(bound);
  if (bound.max === undefined) return `at least ${say(bound.min ?? 0)}`;
  return bound.min === undefined ? `at most ${say(bound.max)}` : `${say(bound.min)} to ${say(bound.max)}`;
}

/** To the millisecond: a duration in words, and what its words round away. */
const sayInstant = (ms: number): string =>
  ms % 1_000 === 0 || ms < 1_000 ? sayDuration(ms) : `${sayDuration(ms - (ms % 1_000))} ${ms % 1_000} ms`;

function titleOf({ endpoint, route, from, to }: Expectation, check: Check): string {
  const of = endpoint ?? (route === undefined ? undefined : `/${route.replace(/^\//, '')}`);
  const span = [
    ...(from === undefined ? [] : [`from ${sayDuration(from)}`]),
    ...(to === undefined ? [] : [`to ${sayDuration(to)}`]),
  ].join(' ');
  return `${of === undefined ? '' : `${of}: `}${check}${span === '' ? '' : ` ${span}`}`;
}

const sameRoute = (a: string, b: string): boolean => a.replace(/^\//, '') === b.replace(/^\//, '');
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
