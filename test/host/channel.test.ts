import { describe, expect, it } from 'vitest';
import { answer, type Served, serveChannel, type TextPort } from '../../src/main/host/channel';
import type { EngineMessage } from '../../src/shared/contract/channel';
import type { CommandName } from '../../src/shared/contract/commands';
import { Refusal } from '../../src/shared/model/problem';
import { settled } from '../support/fake-system';

function setUp(handle: Served['handle'] = async () => 'done'): {
  say: (text: string) => void;
  close: () => void;
  heard: EngineMessage[];
  errors: unknown[];
  listeners: number[];
} {
  const heard: EngineMessage[] = [];
  const errors: unknown[] = [];
  const listeners: number[] = [];
  let say = (_text: string): void => {};
  let close = (): void => {};
  const port: TextPort = {
    post: (text) => heard.push(JSON.parse(text) as EngineMessage),
    onText: (listener) => {
      say = listener;
    },
    onClose: (listener) => {
      close = listener;
    },
  };
  serveChannel(port, {
    handle,
    subscribe: () => {
      listeners.push(1);
      return () => listeners.pop();
    },
    onError: (error) => errors.push(error),
  });
  return { say: (text) => say(text), close: () => close(), heard, errors, listeners };
}

describe('a channel', () => {
  it('answers a call with its own number', async () => {
    const { say, heard } = setUp(async (name) => ({ name }));
    say(JSON.stringify({ kind: 'call', seq: 7, name: 'clock.pause', args: {} }));
    await settled();
    expect(heard).toEqual([{ kind: 'answer', seq: 7, result: { ok: true, value: { name: 'clock.pause' } } }]);
  });

  it('survives what is no message: bad JSON, null, a number, a wrong kind', async () => {
    const { say, heard, errors } = setUp();
    for (const text of ['{', 'null', '42', '{"kind":"frame"}', '{"kind":"call","seq":"1","name":"snapshot"}'])
      say(text);
    await settled();
    expect(heard).toEqual([]);
    expect(errors).toHaveLength(5);
  });

  it('stops its frames when the client is gone', () => {
    const { close, listeners } = setUp();
    expect(listeners).toHaveLength(1);
    close();
    expect(listeners).toHaveLength(0);
  });
});

describe('a command', () => {
  const served = (handle: Served['handle']): Pick<Served, 'handle' | 'onError'> => ({ handle, onError: () => {} });

  it('is refused by name when there is none such, also when it is a name of Object', async () => {
    for (const name of ['nonsense', 'constructor', '__proto__']) {
      const result = await answer(
        { name: name as CommandName, args: {} },
        served(async () => 'no'),
      );
      expect(result).toMatchObject({ ok: false, problem: { code: 'invalid' } });
    }
  });

  it('says which field is wrong and what to do', async () => {
    const result = await answer(
      { name: 'endpoint.create', args: { name: 'Orders', url: 'shop.example', policyId: 'kestrel' } },
      served(async () => 'no'),
    );
    expect(result).toEqual({
      ok: false,
      problem: {
        code: 'invalid',
        field: 'url',
        message: '“shop.example” is not a URL. Write it in full, such as http://localhost:3000/webhooks.',
      },
    });
  });

  it('turns a refusal into its problem, and a fault inside into one that is logged', async () => {
    const errors: unknown[] = [];
    const problem = { code: 'locked', message: 'Held by pid 1.' } as const;
    const refused = await answer(
      { name: 'snapshot', args: {} },
      served(async () => {
        throw new Refusal(problem);
      }),
    );
    expect(refused).toEqual({ ok: false, problem });
    const broken = await answer(
      { name: 'snapshot', args: undefined },
      { handle: async () => Promise.reject(new Error('boom')), onError: (error) => errors.push(error) },
    );
    expect(broken).toMatchObject({ ok: false, problem: { code: 'internal' } });
    expect(errors).toHaveLength(1);
  });
});
