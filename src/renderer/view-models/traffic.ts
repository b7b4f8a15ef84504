import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/contract/preferences';
import type { DeliveryRow, EndpointView, PlannedSend } from '../../shared/contract/views';
import { isFinal } from '../../shared/model/delivery';
import type { EndpointId } from '../../shared/model/ids';
import type { Pace } from '../../shared/model/pace';
import type { Policy } from '../../shared/policies/policy';
import { waitBand } from '../../shared/rules/schedule';
import { isOpen } from '../../shared/rules/suspension';
import { throttleOf } from '../../shared/rules/throttle';
import { sayDuration } from '../../shared/words/duration';
import { plural, sayCount } from './numbers';

const LOOPBACK = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** `shop.example:8080` of a URL as it was typed. */
const authorityOf = (url: string): string => /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;

/** Whether a URL leads to this computer and no other. */
export const isLoopbackUrl = (url: string): boolean => LOOPBACK.test(authorityOf(url).replace(/:\d*$/, ''));

type Aim = Pick<EndpointView, 'id' | 'url' | 'policy' | 'channel'>;
type Receiving = Aim & Pick<EndpointView, 'state' | 'condition' | 'counts'>;
type Waiting = Pick<DeliveryRow, 'endpointId' | 'state' | 'budget' | 'counter' | 'dueAt'>;

/** Deliveries that are going to an endpoint, all alike. */
export type Going = {
  readonly endpoint: Aim;
  readonly count: number;
  /** Virtual epoch ms at which the first of them is due; null: at once. */
  readonly firstAt: number | null;
  /** Virtual ms from one of them to the next; 0: all together. */
  readonly everyMs: number;
  readonly counter: number;
  readonly budget: number;
};

/** New deliveries with their policy's whole budget. */
export const fresh = (endpoint: Aim, count: number, everyMs = 0): Going => ({
  endpoint,
  count,
  firstAt: null,
  everyMs,
  counter: 0,
  budget: endpoint.policy.attempts,
});

/**
 * What waits now at endpoints that receive, and what is planned to be sent to them. Deliveries that the page does not hold count with their policy's whole
 * budget.
 * @param rows deliveries that the page knows, any order
 */
export const whatWaits = (
  endpoints: readonly Receiving[],
  rows: readonly Waiting[],
  sends: readonly PlannedSend[] = [],
): readonly Going[] =>
  endpoints.flatMap((endpoint) => {
    if (!isOpen(endpoint.state, endpoint.condition)) return [];
    const planned = sends
      .filter(({ endpointIds }) => endpointIds.includes(endpoint.id))
      .map(({ left, everyMs, nextAt }): Going => ({ ...fresh(endpoint, left, everyMs), firstAt: nextAt }));
    return [...waitingAt(endpoint, rows, false), ...planned];
  });

/** What an endpoint holds, as it goes once it is released: all at once. */
export const whatIsHeld = (endpoint: Receiving, rows: readonly Waiting[]): readonly Going[] =>
  waitingAt(endpoint, rows, true);

function waitingAt(endpoint: Receiving, rows: readonly Waiting[], held: boolean): readonly Going[] {
  const { waiting, inFlight } = endpoint.counts;
  const mine = rows.filter((row) => row.endpointId === endpoint.id && !isFinal(row.state));
  const going = mine
    .filter((row) => (row.state === 'held') === held)
    .map(({ dueAt, counter, budget }): Going => ({ endpoint, count: 1, firstAt: dueAt, everyMs: 0, counter, budget }));
  const unknown = Math.max(0, waiting + inFlight - mine.length);
  return unknown === 0 ? going : [...going, fresh(endpoint, unknown)];
}

/** What a fast clock would send to other computers, if every attempt fails. */
export type Forecast = {
  readonly requests: number;
  /** The most in any second of real time. */
  readonly perSecond: number;
  /** Real ms until the last of them. */
  readonly spanMs: number;
  /** Each once, in the order of the endpoints. */
  readonly hosts: readonly string[];
};

/** How long a request is taken to last: what bounds a clock that skips waits is how many may be under way at once. */
const REQUEST_MS = 50;

/** How many requests may be under way at once. */
type AtOnce = Pick<Preferences, 'perEndpoint' | 'inAll'>;

/** Only hosts that are not this computer count. @param now virtual epoch ms */
export function forecast(
  going: readonly Going[],
  pace: Pace,
  now: number,
  limits: AtOnce = DEFAULT_PREFERENCES,
): Forecast {
  const byEndpoint = new Map<EndpointId, Going[]>();
  for (const each of going) {
    if (each.count === 0 || isLoopbackUrl(each.endpoint.url)) continue;
    const known = byEndpoint.get(each.endpoint.id);
    if (known === undefined) byEndpoint.set(each.endpoint.id, [each]);
    else known.push(each);
  }
  const hosts = new Set<string>();
  let [requests, perSecond, spanMs] = [0, 0, 0];
  for (const group of byEndpoint.values()) {
    const [{ endpoint } = { endpoint: null }] = group;
    if (endpoint === null) continue;
    hosts.add(authorityOf(endpoint.url));
    const one = forecastOf(endpoint, group, pace, now, limits.perEndpoint);
    requests += one.requests;
    perSecond += one.perSecond;
    spanMs = Math.max(spanMs, one.spanMs);
  }
  const most = Math.floor((limits.inAll * 1_000) / REQUEST_MS);
  return { requests, perSecond: Math.min(perSecond, most), spanMs, hosts: [...hosts] };
}

