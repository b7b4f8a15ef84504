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
