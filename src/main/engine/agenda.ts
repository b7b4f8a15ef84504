import type { Again } from '../../shared/contract/views';
import type { AgendaEntry, AgendaItem } from '../../shared/model/agenda';
import { type Delivery, isFinal } from '../../shared/model/delivery';
import type { DeliveryId, EndpointId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { actOn, loseJobs, sendAgain } from './again';
import { disableEndpoint, enableEndpoint, removeEndpoint } from './endpoints';
import { acceptEvent, offer } from './intake';
import type { RunContext } from './run-context';
import { verifyEndpoint } from './verify';

const PAGE = 500;

/** What the agenda asks of whoever drives the engine: acts that it cannot do inside a turn. */
export type AgendaHost = {
  readonly pause: (paused: boolean) => void;
  readonly stop: () => void;
  /** The engine is to die as a crash would kill it, and to be started again. */
  readonly crash: () => void;
  /** The scenario is over. */
  readonly end: () => void;
  /** Something takes real time: the clock runs at 1× meanwhile. */
  readonly during: (work: Promise<unknown>) => void;
  /** An act was refused, or failed. */
  readonly refused: (entry: AgendaEntry, error: unknown) => void;
};

/** Does one planned entry. A send and its place in the agenda are one transaction, so that none is sent twice. */
export function perform(context: RunContext, item: AgendaItem, host: AgendaHost): void {
  const { entry } = item;
  if (entry.kind === 'send') {
    performSend(context, item, entry);
    return;
  }
  context.commit(() => context.ports.store.finishAgenda(context.run.id, item.seq));
  if (entry.kind === 'end') {
    host.end();
    return;
  }
  try {
    performAct(context, entry, host);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    host.refused(entry, error);
  }
}

function performSend(context: RunContext, item: AgendaItem, entry: Extract<AgendaEntry, { kind: 'send' }>): void {
  const { store } = context.ports;
  context.commit(() => {
    const body = Buffer.from(entry.body, 'base64');
    const event = acceptEvent(context, { type: entry.type, contentType: entry.contentType, body }, item.at);
    for (const id of entry.endpointIds) {
      const endpoint = store.endpoint(id);
      if (endpoint !== null && endpoint.state !== 'deleted') offer(context, endpoint, event, item.at);
    }
    const left = entry.left - 1;
    if (left === 0) store.finishAgenda(context.run.id, item.seq);
    else store.moveAgenda(context.run.id, { ...item, at: item.at + entry.everyMs, entry: { ...entry, left } });
  });
}

function performAct(context: RunContext, entry: Extract<AgendaEntry, { kind: 'act' }>, host: AgendaHost): void {
  if (entry.act === 'pause' || entry.act === 'resume') host.pause(entry.act === 'pause');
  else if (entry.act === 'stop') host.stop();
  else if (entry.act === 'crash-engine') host.crash();
  else if (entry.endpointId !== null) actOnEndpoint(context, entry, entry.endpointId, host);
}

function actOnEndpoint(
  context: RunContext,
  entry: Extract<AgendaEntry, { kind: 'act' }>,
  endpointId: EndpointId,
  host: AgendaHost,
): void {
  const { act, only } = entry;
  const each = (
    chosen: (delivery: Delivery) => boolean,
    work: (ids: readonly DeliveryId[]) => readonly Again[],
  ): readonly Again[] => forEachPage(context, endpointId, only === undefined ? chosen : new Set(only), work);
  switch (act) {
    case 'verify':
      host.during(verifyEndpoint(context, endpointId).catch((error: unknown) => host.refused(entry, error)));
      break;
    case 'enable':
      enableEndpoint(context, endpointId);
      break;
    case 'disable':
      disableEndpoint(context, endpointId);
      break;
    case 'delete':
      removeEndpoint(context, endpointId);
      break;
    case 'resend':
      tellRefused(each(canBeResent, (ids) => sendAgain(context, act, ids)));
      break;
    case 'redeliver':
    case 'replay':
      tellRefused(each(canGoAgain, (ids) => sendAgain(context, act, ids)));
      break;
    case 'retry-now':
    case 'cancel':
      tellRefused(each(isWaiting, (ids) => actOn(context, act, ids)));
      break;
    case 'lose-job':
      each(isWaiting, (ids) => {
        for (const id of ids) loseJobs(context, id, entry.jobs);
        return [];
      });
      break;
    default:
      break;
  }

  function tellRefused(done: readonly Again[]): void {
    const problems = done.flatMap(({ problem }) => (problem === null ? [] : [problem]));
    const [first] = problems;
    if (first === undefined) return;
    const of = `${problems.length} of ${done.length}`;
    host.refused(entry, new Refusal({ ...first, message: `${of}: ${first.message}` }));
  }
}

const canGoAgain = ({ state }: Delivery): boolean => state === 'failed' || state === 'held';
/** A37: a resend takes what failed and waits for its retry (a16), and what was not picked up, as well. */
const canBeResent = (delivery: Delivery): boolean =>
  canGoAgain(delivery) || delivery.state === 'retrying' || delivery.state === 'stale';
const isWaiting = ({ state }: Delivery): boolean => !isFinal(state);

/**
 * Acts on the endpoint's deliveries on which it makes sense, or on those with these places, oldest first; those that
 * the act itself makes are left out. Returns what the act says of each.
 */
function forEachPage(
  context: RunContext,
  endpointId: EndpointId,
  chosen: ((delivery: Delivery) => boolean) | ReadonlySet<number>,
  act: (ids: readonly DeliveryId[]) => readonly Again[],
): readonly Again[] {
  const done: Again[] = [];
  const last = context.ports.store.lastOrdinal(context.run.id);
  let after = 0;
  let place = 0;
  for (;;) {
    const page = context.ports.store.deliveriesOf(endpointId, after, last, PAGE);
    const ids = page.flatMap((delivery) => {
      place += 1;
      const isChosen = typeof chosen === 'function' ? chosen(delivery) : chosen.has(place);
      return isChosen ? [delivery.id] : [];
    });
    if (ids.length > 0) done.push(...act(ids));
    if (page.length < PAGE) return done;
    after = page.at(-1)?.ordinal ?? last;
  }
}
