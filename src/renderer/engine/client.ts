import type { ClientMessage, EngineMessage } from '../../shared/contract/channel';
import type { Call, CommandOutputs } from '../../shared/contract/commands';
import type { Frame } from '../../shared/contract/views';
import { type Result, refuse } from '../../shared/model/problem';
import type { Line, LinkState, Transport } from './line';

export type ClientEvents = {
  /** A line is open: everything known before may be out of date. */
  connected(): void;
  frame(frame: Frame): void;
  link(state: LinkState): void;
  /** The engine said something that is not of the contract. */
  garbled(text: string): void;
};

export type EngineClient = { readonly call: Call; readonly stop: () => void };

const NOT_CONNECTED = refuse('unavailable', 'The engine is not connected. Wait until it is back, then try again.');
const CUT_OFF = refuse(
  'unavailable',
  'The connection to the engine broke before it answered. Look whether it was done before you try again.',
);

/** Calls over whichever line is open. A call whose line dies answers `unavailable`; it never stays open. */
export function startClient(transport: Transport, events: ClientEvents): EngineClient {
  const waiting = new Map<number, (result: Result<unknown>) => void>();
  let line: Line | null = null;
  let seq = 0;

  const cutOff = (): void => {
    line = null;
    const answers = [...waiting.values()];
    waiting.clear();
    for (const answer of answers) answer(CUT_OFF);
  };

  const stop = transport({
    opened(next) {
      cutOff();
      line = next;
      events.connected();
    },
    closed: cutOff,
    text(text) {
      const message = readMessage(text);
      if (message === null) {
        events.garbled(text);
      } else if (message.kind === 'frame') {
        events.frame(message.frame);
      } else {
        waiting.get(message.seq)?.(message.result);
        waiting.delete(message.seq);
      }
    },
    link: events.link,
  });

  const call: Call = (name, args) =>
    new Promise((resolve) => {
      if (line === null) {
        resolve(NOT_CONNECTED);
        return;
      }
      seq += 1;
      // The engine answers a command with that command's output: the contract is one map, checked at its edge.
      waiting.set(seq, (result) => resolve(result as Result<CommandOutputs[typeof name]>));
      const message: ClientMessage = { kind: 'call', seq, name, args };
      line.send(JSON.stringify(message));
    });

  return {
    call,
    stop() {
      stop();
      cutOff();
    },
  };
}

function readMessage(text: string): EngineMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null || !('kind' in message)) return null;
    return message.kind === 'answer' || message.kind === 'frame' ? (message as EngineMessage) : null;
  } catch {
    return null;
  }
}
