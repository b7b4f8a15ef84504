import type { CaptureDetail, EndpointView, RouteView } from '../../shared/contract/views';
import type { HeaderList } from '../../shared/model/header';
import type { Forward } from '../../shared/model/receiver';
import { endToEnd, HOP_HEADER, staysBehind } from '../../shared/rules/forwarding';
import { plural } from './numbers';
import { sayScript } from './script-words';

type Named = Pick<EndpointView, 'id' | 'name'>;

const nameOf = ({ endpointId }: Forward, endpoints: readonly Named[]): string =>
  endpoints.find(({ id }) => id === endpointId)?.name ?? 'a deleted endpoint';

/** What a route does with a request, in a line. */
export const sayRoute = (
  { script, forward }: Pick<RouteView, 'script' | 'forward'>,
  endpoints: readonly Named[],
): string =>
  forward === null ? sayScript(script) : `forwards to ${nameOf(forward, endpoints)}, answers ${forward.status} at once`;

/** How many deliveries wait at the endpoint that a route forwards to; whoever sent them. */
export const sayWaiting = ({ counts, name }: Pick<EndpointView, 'counts' | 'name'>): string => {
  const { waiting, inFlight } = counts;
  if (waiting + inFlight === 0) return `Nothing waits at ${name}.`;
  const flying = inFlight === 0 ? '' : `, ${inFlight} in flight`;
  return `${plural(waiting, 'delivery waits', 'deliveries wait')} at ${name}${flying}.`;
};

export const SIGNING_WORDS = {
  'as-captured': {
    label: 'As it came',
    says: 'Ids, signatures and authorization go on as they came; the endpoint adds nothing of its own.',
  },
  anew: {
    label: 'Signed anew',
    says: 'The endpoint’s own ids, signature, authorization and headers take the place of those with the same names.',
  },
} as const;

export const HOP_SAYS = `A ${HOP_HEADER} header with the route’s id is added, so that a request that comes back is refused with 508.`;

/** Fields that a person edits: without those that are made anew or stay behind. */
export const editable = ({ headers }: Pick<CaptureDetail, 'headers'>): HeaderList => {
  const behind = staysBehind(headers);
  return headers.filter(([name]) => !behind(name) && !/^(host|content-length)$/i.test(name));
};

/** Names of the fields that are not sent on, each once, as they were written. */
export const leftBehind = ({ headers }: Pick<CaptureDetail, 'headers'>): readonly string[] => {
  const behind = staysBehind(headers);
  return [...new Set(headers.map(([name]) => name).filter(behind))];
};

/** How many fields go out of a request that goes as it came. */
export const sentFields = ({ headers, method, bodyBytes }: CaptureDetail): number =>
  endToEnd(headers, method, bodyBytes, false).length;

/** What is made anew of a message that is sent on, as it will stand on the wire. */
export function framingOf(headers: HeaderList, method: string, bodyBytes: number, host: string): HeaderList {
  const length = endToEnd(headers, method, bodyBytes, true).filter(([name]) => /^content-length$/i.test(name));
  return [['Host', host], ...length];
}
