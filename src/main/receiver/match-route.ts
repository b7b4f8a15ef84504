import type { Route } from '../../shared/model/receiver';

/**
 * The route of a request target, compared as it stands in the request line, without decoding: the exact path, else
 * the longest path above it (`/hooks/orders` takes `/hooks/orders/1`, not `/hooks/orders-2`).
 */
export function matchRoute(routes: readonly Route[], target: string): Route | null {
  const path = pathOf(target);
  if (path === null) return null;
  let best: Route | null = null;
  for (const route of routes) {
    if (best !== null && route.path.length <= best.path.length) continue;
    if (path === route.path || path.startsWith(route.path.endsWith('/') ? route.path : `${route.path}/`)) best = route;
  }
  return best;
}

/** The path of an origin-form or absolute-form target (RFC 9112 3.2); null for `*` and `host:port`. */
function pathOf(target: string): string | null {
  const fromPath = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const path = fromPath.replace(/[?#].*$/s, '');
  if (path === '' && fromPath !== target) return '/';
  return path.startsWith('/') ? path : null;
}
