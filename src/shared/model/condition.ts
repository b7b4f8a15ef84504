import type { DeliveryId } from './ids';

/** What failures, successes and challenges have made of an endpoint. Times are virtual epoch ms. */
export type Condition = {
  /** Closed by the policy after failures; null while it receives. */
  readonly suspendedAt: number | null;
  /** Deliveries that used up their attempts in a row, by order of completion. */
  readonly streak: number;
  readonly lastSuccessAt: number | null;
  /** The URL passed its challenge, or needs none. */
  readonly verified: boolean;
  /** Some URL of it once did: what is held, and what is only stored, depends on it (F26, F27). */
  readonly everVerified: boolean;
  /** A newer URL that waits for its challenge while the old one goes on (F24, f16). */
  readonly newerUrl: string | null;
  /** When a suspension is over, or its first probe goes; absent where it waits for somebody or is being probed. */
  readonly reopensAt?: number | undefined;
  /** Half-open: how many probes have succeeded, and the delivery that goes as the next one; null waits for one. */
  readonly probe?: { readonly passed: number; readonly deliveryId: DeliveryId | null } | undefined;
  /** How many suspensions there were in a row without a success, and when the last one began. */
  readonly round?: number | undefined;
  readonly lastSuspendedAt?: number | undefined;
  /** The first failed attempt since the last success, where the policy asks how long it has been failing. */
  readonly failingSince?: number | undefined;
};

export const FRESH_CONDITION: Condition = {
  suspendedAt: null,
  streak: 0,
  lastSuccessAt: null,
  verified: true,
  everVerified: true,
  newerUrl: null,
};

/** R12: how a challenge is judged: not at all, by any 2xx, or by an echo in the body. */
export const VERIFICATIONS = ['assume', 'any-2xx', 'echo'] as const;
export type Verification = (typeof VERIFICATIONS)[number];
