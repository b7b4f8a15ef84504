import type { Frame } from '../../../shared/contract/views';
import type { DeliveryId, RunId } from '../../../shared/model/ids';
import type { StepRecord } from '../../../shared/model/step';
import type { LogPlace } from '../../engine/views-port';
import type { ApiPorts, Ask } from './operation';
import { attemptOf, captureOf, clockOf, deliveryOf, endpointOf } from './shapes';

/** So many steps and captures are read at once. */
const PAGE = 200;
/** A comment keeps the connection from being taken for dead, real ms. */
const HEARTBEAT_MS = 15_000;

/**
 * Where a reader of the feed is: in a run, behind a step, a capture and an endpoint. Everything behind that is still
 * in the store, so that a reader who is slow, or was away, loses nothing and costs no memory.
 */
type Place = LogPlace & { readonly runId: RunId; readonly endpoint: number };

const idOf = ({ runId, step, capture, endpoint }: Place): string => `${runId}:${step}:${capture}:${endpoint}`;

/** The place that an id stands for, or null for what is none. */
function placeOf(id: string | null): Place | null {
  const [, runId, step, capture, endpoint] =
    /^(run_[0-9A-Z]{26}):(\d{1,15}):(\d{1,15}):(\d{1,15})$/.exec(id ?? '') ?? [];
  if (runId === undefined) return null;
  return { runId: runId as RunId, step: Number(step), capture: Number(capture), endpoint: Number(endpoint) };
}

type Kind = 'snapshot' | 'delivery' | 'attempt' | 'capture' | 'endpoint' | 'clock';

