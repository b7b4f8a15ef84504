import type { EndpointId } from '../../../shared/model/ids';
import type { Routes } from '../routes';
import type { ScenarioRoute } from './scenario';

/** Routes are made before endpoints, which may point at them; those that forward are told where to afterwards. */
export function forwardAll(
  routes: Routes,
  written: readonly Pick<ScenarioRoute, 'path' | 'forward'>[],
  endpoints: ReadonlyMap<string, EndpointId>,
): void {
  for (const { path, forward } of written) {
    const route = routes.find(path);
    const endpointId = forward === null ? undefined : endpoints.get(forward.to);
    if (forward === null || route === undefined || endpointId === undefined) continue;
    const { status, signing } = forward;
    routes.update({ id: route.id, forward: { endpointId, status, signing } });
  }
}
