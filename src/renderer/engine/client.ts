import type { ClientMessage, EngineMessage } from '../../shared/contract/channel';
import type { Call, CommandName, CommandOutputs } from '../../shared/contract/commands';
import { decodeCommand } from '../../shared/contract/decode';
import { LIMITS } from '../../shared/contract/limits';
import type { Frame } from '../../shared/contract/views';
import { type Problem, type Result, refuse } from '../../shared/model/problem';
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
      const message: ClientMessage = { kind: 'call', seq: seq + 1, name, args };
      const text = JSON.stringify(message);
      if (bytesOf(text) > LIMITS.commandBytes) {
        resolve(tooLarge(name, args));
        return;
      }
      seq += 1;
      // The engine answers a command with that command's output: the contract is one map, checked at its edge.
      waiting.set(seq, (result) => resolve(result as Result<CommandOutputs[typeof name]>));
      line.send(text);
    });

  return {
    call,
    stop() {
      stop();
      cutOff();
    },
  };
}

/** A text that is short enough in any case is not encoded to be measured. */
const bytesOf = (text: string): number =>
  text.length * 3 <= LIMITS.commandBytes ? text.length : new TextEncoder().encode(text).length;

/** The engine would close the line on it. What it would say of it is said here; it decodes with the same contract. */
function tooLarge(name: CommandName, args: unknown): { readonly ok: false; readonly problem: Problem } {
  const decoded = decodeCommand(name, args);
  return decoded.ok ? refuse('too-large', 'This is more than the engine takes at once, 4 MiB. Shorten it.') : decoded;
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
