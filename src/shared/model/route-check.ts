import type { SchemeChoice } from '../rules/signatures/scheme';

/**
 * Against what a route checks signatures: under Standard Webhooks and the secrets of the endpoints that point at it;
 * not at all; or under a scheme and a secret of its own, which is kept sealed.
 */
export type RouteCheck =
  | { readonly kind: 'endpoints' }
  | { readonly kind: 'off' }
  | { readonly kind: 'own'; readonly scheme: SchemeChoice };

export const BY_ENDPOINTS: RouteCheck = { kind: 'endpoints' };
