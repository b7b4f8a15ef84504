import type { ReceiverReport } from '../../shared/contract/views';
import type { RunId } from '../../shared/model/ids';
import { type Problem, Refusal } from '../../shared/model/problem';
import type { Forwarder } from '../engine/forwarder-port';
import type { CaptureStore, Chance, Receiver, SystemClock } from '../engine/ports';
import { DEFAULT_RECEIVER_PORT, RECEIVER_BOUNDS, type ReceiverBounds } from './bounds';
import { type Decider, decideAndWrite, nextEdgeOf } from './decide';
import { makeExchange } from './exchange';
import { makeGroupCommit } from './group-commit';
import { type Listening, listenOn } from './listening';

export type ReceiverParts = {
  readonly store: CaptureStore;
  readonly clock: SystemClock;
  readonly chance: Chance;
  /** The live run, and its seed. */
  readonly runId: () => RunId;
  readonly seed: () => number;
  /** Virtual epoch ms. */
  readonly virtualNow: () => number;
  /** How a route's signatures are checked now; asked once for the requests of a transaction. Without it none is. */
  readonly checkOf?: Decider['checkOf'];
  /** Takes what forwarding routes forward. */
  readonly forwarder?: Forwarder;
  /** Told once per case what the person should know: a connection turned away, a server that reports an error. */
  readonly trouble: (problem: Problem) => void;
  /** Told what could not be stored, and null when captures are stored again. */
  readonly storing: (problem: Problem | null) => void;
  readonly bounds?: Partial<ReceiverBounds>;
};

/** The built-in receiver. It listens only once it is told to. */
export function makeReceiver(parts: ReceiverParts): Receiver {
  const { store, clock, runId, virtualNow, trouble } = parts;
  const bounds = { ...RECEIVER_BOUNDS, ...parts.bounds };

  const commit = makeGroupCommit((requests) => {
    const answers = decideAndWrite({ checkOf: () => () => null, ...parts }, requests);
    parts.forwarder?.wake();
    return answers;
  }, parts.storing);
  const exchange = makeExchange({
    commit,
    clock,
    runId,
    virtualNow,
    held: { limit: bounds.heldBodyBytes, used: 0 },
    bounds,
  });

  let listening: Listening | null = null;
  let report: ReceiverReport = { kind: 'down', wantedPort: DEFAULT_RECEIVER_PORT, why: 'It has not been started.' };

  const close = async (): Promise<void> => {
    const open = listening;
    if (open === null) return;
    listening = null;
    report = { kind: 'down', wantedPort: open.port, why: 'It was stopped.' };
    open.stopAccepting();
    commit.flush();
    await open.close();
    // Requests that the closing cut off are captures, too.
    commit.flush();
  };

  return {
    listen: async (wanted) => {
      if (listening?.host === wanted.host && listening.port === wanted.port) return report;
      try {
        const opened = await listenOn(wanted, exchange, bounds, trouble);
        await close();
        listening = opened;
        const { host, port } = opened;
        report = { kind: 'listening', host, port, url: `http://${host}:${port}`, wantedPort: wanted.port };
      } catch (error) {
        if (listening === null && error instanceof Refusal) {
          report = { kind: 'down', wantedPort: wanted.port, why: error.message };
        }
        throw error;
      }
      return report;
    },
    report: () => report,
    nextEdge: () => nextEdgeOf(store, runId(), Math.floor(virtualNow())),
    close,
  };
}
