import type { ClientMessage, EngineMessage } from '../../shared/contract/channel';
import type { CommandName } from '../../shared/contract/commands';
import { decodeCommand } from '../../shared/contract/decode';
import type { Frame } from '../../shared/contract/views';
import { type Problem, Refusal, type Result } from '../../shared/model/problem';

/** What a channel is served with: the app behind the contract. */
export type Served = {
  readonly handle: (name: CommandName, input: unknown) => Promise<unknown>;
  readonly subscribe: (listener: (frame: Frame) => void) => () => void;
  readonly onError: (error: unknown) => void;
};

/** One end of a text channel: MessagePort or WebSocket. */
export type TextPort = {
  readonly post: (text: string) => void;
  readonly onText: (listener: (text: string) => void) => void;
  readonly onClose: (listener: () => void) => void;
};

/** Answers commands and pushes frames until the port closes. Nothing that a client sends can throw out of here. */
export function serveChannel(port: TextPort, served: Served): void {
  const post = (message: EngineMessage): void => port.post(JSON.stringify(message));
  const cancel = served.subscribe((frame) => post({ kind: 'frame', frame }));
  port.onClose(cancel);
  port.onText((text) => {
    const message = readMessage(text);
    if (message === null) {
      served.onError(new Error('a client sent something that is no message'));
      return;
    }
    void answer(message, served).then((result) => post({ kind: 'answer', seq: message.seq, result }));
  });
}

function readMessage(text: string): ClientMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { kind, seq, name, args } = value as Record<string, unknown>;
  if (kind !== 'call' || typeof seq !== 'number' || typeof name !== 'string') return null;
  return { kind, seq, name: name as CommandName, args };
}

/** Decodes, handles, and turns every refusal into a value. Used by channels, the CLI and tests alike. */
export async function answer(
  { name, args }: Pick<ClientMessage, 'name' | 'args'>,
  served: Pick<Served, 'handle' | 'onError'>,
): Promise<Result<unknown>> {
  const decoded = decodeCommand(name, args);
  if (!decoded.ok) return decoded;
  try {
    return { ok: true, value: await served.handle(name, decoded.value) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem };
    served.onError(error);
    const problem: Problem = { code: 'internal', message: `${name} failed inside Retryscope: ${String(error)}` };
    return { ok: false, problem };
  }
}
