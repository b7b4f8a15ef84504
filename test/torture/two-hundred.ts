import { expect } from 'vitest';
import type { DeliveryId, EndpointId } from '../../src/shared/model/ids';
import type { Outcome } from '../../src/shared/model/outcome';
import { readLedger } from '../support/laws/ledger';
import { addEndpoint, type Bookkeeper } from './bookkeeper';
import type { EngineProcess, ReceiverProcess } from './processes';

const POLICIES = ['alphorn', 'fianto', 'kestrel', 'infraspeak'] as const;
type PolicyId = (typeof POLICIES)[number];

/** 16 endpoints with 13 events each: with so many in flight, the last of them have to share what slots are left. */
const ENDPOINTS_EACH = 4;
const EVENTS_EACH = 13;
export const IN_FLIGHT = 200;
export const SENT = ENDPOINTS_EACH * POLICIES.length * EVENTS_EACH;

export type Loaded = { readonly policyOf: ReadonlyMap<EndpointId, PolicyId> };

/** Two hundred requests of all four providers in flight, at endpoints that do not answer until they are told to. */
export async function loadTwoHundred(
  engine: Pick<EngineProcess, 'ask' | 'order'>,
  receiver: ReceiverProcess,
  books: Bookkeeper,
): Promise<Loaded> {
  const policyOf = new Map<EndpointId, PolicyId>();
  for (let i = 0; i < ENDPOINTS_EACH; i++) {
    for (const policy of POLICIES)
      policyOf.set(await addEndpoint(engine, receiver, policy, `${policy}-${i}?hang=1`), policy);
  }
  expect(await books.send(engine, [...policyOf.keys()], { count: EVENTS_EACH })).toBeNull();
  await receiver.hasSeen(IN_FLIGHT);
  return { policyOf };
}

export type Story = {
  readonly id: DeliveryId;
  readonly policy: PolicyId | undefined;
  readonly state: string;
  readonly counter: number;
  /** `stopped`, `killed`, a fault, a status, or `open`. */
  readonly outcomes: readonly string[];
  readonly triggers: readonly string[];
};

/** What became of each delivery, from a data folder that no engine has open. */
export function storiesIn(dataDir: string, { policyOf }: Loaded): readonly Story[] {
  const { deliveries, attempts } = readLedger(dataDir);
  return deliveries.map(({ id, endpointId, state, counter }) => {
    const own = attempts.filter(({ deliveryId }) => deliveryId === id);
    return {
      id,
      policy: policyOf.get(endpointId),
      state,
      counter,
      outcomes: own.map(({ outcome }) => nameOf(outcome)),
      triggers: own.map(({ trigger }) => trigger),
    };
  });
}

/** For each delivery with a second attempt: when that was due, in virtual ms since its first attempt began or ended. */
export function secondDueIn(dataDir: string, { policyOf }: Loaded) {
  const { attempts } = readLedger(dataDir);
  return attempts.flatMap((second) => {
    const first = attempts.find(({ deliveryId, n }) => deliveryId === second.deliveryId && n === 1);
    if (second.n !== 2 || first === undefined || first.endedAt === null) return [];
    return [
      {
        policy: policyOf.get(second.endpointId),
        sinceStartMs: second.dueAt - first.startedAt,
        sinceEndMs: second.dueAt - first.endedAt,
      },
    ];
  });
}

function nameOf(outcome: Outcome | null): string {
  if (outcome === null) return 'open';
  if (outcome.kind === 'response') return String(outcome.status);
  return outcome.kind === 'no-response' ? outcome.fault : outcome.by;
}
