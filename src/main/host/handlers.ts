import type { Handlers } from '../../shared/contract/commands';
import type { CertificateReport, EndpointView, HostReport, RouteView, RunView } from '../../shared/contract/views';
import type { FilterSubject } from '../../shared/filter/filter';
import { filterOf } from '../../shared/filter/read-filter';
import type { RouteId, RunId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import type { Run } from '../../shared/model/run';
import { sayDuration } from '../../shared/words/duration';
import type { Chance, EngineStore, RunRecord } from '../engine/ports';
import type { KeptStore } from '../engine/receiver-ports';
import type { Only, Views } from '../engine/views-port';
import { checkPem } from './check-pem';
import type { Clears } from './clears';
import { TRY_EVENT, TRY_NAME, TRY_PATH, TRY_SCRIPT } from './door';
import { draftHandlers } from './drafts';
import type { ExportJobs } from './export/export-jobs';
import type { ImportJobs } from './import/import-jobs';
import type { LiveRun } from './live-run';
import { mayReveal } from './may-reveal';
import type { Notices } from './notices';
import { policyHandlers } from './policies';
import type { ReceiverPlace } from './receiver-place';
import { readScriptText, writeScriptText } from './scenario/script-text';
import { scenarioHandlers } from './scenarios';
import { type SettingsPorts, settingsHandlers } from './settings-handlers';
import { checkSignature, type SignatureLabPorts } from './signature-lab';

export type HandlerPorts = {
  readonly live: LiveRun;
  readonly views: Views;
  readonly store: EngineStore & KeptStore;
  readonly place: ReceiverPlace;
  readonly notices: Notices;
  readonly host: HostReport;
  /** Of the receiver's authority. @throws Refusal `unavailable` */
  readonly certificate: () => CertificateReport;
  readonly routeUrl: (route: RouteView) => RouteView;
  readonly exports: ExportJobs;
  readonly imports: ImportJobs;
  readonly clears: Clears;
  /** Ends the process, or null where only the engine can die. */
  readonly crash: (() => void) | null;
  readonly chance: Chance;
  readonly lab: SignatureLabPorts;
  /** How often the list of policies changed, and how that is told. */
  readonly policies: { readonly changes: () => number; readonly changed: () => void };
  readonly settings: Omit<SettingsPorts, 'live' | 'views' | 'store' | 'place' | 'notices' | 'host' | 'policiesChanged'>;
};

/** What each command of the contract does. Inputs are decoded already; refusals are thrown. */
export function makeHandlers(ports: HandlerPorts): Handlers {
  const { live, views, store, place, notices } = ports;

  const endpointView = async (id: EndpointView['id']): Promise<EndpointView> =>
    found((await views.endpoints(live.runId, [id]))[0], 'endpoint', id);
  const routeView = async (id: RouteId): Promise<RouteView> =>
    ports.routeUrl(found((await views.routes(live.runId, [id]))[0], 'route', id));

  const runView = async (run: RunRecord): Promise<RunView> => {
    const { deliveries, attempts } = await views.totals(run.id);
    return { ...run, deliveries, attempts };
  };
  const viewOf = async (id: RunId): Promise<RunView> =>
    runView(
      found(
        store.runs().find((run) => run.id === id),
        'run',
        id,
      ),
    );
  const onlyOf = (subject: FilterSubject, typed: string): Only | null =>
    typed === '' ? null : { filter: filterOf(subject, typed), nowMs: live.engine.virtualNow() };
  const nameOf = (run: Run): string => store.runs().find(({ id }) => id === run.id)?.name ?? run.name;
  const liveView = (run: Run): Promise<RunView> => runView({ ...run, live: true });

  return {
    snapshot: async () => {
      const revision = store.revision();
      const [totals, endpoints, routeRows, sends] = await Promise.all([
        views.totals(live.runId),
        views.endpoints(live.runId, null),
        views.routes(live.runId, null),
        views.plannedSends(live.runId),
      ]);
      return {
        revision,
        // A person may have renamed it since the engine began it.
        run: { ...live.engine.run, name: nameOf(live.engine.run) },
        clock: live.engine.report(),
        totals,
        endpoints,
        routes: routeRows.map(ports.routeUrl),
        sends,
        receiver: place.report(),
        policies: ports.policies.changes(),
        host: ports.host,
        settings: ports.settings.keeper.now,
        notices: notices.all(),
      };
    },
    'endpoint.create': async (input) => {
      checkPem(input.request);
      return endpointView(
        live.engine.createEndpoint({ ...input, policy: input.policyId }, routeOf(ports, input.url)).id,
      );
    },
    'endpoint.update': async (input) => {
      if (input.request !== undefined) checkPem(input.request);
      return endpointView(live.engine.updateEndpoint(input).id);
    },
    'endpoint.remove': ({ id }) => ({ closed: live.engine.removeEndpoint(id) }),
    'endpoint.revealSecret': ({ id }) => {
      mayReveal(ports.settings.keeper.now);
      return { secret: live.engine.revealSecret(id) };
    },
    'endpoint.disable': async ({ id }) => endpointView(live.engine.disableEndpoint(id).id),
    'endpoint.enable': async ({ id }) => endpointView(live.engine.enableEndpoint(id).id),
    'endpoint.verify': async ({ id }) => endpointView((await live.engine.verifyEndpoint(id)).id),
    'endpoint.history': ({ id, fromMs, toMs }) => views.endpointHistory(id, fromMs, toMs),
    'endpoint.quota': ({ id }) => live.engine.quota(id),
    'event.send': (input) => live.engine.sendEvents(input),
    'event.stopSending': ({ seq }) => ({ dropped: live.engine.stopSending(seq) }),
    ...draftHandlers(store),
    'event.list': (query) => views.listEvents(live.runId, query),
    'event.get': async ({ id }) => found(await views.event(id), 'event', id),
    'delivery.list': ({ asOf, filter, ...asked }) => {
      const query = { ...asked, only: onlyOf('delivery', filter) };
      return asOf === null ? views.listDeliveries(live.runId, query) : views.pastDeliveries(live.runId, query, asOf);
    },
    'delivery.get': async ({ id, asOf }) =>
      asOf === null
        ? found(await views.delivery(id), 'delivery', id)
        : foundThen(await views.pastDelivery(id, asOf), 'delivery', id),
    'delivery.permission': ({ id }) => live.engine.permission(id),
    'delivery.resend': ({ ids }) => live.engine.sendAgain('resend', ids),
    'delivery.redeliver': ({ ids }) => live.engine.sendAgain('redeliver', ids),
    'delivery.replay': ({ ids }) => live.engine.sendAgain('replay', ids),
    'delivery.retryNow': ({ ids }) => live.engine.actOn('retry-now', ids),
    'delivery.cancel': ({ ids }) => live.engine.actOn('cancel', ids),
    'delivery.pin': ({ ids, pinned }) => ({
      changed: store.transact(() => store.pin('deliveries', ids, pinned)),
    }),
    'delivery.loseJob': ({ id, jobs }) => {
      live.engine.loseJobs(id, jobs);
      return { done: true };
    },
    'attempt.get': async ({ deliveryId, n, asOf }) =>
      asOf === null
        ? found(await views.attempt(deliveryId, n), 'attempt', `${deliveryId} #${n}`)
        : foundThen(await views.pastAttempt(deliveryId, n, asOf), 'attempt', `${deliveryId} #${n}`),
    'past.look': ({ to }) => {
      if (to.kind === 'instant') notAhead(to.atMs, live.engine.virtualNow());
      return views.past(live.runId, to);
    },
    'stats.read': (query) => views.stats(live.runId, query),
    ...policyHandlers({ store, live, wallMs: ports.settings.wallMs, changed: ports.policies.changed }),
    'route.create': async ({ path, tls, script, forward }) => {
      await place.prepare([tls]);
      return routeView(live.routes.create({ path, script, tls, forward }).id);
    },
    'route.update': async (input) => {
      if (input.tls !== undefined) await place.prepare([input.tls]);
      const { id } = live.routes.update(input);
      place.follow();
      await place.match();
      return routeView(id);
    },
    'script.read': ({ text }) => readScriptText(text),
    'script.write': ({ script }) => ({ text: writeScriptText(script) }),
    'route.remove': async ({ id }) => {
      live.routes.remove(id);
      await place.match();
      return { removed: true };
    },
    'route.startOver': ({ id }) => routeView(live.routes.startOver(id).id),
    'route.checkWith': ({ id, check }) => {
      live.routes.checkWith(id, check);
      return routeView(id);
    },
    'signature.check': (input) => checkSignature(ports.lab, input),
    'capture.list': ({ filter, ...query }) =>
      views.listCaptures(live.runId, { ...query, only: onlyOf('capture', filter) }),
    'capture.get': async ({ id }) => found(await views.capture(id), 'capture', id),
    'capture.sendOn': async (input) => {
      const { body, sentOn: _, ...capture } = found(await views.capture(input.id), 'capture', input.id);
      return live.engine.sendOn({ ...capture, body: Buffer.from(body, 'base64') }, input);
    },
    'capture.pin': ({ ids, pinned }) => ({
      changed: store.transact(() => store.pin('captures', ids, pinned)),
    }),
    'capture.clear': ({ runId, routeId }) => ports.clears.clear(runId ?? live.runId, routeId),
    'capture.delete': ({ ids, clearId }) => ports.clears.clearThese(live.runId, ids, clearId),
    'capture.undo': ({ clearId }) => ports.clears.undo(live.runId, clearId),
    'run.list': () => Promise.all(store.runs().map(runView)),
    'run.create': async ({ name, seed, copy }) => liveView(await live.create(name, seed, copy)),
    'run.open': async ({ id }) => liveView(await live.open(id)),
    'run.rename': ({ id, name }) => {
      live.rename(id, name);
      return viewOf(id);
    },
    'run.remove': ({ id }) => {
      live.remove(id);
      return { removed: true };
    },
    'run.restore': ({ id }) => {
      live.restore(id);
      return viewOf(id);
    },
    ...scenarioHandlers({ live, store, views, chance: ports.chance, wallMs: ports.settings.wallMs, liveView }),
    'engine.crash': () => {
      if (ports.crash === null) void live.crash();
      else setImmediate(ports.crash);
      return { crashing: true };
    },
    'clock.signWith': ({ time }) => live.engine.signWith(time),
    'clock.step': () => live.engine.step(),
    'clock.leaps': ({ fromMs, toMs }) => views.leaps(live.runId, fromMs, toMs),
    'clock.jump': ({ atMs }) => live.engine.jumpTo(atMs),
    'clock.cancelJump': () => live.engine.cancelJump(),
    'clock.setPace': ({ pace }) => live.engine.setPace(pace),
    'clock.pause': () => live.engine.setPaused(true),
    'clock.resume': () => live.engine.setPaused(false),
    'clock.stop': () => live.engine.stop(),
    'receiver.listen': ({ port }) => place.move(port),
    'receiver.listenHttps': ({ port }) => place.moveHttps(port),
    'receiver.certificate': () => ports.certificate(),
    'door.tryReceiver': () => tryReceiver(ports),
    'notice.dismiss': ({ id }) => {
      notices.remove(id);
      return notices.all();
    },
    'export.begin': (input) => ports.exports.begin(input),
    'export.next': (input) => ports.exports.next(input),
    'export.cancel': (input) => ports.exports.cancel(input),
    'import.begin': () => ports.imports.begin(),
    'import.add': (input) => ports.imports.add(input),
    'import.finish': (input) => ports.imports.finish(input),
    'import.cancel': (input) => ports.imports.cancel(input),
    ...settingsHandlers({ ...ports, ...ports.settings, policiesChanged: ports.policies.changed }),
  };
}

/** The built-in route behind a URL that was typed or pasted, if it is one of ours. */
function routeOf({ live, place }: HandlerPorts, url: string): RouteId | null {
  const at = place.placeOf(url);
  const route = at === null ? undefined : live.routes.find(at.path);
  return route !== undefined && route.tls === at?.tls ? route.id : null;
}

function tryReceiver(ports: HandlerPorts): {
  endpointId: EndpointView['id'];
  deliveryId: Awaited<ReturnType<Handlers['door.tryReceiver']>>['deliveryId'];
} {
  const { live, place, store } = ports;
  const { engine, routes } = live;
  const report = place.report();
  if (report.kind === 'down')
    throw new Refusal({
      code: 'unavailable',
      message: `The receiver is down: ${report.why} Choose another port first.`,
    });
  const route = routes.find(TRY_PATH) ?? routes.create({ path: TRY_PATH, script: TRY_SCRIPT });
  const url = place.urlOf(route);
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
    everyMs: 0,
  });
  return { endpointId: endpoint.id, deliveryId: found(deliveryIds[0], 'delivery', 'of the event just sent') };
}

function found<T>(value: T | null | undefined, what: string, id: string): T {
  if (value !== null && value !== undefined) return value;
  throw new Refusal({ code: 'not-found', message: `There is no ${what} ${id}. It may have been deleted.` });
}

function foundThen<T>(value: T | null, what: string, id: string): T {
  if (value !== null) return value;
  throw new Refusal({ code: 'not-found', message: `At this time there was no ${what} ${id}.` });
}

/** @throws Refusal `invalid` for an instant that has not come yet */
function notAhead(atMs: number, now: number): void {
  if (atMs <= now) return;
  throw new Refusal({
    code: 'invalid',
    field: 'atMs',
    message: `This instant is ${sayDuration(atMs - now)} ahead. Only what has happened can be looked at; jump there instead.`,
  });
}
