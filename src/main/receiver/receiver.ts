import type { ReceiverReport } from '../../shared/contract/views';
import type { RunId } from '../../shared/model/ids';
import { type Problem, Refusal } from '../../shared/model/problem';
import type { RouteTls, SecureTls } from '../../shared/model/route-tls';
import type { Forwarder } from '../engine/forwarder-port';
import type { Chance, SystemClock } from '../engine/ports';
import type { CaptureStore, Receiver } from '../engine/receiver-ports';
import { DEFAULT_RECEIVER_PORT, RECEIVER_BOUNDS, type ReceiverBounds } from './bounds';
import { type Decider, decideAndWrite, nextEdgeOf } from './decide';
import { makeExchange } from './exchange';
import { makeGroupCommit } from './group-commit';
import { type Listening, listenOn } from './listening';
import { certificateFor, type ServerCertificate } from './tls/authority';
import type { Pair } from './tls/certificate';

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
  /** Who signs the certificates of https ports; made or read when the first of them is opened. */
  readonly authority?: () => Pair;
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

  const commit = makeGroupCommit(
    (requests, answers) => {
      const decided = decideAndWrite({ checkOf: () => () => null, ...parts }, requests, answers);
      parts.forwarder?.wake();
      return decided;
    },
    parts.storing,
    (afterMs, bell) => clock.ring(afterMs, bell),
  );
  const held = { limit: bounds.heldBodyBytes, used: 0 };
  const exchangeOf = (door: RouteTls) => makeExchange({ door, commit, clock, runId, virtualNow, held, bounds });

  const doors = new Map<SecureTls, Listening>();
  let listening: Listening | null = null;
  let report: ReceiverReport = { kind: 'down', wantedPort: DEFAULT_RECEIVER_PORT, why: 'It has not been started.' };

  const closeAll = async (open: readonly Listening[]): Promise<void> => {
    for (const one of open) one.stopAccepting();
    commit.flush();
    await Promise.all(open.map((one) => one.close()));
    // Requests that the closing cut off are captures, too.
    commit.flush();
  };

  const closeHttp = async (): Promise<void> => {
    const open = listening;
    if (open === null) return;
    listening = null;
    report = { kind: 'down', wantedPort: open.port, why: 'It was stopped.' };
    await closeAll([open]);
  };

  /** The same one until it is near its end. */
  const certificateOf = (tls: SecureTls): (() => ServerCertificate) => {
    const make = (): ServerCertificate => {
      if (parts.authority === undefined) throw new Error('there is nobody to sign a certificate');
      return certificateFor(tls, parts.authority(), clock.wallMs());
    };
    let made: ServerCertificate | null = null;
    return () => {
      if (made === null || clock.wallMs() >= made.renewAt) made = make();
      return made;
    };
  };

  return {
    listen: async (wanted) => {
      if (listening?.host === wanted.host && listening.port === wanted.port) return report;
      try {
        const opened = await listenOn(wanted, exchangeOf('off'), bounds, trouble);
        await closeHttp();
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
    listenSecurely: async (tls, wanted) => {
      const open = doors.get(tls);
      if (open !== undefined && open.host === wanted.host && open.port === wanted.port) return open.port;
      const opened = await listenOn(wanted, exchangeOf(tls), bounds, trouble, certificateOf(tls));
      doors.set(tls, opened);
      if (open !== undefined) await closeAll([open]);
      return opened.port;
    },
    closeSecure: async (tls) => {
      const open = doors.get(tls);
      if (open === undefined) return;
      doors.delete(tls);
      await closeAll([open]);
    },
    report: () => report,
    nextEdge: () => nextEdgeOf(store, runId(), Math.floor(virtualNow())),
    close: async () => {
      const open = [...doors.values()];
      doors.clear();
      await Promise.all([closeHttp(), closeAll(open)]);
    },
  };
}
