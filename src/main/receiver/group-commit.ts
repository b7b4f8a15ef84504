import { type Problem, Refusal } from '../../shared/model/problem';
import type { Answer, SeenRequest } from './decide';

type Waiting = { readonly request: SeenRequest; readonly then: (answer: Answer) => void };

export type GroupCommit = {
  /** Queues a request; `then` is called once, after the commit that holds its capture, or when that is impossible. */
  add(request: SeenRequest, then: (answer: Answer) => void): void;
  /** Commits what is queued, now. */
  flush(): void;
};

/**
 * Law 2: nothing is answered before its capture is committed. Requests that were read in the same turn of the event
 * loop share one transaction; a request that comes alone is committed at the end of its own turn.
 * @param write writes a group in one transaction and returns an answer for each
 * @param trouble told what could not be stored
 */
export function makeGroupCommit(
  write: (requests: readonly SeenRequest[]) => readonly Answer[],
  trouble: (problem: Problem) => void,
): GroupCommit {
  let queue: Waiting[] = [];

  const attempt = (group: readonly Waiting[]): readonly Answer[] | Problem => {
    try {
      return write(group.map(({ request }) => request));
    } catch (error) {
      return error instanceof Refusal
        ? error.problem
        : { code: 'internal', message: `A request could not be stored: ${String(error)}.` };
    }
  };

  const settle = (group: readonly Waiting[]): void => {
    const answers = attempt(group);
    if (!('code' in answers)) {
      for (const [index, { then }] of group.entries()) then(answers[index] ?? { kind: 'nothing' });
    } else if (answers.code !== 'disk-full' && group.length > 1) {
      // One request that cannot be stored must not take its neighbours with it.
      for (const waiting of group) settle([waiting]);
    } else {
      trouble(answers);
      for (const { then } of group) then(notStored(answers));
    }
  };

  const flush = (): void => {
    const group = queue;
    queue = [];
    if (group.length > 0) settle(group);
  };

  return {
    add: (request, then) => {
      queue.push({ request, then });
      if (queue.length === 1) setImmediate(flush);
    },
    flush,
  };
}

/** 507 (RFC 4918) says that the server cannot store what the request needs stored. */
const notStored = (problem: Problem): Answer =>
  problem.code === 'disk-full'
    ? { kind: 'text', status: 507, text: `${problem.message}\nThe request was not recorded. Send it again later.\n` }
    : { kind: 'text', status: 500, text: `${problem.message}\nThe request was not recorded.\n` };
