import type { SignatureVerdict } from '../rules/signatures/verify';
import type { Signing } from './event';
import type { HeaderList } from './header';
import type { CaptureId, EndpointId, RouteId, RunId } from './ids';
import type { RouteTls } from './route-tls';
import type { Script, ScriptStep, ScriptTurn } from './script';

/** A route that stores what comes, answers the sender at once, and delivers to an endpoint under its policy. */
export type Forward = {
  readonly endpointId: EndpointId;
  /** What the sender is answered, 200 to 299. */
  readonly status: number;
  readonly signing: Signing;
};

/** A path on the built-in receiver. */
export type Route = {
  readonly id: RouteId;
  readonly path: string;
  readonly tls: RouteTls;
  readonly script: Script;
  /** Where it sends on what it takes; its script then rests. Null: the script answers. */
  readonly forward: Forward | null;
  /** Counts of an older epoch do not matter: it grows whenever the script is changed or started over. */
  readonly epoch: number;
  /** Virtual epoch ms at which the epoch began: the first step is current from then. */
  readonly epochAt: number;
  readonly createdAt: number;
};

/** What the receiver did with a request, and why. A status is null when no status line was to be sent. */
export type Verdict =
  | {
      readonly kind: 'step';
      /**
       * The place in the script, from 0, of the step that answered, and the how-many-eth answer of its turn this was
       * (1, 2, 3 …). For a request that the current step let through: the how-many-eth of those.
       */
      readonly index: number;
      readonly nth: number;
      /** Virtual epoch ms at which the step became current. */
      readonly sinceAt: number;
      readonly does: ScriptStep['kind'];
      readonly status: number | null;
      /** Real ms before the answer, as drawn. */
      readonly delayMs: number;
      /** Where the answer broke off, when that was in the middle of its headers or of its body. */
      readonly when?: 'in-headers' | 'in-body' | undefined;
      /** Only where a step had let a request through, this one or one before it, or the script remembers more. */
      readonly turn?: ScriptTurn | undefined;
    }
  /** Stored, answered, and sent on to the route’s endpoint. */
  | { readonly kind: 'forward'; readonly status: number }
  | { readonly kind: 'no-route'; readonly status: 404 }
  /** The request was not whole or not HTTP: `why` says what was wrong with it. */
  | { readonly kind: 'refused'; readonly status: number | null; readonly why: string };

/** How long a request took to come in, real ms. */
export type CaptureTimings = {
  /** From the opening of the connection to the end of the headers; null on a connection that was used before. */
  readonly headersMs: number | null;
  /** From there to the end of the body, or to where it broke off. */
  readonly bodyMs: number;
};

/**
 * When an answer began and was over: real ms from the end of the request's headers, as in `CaptureTimings`. It began
 * with its first byte; null where it never did. It was over with its last byte; null where it broke off or hung.
 */
export type AnswerTimings = { readonly beganMs: number | null; readonly endedMs: number | null };

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
  /** Fields that came after the body (RFC 9110 6.5), in their order and case. */
  readonly trailers: HeaderList;
  readonly remote: string;
  /** The id by which a receiver would recognise a repeated delivery, when the request has one. */
  readonly deliveryKey: string | null;
  /** 1 for the first request with this key, 2 for the second …; null without a key. */
  readonly seen: number | null;
  /** Virtual epoch ms, and wall epoch ms. */
  readonly at: number;
  readonly wallAt: number;
  readonly verdict: Verdict;
  /** Whether it bears the signature that its route checks; null where nothing is checked. */
  readonly signature: SignatureVerdict | null;
  /** Null for what was captured by a version that did not measure it. */
  readonly timings: CaptureTimings | null;
  /**
   * Written after the capture itself: null while the answer is not over, where the app ended before it was, and for
   * what was captured by a version that did not measure it.
   */
  readonly answer: AnswerTimings | null;
};