/** So many requests at a real instant, in ms from now. */
type Planned = { readonly atMs: number; readonly count: number };

function forecastOf(
  endpoint: Aim,
  group: readonly Going[],
  pace: Pace,
  now: number,
  perEndpoint: number,
): Omit<Forecast, 'hosts'> {
  const planned = group.flatMap((going) => plannedOf(going, pace, now)).sort((a, b) => a.atMs - b.atMs);
  const requests = group.reduce((sum, { count, counter, budget }) => sum + count * Math.max(1, budget - counter), 0);
  const deliveries = group.reduce((sum, { count }) => sum + count, 0);
  const atOnce = Math.min(deliveries, perEndpoint);
  const most = Math.min(Math.ceil((atOnce * 1_000) / REQUEST_MS), throttled(endpoint, pace));
  const wanted = pace.kind === 'skip' ? requests : fullestSecond(planned);
  const perSecond = Math.min(wanted, most);
  const lastMs = planned.at(-1)?.atMs ?? 0;
  // What may not go as fast as it is due takes longer.
  const spanMs = perSecond < wanted ? Math.max(lastMs, (requests * 1_000) / perSecond) : lastMs;
  return { requests, perSecond, spanMs };
}

/** So many of a long row of deliveries are placed one by one, and the last; the others are like them. */
const MOST_PLACED = 1_000;

function plannedOf(going: Going, pace: Pace, now: number): readonly Planned[] {
  const { count, everyMs } = going;
  if (everyMs === 0) return attemptsOf(going, 0, count, pace, now);
  const placed = Array.from({ length: Math.min(count - 1, MOST_PLACED) }, (_, nth) =>
    attemptsOf(going, nth * everyMs, 1, pace, now),
  );
  return [...placed.flat(), ...attemptsOf(going, (count - 1) * everyMs, 1, pace, now)];
}

/** The attempts that are left, each after the nominal wait. Without waits all of them are due at once. */
function attemptsOf(
  { endpoint, firstAt, counter, budget }: Going,
  laterMs: number,
  count: number,
  pace: Pace,
  now: number,
): Planned[] {
  const planned: Planned[] = [];
  const factor = pace.kind === 'skip' ? Infinity : pace.factor;
  let atMs = (Math.max(0, (firstAt ?? now) - now) + laterMs) / factor;
  planned.push({ atMs, count });
  for (let failures = counter + 1; failures < budget; failures++) {
    atMs += nominalMs(endpoint.policy, failures) / factor;
    planned.push({ atMs, count });
  }
  return planned;
}

const nominal = new WeakMap<Policy, Map<number, number>>();

/** The same few waits are asked for by thousands of deliveries. */
function nominalMs(policy: Policy, failures: number): number {
  const known = nominal.get(policy) ?? new Map<number, number>();
  nominal.set(policy, known);
  const ms = known.get(failures) ?? waitBand(policy, failures).nominalMs;
  known.set(failures, ms);
  return ms;
}

function fullestSecond(planned: readonly Planned[]): number {
  let [from, sum, most] = [0, 0, 0];
  for (const { atMs, count } of planned) {
    sum += count;
    for (let first = planned[from]; first !== undefined && atMs - first.atMs >= 1_000; first = planned[from]) {
      sum -= first.count;
      from += 1;
    }
    most = Math.max(most, sum);
  }
  return most;
}

/** The most in a real second that a channel's limit lets through: what its windows of that second take. */
function throttled({ policy, channel }: Aim, pace: Pace): number {
  const throttle = throttleOf(policy, channel);
  if (throttle === null || pace.kind === 'skip') return Infinity;
  return throttle.limit * Math.max(1, Math.ceil((pace.factor * 1_000) / throttle.windowMs));
}

export const isFast = (pace: Pace): boolean => pace.kind === 'skip' || pace.factor > 1;

const MOST_HOSTS = 3;

/** `About 1,240 requests in 9 s to shop.example, at most 310 a second`. */
export function sayForecast({ requests, perSecond, spanMs, hosts }: Forecast): string {
  const named = hosts.slice(0, MOST_HOSTS).join(', ');
  const more = hosts.length - MOST_HOSTS;
  const to = `${named}${more > 0 ? ` and ${plural(more, 'host')} more` : ''}`;
  const span = spanMs < 1_000 ? 'within a second' : `in ${sayDuration(Math.round(spanMs / 1_000) * 1_000)}`;
  return `About ${plural(requests, 'request')} ${span} to ${to}, at most ${sayCount(perSecond)} a second`;
}
