import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { onTestFinished } from 'vitest';

export type Message = { readonly id: string; readonly event: string; readonly data: Readonly<Record<string, unknown>> };

/** Reads a feed as a browser's EventSource would. */
export async function readFeed(url: string, token: string, lastId: string | null = null) {
  const { hostname, port } = new URL(url);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastId === null ? {} : { 'last-event-id': lastId }),
  };
  // A connection of its own: one that is kept may belong to a server that was there before.
  const asked = request({ hostname, port, path: '/v1/feed', headers, agent: false });
  onTestFinished(() => void asked.destroy());
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.setEncoding('utf8');
  const parts = answer[Symbol.asyncIterator]() as AsyncIterator<string>;
  const all: Message[] = [];
  let text = '';
  let ended = false;

  /** False once it has ended. */
  const more = async (): Promise<boolean> => {
    const part = await parts.next().catch(() => null);
    if (part === null || part.done === true) {
      ended = true;
      return false;
    }
    text += part.value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
      );
      const data = fields.get('data');
      if (data !== undefined)
        all.push({ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) });
    }
    return true;
  };

  return {
    all,
    get ended() {
      return ended;
    },
    /** Resolves once what was read so far is as told. @throws Error when the feed ends before */
    until: async (there: (messages: readonly Message[]) => boolean): Promise<void> => {
      while (!there(all)) if (!(await more())) throw new Error('the feed ended');
    },
    untilEnd: async (): Promise<void> => {
      while (await more());
    },
    leave: () => void asked.destroy(),
  };
}
