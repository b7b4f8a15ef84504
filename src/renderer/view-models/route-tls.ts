import { ROUTE_TLS, type RouteTls } from '../../shared/model/route-tls';

/** What a route is reached over, as a form offers it, and what follows for who delivers to it. */
const WORDS: Readonly<Record<RouteTls, { readonly label: string; readonly says: string }>> = {
  off: { label: 'http', says: 'Plain HTTP.' },
  valid: {
    label: 'https',
    says: 'With a certificate of the receiver’s own authority: an endpoint has to trust it, see Proxy and TLS.',
  },
  'self-signed': {
    label: 'https, self-signed',
    says: 'Every delivery fails in TLS, unless its endpoint does not verify the certificate.',
  },
  expired: {
    label: 'https, expired',
    says: 'The certificate ended months ago: every delivery fails in TLS, unless its endpoint does not verify it.',
  },
  'wrong-host': {
    label: 'https, for another host',
    says: 'The certificate is for another host: every delivery fails in TLS, unless its endpoint does not verify it.',
  },
  'no-shared-protocol': {
    label: 'https, no shared TLS version',
    says: 'The port speaks TLS 1.1 at most and senders 1.2 at least: every delivery fails, whatever its endpoint trusts.',
  },
};

export const ROUTE_TLS_CHOICES = ROUTE_TLS.map((value) => ({ value, label: WORDS[value].label }));

export const sayRouteTls = (tls: RouteTls): string => WORDS[tls].says;
export const nameRouteTls = (tls: RouteTls): string => WORDS[tls].label;

export const routeTlsOf = (value: string): RouteTls => ROUTE_TLS.find((tls) => tls === value) ?? 'off';
