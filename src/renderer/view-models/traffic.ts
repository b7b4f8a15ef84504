import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import { isFinal } from '../../shared/model/delivery';
import type { Pace } from '../../shared/model/pace';
import { isOpen } from '../../shared/rules/suspension';
import { plural } from './numbers';

const LOOPBACK = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** `shop.example:8080` of a URL as it was typed. */
const authorityOf = (url: string): string => /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;

/** Whether a URL leads to this computer and no other. */
export const isLoopbackUrl = (url: string): boolean => LOOPBACK.test(authorityOf(url).replace(/:\d*$/, ''));

/** What a fast clock would send to other computers. */
export type Traffic = { readonly requests: number; readonly hosts: readonly string[] };

/**
 * The most requests that what waits now can make at hosts that are not this computer: every attempt that is left, as
 * if all of them failed. Deliveries that the page does not hold count with their policy's whole budget.
 * @param rows deliveries that the page knows, any order
 */
export function trafficAhead(
  endpoints: readonly Pick<EndpointView, 'id' | 'url' | 'policy' | 'state' | 'condition' | 'counts'>[],
  rows: readonly Pick<DeliveryRow, 'endpointId' | 'state' | 'budget' | 'counter'>[],
): Traffic {
  const hosts = new Set<string>();
  let requests = 0;
  for (const endpoint of endpoints) {
    const { waiting, inFlight } = endpoint.counts;
    if (waiting + inFlight === 0 || isLoopbackUrl(endpoint.url)) continue;
    if (!isOpen(endpoint.state, endpoint.condition)) continue;
    const mine = rows.filter((row) => row.endpointId === endpoint.id && !isFinal(row.state));
    const going = mine.filter((row) => row.state !== 'held');
    const unknown = Math.max(0, waiting + inFlight - mine.length);
    const left = going.reduce((sum, row) => sum + Math.max(1, row.budget - row.counter), 0);
    const all = left + unknown * endpoint.policy.attempts;
    if (all === 0) continue;
    requests += all;
    hosts.add(authorityOf(endpoint.url));
  }
  return { requests, hosts: [...hosts] };
}

const isFast = (pace: Pace): boolean => pace.kind === 'skip' || pace.factor > 1;

/** Whether a change of pace has to be asked for: it gets fast, it was not, and others would feel it. */
export const mustAsk = (
  from: { readonly pace: Pace; readonly paused: boolean },
  to: Pace,
  { requests }: Traffic,
): boolean => requests > 0 && isFast(to) && (from.paused || !isFast(from.pace));

const MOST_HOSTS = 3;

/** `About 1,240 requests to shop.example`. */
export function sayTraffic({ requests, hosts }: Traffic): string {
  const named = hosts.slice(0, MOST_HOSTS).join(', ');
  const more = hosts.length - MOST_HOSTS;
  return `About ${plural(requests, 'request')} to ${named}${more > 0 ? ` and ${plural(more, 'host')} more` : ''}`;
}