const message = (kind: Kind, place: Place, data: unknown): string =>
  `id: ${idOf(place)}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

export type FeedOptions = ApiPorts & { readonly ask: Ask; readonly gone: AbortSignal; readonly lastId: string | null };

/**
 * Server-Sent Events: first what happened since `lastId`, or a snapshot where that cannot be told any more, then what
 * happens. Each message has the place that leads on from it; changes of one thing that come close together are one
 * message, with the thing as it is then.
 */
export async function* feedOf({ served, views, system, ask, gone, lastId }: FeedOptions): AsyncGenerator<string> {
  const bell = new Bell(system, gone);
  let liveRunId: RunId | null = null;
  const cancel = served.subscribe((frame: Frame) => {
    liveRunId = frame.runId;
    bell.ring();
  });
  try {
    let place = await resumed(views, ask, placeOf(lastId));
    if (place === null) {
      const begun = await snapshot(views, ask);
      place = begun.place;
      yield begun.text;
    } else yield ': going on\n\n';
    while (!gone.aborted) {
      if (liveRunId !== null && liveRunId !== place.runId) {
        const begun = await snapshot(views, ask);
        place = begun.place;
        liveRunId = place.runId;
        yield begun.text;
      }
      const news = await newsAfter(views, ask, place);
      place = news.place;
      for (const text of news.texts) yield text;
      if (!news.more && !(await bell.rung())) yield ': still here\n\n';
    }
  } finally {
    cancel();
    bell.close();
  }
}

/** The place to go on from, or null when it is of another run, or the log no longer has what came behind it. */
async function resumed(views: ApiPorts['views'], ask: Ask, place: Place | null): Promise<Place | null> {
  if (place === null) return null;
  const { run } = await ask('snapshot', {});
  if (run.id !== place.runId) return null;
  const end = await views.logEnd(run.id);
  if (place.step > end.step || place.capture > end.capture) return null;
  if (place.step === 0) return place;
  const [there] = await views.stepsAfter(run.id, place.step - 1, 1);
  return there?.seq === place.step ? place : null;
}

async function snapshot(views: ApiPorts['views'], ask: Ask): Promise<{ readonly place: Place; readonly text: string }> {
  for (;;) {
    const before = await ask('snapshot', {});
    const end = await views.logEnd(before.run.id);
    const { run, clock, totals, endpoints } = await ask('snapshot', {});
    // Read after its place, so that nothing is lost between; of another run, the place is another.
    if (run.id !== before.run.id) continue;
    const ordinal = endpoints.at(-1)?.ordinal ?? 0;
    const place = { runId: run.id, ...end, endpoint: ordinal };
    const data = { object: 'snapshot', run, clock: clockOf(clock), totals, endpoints: endpoints.map(endpointOf) };
    return { place, text: message('snapshot', place, data) };
  }
}

type News = { readonly place: Place; readonly texts: readonly string[]; readonly more: boolean };

async function newsAfter(views: ApiPorts['views'], ask: Ask, from: Place): Promise<News> {
  const steps = await views.stepsAfter(from.runId, from.step, PAGE);
  const captures = await views.capturesAfter(from.runId, from.capture, PAGE);
  const texts: string[] = [];
  let place = from;

  const lasts = lastOfEach(steps);
  const rows = new Map((await views.deliveries(deliveriesOf(steps))).map((row) => [row.id, row]));
  const { endpoints, clock, run } = await ask('snapshot', {});
  if (run.id !== from.runId) return { place: from, texts: [], more: false };

  for (const endpoint of endpoints) {
    if (endpoint.ordinal <= place.endpoint) continue;
    place = { ...place, endpoint: endpoint.ordinal };
    texts.push(message('endpoint', place, endpointOf(endpoint)));
  }
  for (const step of steps) {
    const at = { ...place, step: step.seq };
    if (step.deliveryId !== null) {
      const row = rows.get(step.deliveryId);
      // The place moves on with the delivery's own message, the last one of this step.
      for (const mark of row?.marks ?? []) {
        if (lasts.attempts.get(`${mark.deliveryId}.${mark.n}`) === step.seq)
          texts.push(message('attempt', place, attemptOf(mark)));
      }
      if (row !== undefined && lasts.deliveries.get(row.id) === step.seq)
        texts.push(message('delivery', at, deliveryOf(row)));
    } else if (step.endpointId !== null) {
      const found = endpoints.find(({ id }) => id === step.endpointId);
      const data = found === undefined ? { object: 'deleted', id: step.endpointId, closed: 0 } : endpointOf(found);
      if (lasts.endpoints.get(step.endpointId) === step.seq) texts.push(message('endpoint', at, data));
    } else texts.push(message('clock', at, clockOf(clock)));
    place = at;
  }
  for (const { number, row } of captures) {
    place = { ...place, capture: number };
    texts.push(message('capture', place, captureOf(row)));
  }
  return { place, texts, more: steps.length === PAGE || captures.length === PAGE };
}

const deliveriesOf = (steps: readonly StepRecord[]): readonly DeliveryId[] => [
  ...new Set(steps.flatMap(({ deliveryId }) => deliveryId ?? [])),
];

/** The last step of each thing in a page of the log: there it is told, as it is now. */
function lastOfEach(steps: readonly StepRecord[]) {
  const deliveries = new Map<string, number>();
  const attempts = new Map<string, number>();
  const endpoints = new Map<string, number>();
  for (const { deliveryId, endpointId, step, seq } of steps) {
    if (deliveryId !== null) deliveries.set(deliveryId, seq);
    else if (endpointId !== null) endpoints.set(endpointId, seq);
    if (deliveryId !== null && 'n' in step) attempts.set(`${deliveryId}.${step.n}`, seq);
  }
  return { deliveries, attempts, endpoints };
}

/** Wakes the one who waits for news, or tells after a while that there are none. */
class Bell {
  readonly #system: ApiPorts['system'];
  readonly #gone: AbortSignal;
  #hasRung = false;
  #wake = (): void => {};

  constructor(system: ApiPorts['system'], gone: AbortSignal) {
    this.#system = system;
    this.#gone = gone;
    gone.addEventListener('abort', this.#end);
  }

  ring(): void {
    this.#hasRung = true;
    this.#wake();
  }

  /** False when nothing happened for as long as a heartbeat. */
  async rung(): Promise<boolean> {
    if (!this.#hasRung && !this.#gone.aborted) {
      await new Promise<void>((resolve) => {
        const cancel = this.#system.ring(HEARTBEAT_MS, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
      this.#wake = () => {};
    }
    const had = this.#hasRung || this.#gone.aborted;
    this.#hasRung = false;
    return had;
  }

  close(): void {
    this.#gone.removeEventListener('abort', this.#end);
    this.#wake();
  }

  readonly #end = (): void => this.#wake();
}
