import { describe, expect, it } from 'vitest';
import type { Answer, SeenRequest } from '../../src/main/receiver/decide';
import { makeGroupCommit } from '../../src/main/receiver/group-commit';
import { makeId } from '../../src/shared/model/ids';
import { type Problem, Refusal } from '../../src/shared/model/problem';
import { EPOCH_AT } from './memory-captures';

const request = (target: string): SeenRequest => ({
  runId: makeId('run', EPOCH_AT, new Uint8Array(10)),
  method: 'POST',
  target,
  httpVersion: '1.1',
  headers: [],
  body: new Uint8Array(),
  bodyBytes: 0,
  trailers: [],
  remote: '127.0.0.1:1',
  deliveryKey: null,
  at: EPOCH_AT,
  wallAt: EPOCH_AT,
  refused: null,
  door: 'off',
  timings: null,
});
const fine = (text: string): Answer => ({ id: null, kind: 'text', status: 200, text });

/** A commit that writes down what happens, in order. */
function setUp(write: (requests: readonly SeenRequest[]) => readonly Answer[]) {
  const events: string[] = [];
  const troubles: (Problem | null)[] = [];
  const commit = makeGroupCommit(
    (requests) => {
      const answers = write(requests);
      events.push(`commit ${requests.map(({ target }) => target).join(' ')}`);
      return answers;
    },
    (problem) => troubles.push(problem),
    () => () => {},
  );
  const add = (target: string): Promise<Answer> =>
    new Promise((resolve) =>
      commit.add(request(target), (answer) => {
        events.push(`answer ${target}`);
        resolve(answer);
      }),
    );
  return { commit, add, events, troubles };
}

const all = (requests: readonly SeenRequest[]): readonly Answer[] => requests.map(({ target }) => fine(target));

describe('requests of one turn of the event loop', () => {
  it('share one commit, and none is answered before it', async () => {
    const { add, events } = setUp(all);
    expect(await Promise.all([add('a'), add('b')])).toEqual([fine('a'), fine('b')]);
    await add('c');
    expect(events).toEqual(['commit a b', 'answer a', 'answer b', 'commit c', 'answer c']);
  });

  it('are committed at once when told to, and once only', async () => {
    const { commit, add, events } = setUp(all);
    const answer = add('a');
    commit.flush();
    expect(events).toEqual(['commit a', 'answer a']);
    await answer;
    await add('b');
    expect(events).toEqual(['commit a', 'answer a', 'commit b', 'answer b']);
  });
});

describe('a commit that fails', () => {
  it('for want of space is answered 507 to each, told once', async () => {
    const { add, troubles } = setUp(() => {
      throw new Refusal({ code: 'disk-full', message: 'The disk is full.' });
    });
    const answers = await Promise.all([add('a'), add('b')]);
    expect(answers).toMatchObject([{ status: 507 }, { status: 507 }]);
    expect(troubles).toEqual([{ code: 'disk-full', message: 'The disk is full.' }]);
  });

  it('for one request’s sake takes no other with it', async () => {
    const { add, troubles } = setUp((requests) => {
      if (requests.some(({ target }) => target === 'bad')) throw new Error('no such column');
      return all(requests);
    });
    const answers = await Promise.all([add('a'), add('bad'), add('b')]);
    expect(answers).toMatchObject([fine('a'), { status: 500 }, fine('b')]);
    expect(troubles).toEqual([{ code: 'internal', message: 'A request could not be stored: Error: no such column.' }]);
  });

  it('because another program holds the file is tried once for all, and said to be over when it is', async () => {
    let isLocked = true;
    let tries = 0;
    const { add, troubles } = setUp((requests) => {
      tries += 1;
      if (isLocked) throw new Refusal({ code: 'locked', message: 'Another program holds the database.' });
      return all(requests);
    });
    expect(await Promise.all([add('a'), add('b')])).toMatchObject([{ status: 503 }, { status: 503 }]);
    expect(tries).toBe(1);
    isLocked = false;
    await add('c');
    await add('d');
    expect(troubles).toEqual([{ code: 'locked', message: 'Another program holds the database.' }, null]);
  });
});
