import { LIMITS } from '../../shared/contract/limits';
import type { Asked } from '../../shared/model/asked';
import { type CaptureId, makeId, type RouteId, type RunId } from '../../shared/model/ids';
import type { Capture, Forward, Route } from '../../shared/model/receiver';
import type { RouteTls } from '../../shared/model/route-tls';
import type { ScriptStep } from '../../shared/model/script';
import { type AnswerMessage, answerMessage } from '../../shared/rules/answer-message';
import { loopOf } from '../../shared/rules/forwarding';
import {
  answerFor,
  answerRoll,
  chanceRoll,
  nextEdge,
  positionAfter,
  positionAt,
  type ScriptAnswer,
  type ScriptPosition,
  startOfScript,
} from '../../shared/rules/receiver-script';
import type { SignatureVerdict } from '../../shared/rules/signatures/verify';
import { changesWithTime, drawsAnswers, readsBody } from '../../shared/rules/step-condition';
import type { Forwarder } from '../engine/forwarder-port';
import type { Chance } from '../engine/ports';
import type { CaptureStore } from '../engine/receiver-ports';
import type { TimedAnswer } from './answer-times';
import { matchRoute } from './match-route';

/** A request as it was seen, at one instant, before anything is decided about it. */
export type SeenRequest = Omit<Capture, 'id' | 'routeId' | 'seen' | 'verdict' | 'signature' | 'answer'> & {
  /** The kind of port that it came to: only its own routes answer there. */
  readonly door: RouteTls;
  /** Why it is not a request that a script could answer; null when it is one. */
  readonly refused: { readonly status: number | null; readonly why: string } | null;
};

/** What the sender gets, and the capture that it answers; without one nothing could be stored. */
export type Answer = Given & { readonly id: CaptureId | null };

/** A step of a script, a text of our own, or nothing (the sender has left). */
type Given =
  | {
      readonly kind: 'step';
      readonly step: ScriptStep;
      readonly message: AnswerMessage;
      readonly verdict: ScriptAnswer['verdict'];
    }
  | { readonly kind: 'text'; readonly status: number; readonly text: string }
  | { readonly kind: 'nothing' };

export type Decider = {
  readonly store: CaptureStore;
  readonly chance: Chance;
  /** The live run's seed. */
  readonly seed: () => number;
  /** How a route's signatures are checked now. */
  readonly checkOf: (runId: RunId, routeId: RouteId) => SignatureCheck;
  /** Without one a forwarding route says that it cannot forward. */
  readonly forwarder?: Forwarder | undefined;
};

/** What the requests of one transaction read only once: it is dropped with the transaction. */
type Known = {
  readonly routes: readonly Route[];
  readonly positions: Map<string, ScriptPosition>;
  readonly checks: Map<RouteId, SignatureCheck>;
};

/** Checks a request's signature; null where the route checks none. */
export type SignatureCheck = (request: SeenRequest) => SignatureVerdict | null;

/** Decides what each request gets, in their order, and writes their captures, in one transaction of the store. */
export function decideAndWrite(
  decider: Decider,
  requests: readonly SeenRequest[],
  answered: readonly TimedAnswer[] = [],
): readonly Answer[] {
  return decider.store.transact(() => {
    if (answered.length > 0) decider.store.saveAnswers(answered);
    const runs = new Map<RunId, Known>();
    return requests.map((request) => {
      const known = runs.get(request.runId) ?? {
        routes: decider.store.routes(request.runId),
        positions: new Map<string, ScriptPosition>(),
        checks: new Map<RouteId, SignatureCheck>(),
      };
      runs.set(request.runId, known);
      return decideOne(decider, request, known);
    });
  });
}

function decideOne(decider: Decider, seen: SeenRequest, known: Known): Answer {
  const { store, chance } = decider;
  const { refused, door, ...request } = seen;
  const routes = known.routes.filter(({ tls }) => tls === door);
  const id: CaptureId = makeId('capture', request.wallAt, chance.bytes(10));
  const key = request.deliveryKey;
  const route = matchRoute(routes, request.target);
  const capture = {
    ...request,
    id,
    seen: key === null ? null : store.seen(request.runId, key) + 1,
    signature: refused === null && route !== null ? checked(decider, seen, known, route) : null,
    answer: null,
  };
  if (refused !== null) {
    store.insertCapture({ ...capture, routeId: route?.id ?? null, verdict: { kind: 'refused', ...refused } }, null);
    return refused.status === null
      ? { id, kind: 'nothing' }
      : { id, kind: 'text', status: refused.status, text: `${refused.why}\n` };
  }
  if (route === null) {
    store.insertCapture({ ...capture, routeId: null, verdict: { kind: 'no-route', status: 404 } }, null);
    return { id, kind: 'text', status: 404, text: noRouteText(routes, known.routes.length) };
  }
  if (route.forward !== null) return forwardOne(decider, capture, route, route.forward);
  const asked = askedOf(store, route, seen);
  const answer = answerOf(decider, known, route, asked, request);
  const { step, verdict } = answer;
  store.insertCapture({ ...capture, routeId: route.id, verdict }, route.epoch);
  const message = answerMessage(answer, asked, { now: request.at, wallMs: request.wallAt });
  return { id, kind: 'step', step, message, verdict };
}

