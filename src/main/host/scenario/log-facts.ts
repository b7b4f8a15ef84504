import type { Suspension } from '../../../shared/model/run-document';
import type { StepRecord } from '../../../shared/model/step';

export type EndpointFacts = {
  readonly suspensions: readonly Suspension[];
  readonly held: number;
  readonly heldMax: number;
  readonly droppedByLimit: number;
};

type Account = { suspensions: Suspension[]; held: Set<string>; heldMax: number; droppedByLimit: number };

/** What the log alone knows of endpoints: suspensions, and how many deliveries were held at once. */
export class LogFacts {
  readonly #startedAt: number;
  readonly #reasonOf: (endpointId: string) => string | null;
  readonly #accounts = new Map<string, Account>();

  /** `reasonOf`: the provider's word for why it suspends. */
  constructor(startedAt: number, reasonOf: (endpointId: string) => string | null) {
    this.#startedAt = startedAt;
    this.#reasonOf = reasonOf;
  }

  see({ at, deliveryId, endpointId, step }: StepRecord): void {
    if (endpointId === null) return;
    const account = this.#accountOf(endpointId);
    const atMs = at - this.#startedAt;
    if (step.kind === 'suspend') {
      // Where a probe failed it is closed anew.
      endSuspension(account, atMs);
      account.suspensions.push({ fromMs: atMs, toMs: null, reason: this.#reasonOf(endpointId) });
    } else if (step.kind === 'reopen') {
      endSuspension(account, atMs);
    } else if (step.kind === 'no-delivery') {
      if (step.because === 'hold-limit') account.droppedByLimit += 1;
    } else if (deliveryId !== null) {
      if (step.kind === 'hold' || (step.kind === 'close' && step.to === 'held')) account.held.add(deliveryId);
      else account.held.delete(deliveryId);
      account.heldMax = Math.max(account.heldMax, account.held.size);
    }
  }

  of(endpointId: string): EndpointFacts {
    const { suspensions, held, heldMax, droppedByLimit } = this.#accountOf(endpointId);
    return { suspensions, held: held.size, heldMax, droppedByLimit };
  }

  #accountOf(endpointId: string): Account {
    const known = this.#accounts.get(endpointId);
    if (known !== undefined) return known;
    const made: Account = { suspensions: [], held: new Set(), heldMax: 0, droppedByLimit: 0 };
    this.#accounts.set(endpointId, made);
    return made;
  }
}

function endSuspension(account: Account, toMs: number): void {
  account.suspensions = account.suspensions.map((one) => (one.toMs === null ? { ...one, toMs } : one));
}
