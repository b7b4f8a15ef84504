import type { AgendaEntry, AgendaItem } from '../../shared/model/agenda';
import { isFinal } from '../../shared/model/delivery';
import type { DeliveryId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { actOn, loseJobs, sendAgain } from './again';
import { disableEndpoint, enableEndpoint, liveEndpoint, removeEndpoint } from './endpoints';
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
  switch (entry.act) {
    case 'pause':
      return host.pause(true);
    case 'resume':
      return host.pause(false);
    case 'stop':
      return host.stop();
    case 'crash-engine':
      return host.crash();
    default:
      return actOnEndpoint(context, entry, host);
  }
}

function actOnEndpoint(context: RunContext, entry: Extract<AgendaEntry, { kind: 'act' }>, host: AgendaHost): void {
  if (entry.endpointId === null) return;
  const endpoint = liveEndpoint(context, entry.endpointId);
  switch (entry.act) {
    case 'verify':
      return host.during(verifyEndpoint(context, endpoint.id).catch((error: unknown) => host.refused(entry, error)));
    case 'enable':
      enableEndpoint(context, endpoint.id);
      return;
    case 'disable':
      disableEndpoint(context, endpoint.id);
      return;
    case 'delete':
      removeEndpoint(context, endpoint.id);
      return;
    case 'resend':
    case 'redeliver':
    case 'replay': {
      const { act } = entry;
      return forAll(context, entry, (ids) => void sendAgain(context, act, ids));
    }
    case 'retry-now':
    case 'cancel': {
      const { act } = entry;
      return forAll(context, entry, (ids) => void actOn(context, act, ids));
    }
    case 'lose-job':
      return forAll(context, entry, (ids) => {
        for (const id of ids) loseJobs(context, id, entry.jobs);
      });
    default:
      return;
  }
}

/** Every delivery of the endpoint on which the act makes sense, oldest first: ended ones again, waiting ones now. */
function forAll(
  context: RunContext,
  entry: Extract<AgendaEntry, { kind: 'act' }>,
  act: (ids: readonly DeliveryId[]) => void,
): void {
  if (entry.endpointId === null) return;
  const again = entry.act === 'resend' || entry.act === 'redeliver' || entry.act === 'replay';
  const last = context.ports.store.lastOrdinal(context.run.id);
  let after = 0;
  for (;;) {
    const page = context.ports.store.deliveriesOf(entry.endpointId, after, last, PAGE);
    const chosen = page.filter(({ state }) => (again ? state === 'failed' || state === 'held' : !isFinal(state)));
    if (chosen.length > 0) act(chosen.map(({ id }) => id));
    if (page.length < PAGE) return;
    after = page.at(-1)?.ordinal ?? last;
  }
}