/** Stored, and handed on in the same transaction; or refused with a reason, and stored with that. */
function forwardOne(
  { store, forwarder }: Decider,
  capture: Omit<Capture, 'routeId' | 'verdict'>,
  route: Route,
  forward: Forward,
): Answer {
  const refuse = (status: number, why: string): Answer => {
    store.insertCapture({ ...capture, routeId: route.id, verdict: { kind: 'refused', status, why } }, null);
    return { id: capture.id, kind: 'text', status, text: `${why}\n` };
  };
  const loop = loopOf(capture.headers, route.id);
  if (loop !== null) return refuse(508, loop);
  const { body, bodyBytes } = capture;
  if (body.length !== bodyBytes) return refuse(413, TOO_LARGE);
  const { status } = forward;
  const taken = forwarder?.take(route, forward, capture) ?? { kind: 'frozen' };
  if (taken.kind === 'gone') return refuse(503, GONE);
  if (taken.kind === 'frozen') return refuse(503, FROZEN);
  store.insertCapture({ ...capture, routeId: route.id, verdict: { kind: 'forward', status } }, null);
  return { id: capture.id, kind: 'text', status, text: '' };
}

const TOO_LARGE = `Rejected: a body of more than ${LIMITS.captureBodyBytes.toLocaleString('en')} bytes is not kept whole, and cannot be forwarded.`;
const GONE = 'Rejected: the endpoint that this route forwards to was deleted. Choose another one.';
const FROZEN = 'Rejected: another run was opened just now. Send it again.';

function checked({ checkOf }: Decider, seen: SeenRequest, { checks }: Known, { id }: Route): SignatureVerdict | null {
  const check = checks.get(id) ?? checkOf(seen.runId, id);
  checks.set(id, check);
  return check(seen);
}

function edgeOf(store: CaptureStore, route: Route, now: number): number | null {
  const { script, epoch, epochAt } = route;
  if (route.forward !== null || script.scope !== 'all' || !changesWithTime(script)) return null;
  const last = store.lastAnswer(route.id, epoch, 'all');
  const position = last === null ? startOfScript(epochAt) : positionAfter(script, last);
  return nextEdge(script, position, now, epochAt, 'ending');
}

function askedOf(
  store: CaptureStore,
  { id, script, epoch }: Route,
  { method, target, headers, body, deliveryKey }: SeenRequest,
): Asked {
  const attempt =
    deliveryKey !== null && script.steps.some((step) => step.if?.attempt !== undefined)
      ? store.attemptsOf(id, epoch, deliveryKey) + 1
      : 1;
  return { method, target, headers, body: readsBody(script) ? new TextDecoder().decode(body) : '', attempt };
}

function answerOf(
  { store, seed }: Decider,
  { positions }: Known,
  route: Route,
  asked: Asked,
  { deliveryKey: key, at: now }: Pick<SeenRequest, 'deliveryKey' | 'at'>,
): ScriptAnswer {
  const { script, epoch, epochAt } = route;
  const alone = script.scope === 'per-id';
  const walker = alone ? JSON.stringify([route.id, key]) : route.id;
  const stored = (): ScriptPosition => {
    const last = store.lastAnswer(route.id, epoch, alone ? { deliveryKey: key } : 'all');
    // By itself, a delivery id begins the script with its first request; together, all begin it with the epoch.
    return last === null ? startOfScript(alone ? now : epochAt) : positionAfter(script, last);
  };
  const position = positionAt(script, positions.get(walker) ?? stored(), now);
  const ordinal = alone && drawsAnswers(script) ? store.walkerOf(route.id, epoch, key) : null;
  const drawnBy = [seed(), route, ordinal, position] as const;
  const moment = { now, roll: answerRoll(...drawnBy), beganAt: epochAt };
  const answer = answerFor(script, position, asked, moment, chanceRoll(...drawnBy));
  positions.set(walker, answer.next);
  return answer;
}

const ROUTES_LISTED = 100;

/** @param all routes of the run, those of other ports included */
function noRouteText(routes: readonly Route[], all: number): string {
  if (routes.length === 0 && all > 0) return 'No route of the receiver is reached by this port. Look at its URL.\n';
  if (routes.length === 0) return 'The receiver has no routes yet. Add one in Retryscope under Receiver.\n';
  const listed = routes.slice(0, ROUTES_LISTED).map((route) => `  ${route.path}\n`);
  const rest = routes.length - listed.length;
  return `No route of the receiver matches this path. Its routes:\n${listed.join('')}${rest > 0 ? `  and ${rest} more\n` : ''}`;
}

/** The next instant at which time alone changes what a route of the run answers (see the port's `nextEdge`). */
export function nextEdgeOf(store: CaptureStore, runId: RunId, now: number): number | null {
  const edges = store.routes(runId).flatMap((route) => edgeOf(store, route, now) ?? []);
  return edges.length === 0 ? null : Math.min(...edges);
}
