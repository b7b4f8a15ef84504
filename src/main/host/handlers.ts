import type { Handlers } from '../../shared/contract/commands';
import type { EndpointView, HostReport, RouteView } from '../../shared/contract/views';
import type { RouteId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { BUILT_IN_POLICIES } from '../../shared/policies/built-in';
import { previewSchedule } from '../../shared/rules/preview';
import type { Engine } from '../engine/engine';
import type { EngineStore } from '../engine/ports';
import type { Views } from '../engine/views-port';
import { TRY_EVENT, TRY_NAME, TRY_PATH, TRY_SCRIPT } from './door';
import type { Notices } from './notices';
import type { ReceiverPlace } from './receiver-place';
import type { Routes } from './routes';

export type HandlerPorts = {
  readonly engine: Engine;
  readonly views: Views;
  readonly store: EngineStore;
  readonly routes: Routes;
  readonly place: ReceiverPlace;
  readonly notices: Notices;
  readonly host: HostReport;
  readonly routeUrl: (route: RouteView) => RouteView;
};

/** What each command of the contract does. Inputs are decoded already; refusals are thrown. */
export function makeHandlers(ports: HandlerPorts): Handlers {
  const { engine, views, store, routes, place, notices } = ports;
  const runId = engine.run.id;

  const endpointView = async (id: EndpointView['id']): Promise<EndpointView> =>
    found((await views.endpoints(runId, [id]))[0], 'endpoint', id);
  const routeView = async (id: RouteId): Promise<RouteView> =>
    ports.routeUrl(found((await views.routes(runId, [id]))[0], 'route', id));

  return {
    snapshot: async () => {
      const revision = store.revision();
      const [totals, endpoints, routeRows] = await Promise.all([
        views.totals(runId),
        views.endpoints(runId, null),
        views.routes(runId, null),
      ]);
      return {
        revision,
        run: engine.run,
        clock: engine.report(),
        totals,
        endpoints,
        routes: routeRows.map(ports.routeUrl),
        receiver: place.report(),
        host: ports.host,
        notices: notices.all(),
      };
    },
    'endpoint.create': async (input) =>
      endpointView(engine.createEndpoint({ ...input, policy: input.policyId }, routeOf(ports, input.url)).id),
    'endpoint.update': async (input) => endpointView(engine.updateEndpoint(input).id),
    'endpoint.remove': ({ id }) => ({ closed: engine.removeEndpoint(id) }),
    'endpoint.revealSecret': ({ id }) => ({ secret: engine.revealSecret(id) }),
    'endpoint.disable': async ({ id }) => endpointView(engine.disableEndpoint(id).id),
    'endpoint.enable': async ({ id }) => endpointView(engine.enableEndpoint(id).id),
    'endpoint.verify': async ({ id }) => endpointView((await engine.verifyEndpoint(id)).id),
    'event.send': (input) => engine.sendEvents(input),
    'event.list': (query) => views.listEvents(runId, query),
    'event.get': async ({ id }) => found(await views.event(id), 'event', id),
    'delivery.list': (query) => views.listDeliveries(runId, query),
    'delivery.get': async ({ id }) => found(await views.delivery(id), 'delivery', id),
    'delivery.permission': ({ id }) => engine.permission(id),
    'delivery.resend': ({ ids }) => engine.sendAgain('resend', ids),
    'delivery.redeliver': ({ ids }) => engine.sendAgain('redeliver', ids),
    'delivery.replay': ({ ids }) => engine.sendAgain('replay', ids),
    'delivery.retryNow': ({ ids }) => engine.actOn('retry-now', ids),
    'delivery.cancel': ({ ids }) => engine.actOn('cancel', ids),
    'delivery.loseJob': ({ id, jobs }) => {
      engine.loseJobs(id, jobs);
      return { done: true };
    },
    'attempt.get': async ({ deliveryId, n }) =>
      found(await views.attempt(deliveryId, n), 'attempt', `${deliveryId} #${n}`),
    'policy.list': () => BUILT_IN_POLICIES.map((policy) => ({ policy, preview: previewSchedule(policy) })),
    'route.create': ({ path, script }) => routeView(routes.create(path, script).id),
    'route.update': (input) => routeView(routes.update(input).id),
    'route.remove': ({ id }) => {
      routes.remove(id);
      return { removed: true };
    },
    'route.startOver': ({ id }) => routeView(routes.startOver(id).id),
    'capture.list': (query) => views.listCaptures(runId, query),
    'capture.get': async ({ id }) => found(await views.capture(id), 'capture', id),
    'clock.setPace': ({ pace }) => engine.setPace(pace),
    'clock.pause': () => engine.setPaused(true),
    'clock.resume': () => engine.setPaused(false),
    'clock.stop': () => engine.stop(),
    'receiver.listen': ({ port }) => place.move(port),
    'door.tryReceiver': () => tryReceiver(ports),
    'notice.dismiss': ({ id }) => {
      notices.remove(id);
      return notices.all();
    },
  };
}

/** The built-in route behind a URL that was typed or pasted, if it is one of ours. */
function routeOf({ routes, place }: HandlerPorts, url: string): RouteId | null {
  const base = place.urlOf('');
  return url.startsWith(`${base}/`) ? (routes.find(url.slice(base.length))?.id ?? null) : null;
}

function tryReceiver(ports: HandlerPorts): {
  endpointId: EndpointView['id'];
  deliveryId: Awaited<ReturnType<Handlers['door.tryReceiver']>>['deliveryId'];
} {
  const { engine, routes, place, store } = ports;
  const report = place.report();
  if (report.kind === 'down')
    throw new Refusal({
      code: 'unavailable',
      message: `The receiver is down: ${report.why} Choose another port first.`,
    });
  const route = routes.find(TRY_PATH) ?? routes.create(TRY_PATH, TRY_SCRIPT);
  const url = place.urlOf(TRY_PATH);
  const known = store.endpoints(engine.run.id).find((endpoint) => endpoint.url === url && endpoint.state === 'enabled');
  const endpoint =
    known ??
    engine.createEndpoint(
      { name: TRY_NAME, url, policy: 'kestrel', secret: null, channel: 'webhook', verification: 'assume' },
      route.id,
    );
  const { deliveryIds } = engine.sendEvents({
    endpointIds: [endpoint.id],
    type: TRY_EVENT.type,
    contentType: 'application/json',
    body: Buffer.from(TRY_EVENT.body).toString('base64'),
    count: 1,
  });
  return { endpointId: endpoint.id, deliveryId: found(deliveryIds[0], 'delivery', 'of the event just sent') };
}

function found<T>(value: T | null | undefined, what: string, id: string): T {
  if (value !== null && value !== undefined) return value;
  throw new Refusal({ code: 'not-found', message: `There is no ${what} ${id}. It may have been deleted.` });
}
