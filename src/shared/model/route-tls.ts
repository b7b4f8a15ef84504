/**
 * How a route is reached: over http, or over https with one kind of certificate. TLS is settled before a path is
 * known, so each kind has a port of its own, and that port stands in the route's URL.
 */
export const ROUTE_TLS = ['off', 'valid', 'self-signed', 'expired', 'wrong-host', 'no-shared-protocol'] as const;
export type RouteTls = (typeof ROUTE_TLS)[number];

/** Those that are https. */
export type SecureTls = Exclude<RouteTls, 'off'>;
export const SECURE_TLS = ROUTE_TLS.filter((tls): tls is SecureTls => tls !== 'off');
