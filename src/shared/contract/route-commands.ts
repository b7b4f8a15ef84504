import { z } from 'zod';
import type { RouteId } from '../model/ids';
import { id, routePath, routeTls } from './fields';
import { LIMITS } from './limits';
import { script } from './script';
import { routeCheck } from './signature';
import type { RouteView, ScriptReading } from './views';

/** The commands about the receiver's routes and their scripts. */
export const routeInputs = {
  'route.create': z.object({ path: routePath, tls: routeTls.default('off'), script }),
  'route.update': z.object({
    id: id<RouteId>('rt'),
    path: routePath.optional(),
    /** Its URL changes with it, and the endpoints that point at it follow. */
    tls: routeTls.optional(),
    script: script.optional(),
  }),
  /** A script as text, in the words of a scenario file, and back. Nothing is changed. */
  'script.read': z.object({ text: z.string().max(LIMITS.commandBytes / 2, 'A script has at most 2 MiB of text.') }),
  'script.write': z.object({ script }),
  'route.remove': z.object({ id: id<RouteId>('rt') }),
  'route.startOver': z.object({ id: id<RouteId>('rt') }),
  /** Against what the signatures of a route's requests are checked, from the next one on. */
  'route.checkWith': routeCheck,
} as const;

export type RouteOutputs = {
  'route.create': RouteView;
  'route.update': RouteView;
  'script.read': ScriptReading;
  'script.write': { readonly text: string };
  'route.remove': { readonly removed: true };
  'route.startOver': RouteView;
  'route.checkWith': RouteView;
};
