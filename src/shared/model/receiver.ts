import type { HeaderList } from './header';
import type { CaptureId, DeliveryId, RouteId, RunId } from './ids';

/** One step of a script: what is answered, and how often before the next step's turn. */
export type ScriptStep = {
  readonly reply: number;
  readonly headers: HeaderList;
  readonly body: string;
  /** Real ms before the answer. */
  readonly delayMs: number;
  /** How many requests this step answers; null is "from then on". The last step repeats in any case. */
  readonly times: number | null;
};

/** `all`: requests are counted together. `per-id`: each delivery id walks the script by itself. */
export type ScriptScope = 'all' | 'per-id';

export type Script = { readonly scope: ScriptScope; readonly steps: readonly ScriptStep[] };

/** A path on the built-in receiver. */
export type Route = {
  readonly id: RouteId;
  readonly path: string;
  readonly script: Script;
  /** Counts of an older epoch do not matter: it grows whenever the script is changed or started over. */
  readonly epoch: number;
  readonly createdAt: number;
};

/** What the receiver did with a request, and why. */
export type Verdict =
  | {
      readonly kind: 'step';
      readonly index: number;
      readonly nth: number;
      readonly status: number;
      readonly delayMs: number;
    }
  | { readonly kind: 'no-route'; readonly status: 404 }
  | { readonly kind: 'refused'; readonly status: number; readonly why: string };

/** A request that the receiver saw, byte for byte, and what was answered. */
export type Capture = {
  readonly id: CaptureId;
  readonly runId: RunId;
  readonly routeId: RouteId | null;
  readonly method: string;
  /** The request target as it stood in the request line. */
  readonly target: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** The body's true length; `body` holds it up to the cap. */
  readonly bodyBytes: number;
  readonly remote: string;
  /** The id by which a receiver would recognise a repeated delivery, when the request has one. */
  readonly deliveryKey: string | null;
  /** 1 for the first request with this key, 2 for the second …; null without a key. */
  readonly seen: number | null;
  /** Virtual epoch ms, and wall epoch ms. */
  readonly at: number;
  readonly wallAt: number;
  readonly verdict: Verdict;
};

export type CaptureSummary = Omit<Capture, 'body' | 'headers'> & { readonly deliveryId?: DeliveryId };
