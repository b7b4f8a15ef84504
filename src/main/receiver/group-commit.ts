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
 * @param trouble told what could not be stored; null, when the world had refused (a full disk), once it no longer does
 */
export function makeGroupCommit(
  write: (requests: readonly SeenRequest[]) => readonly Answer[],
  trouble: (problem: Problem | null) => void,
): GroupCommit {
  let queue: Waiting[] = [];
  let isRefused = false;

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
      if (isRefused) trouble(null);
      isRefused = false;
      for (const [index, { then }] of group.entries()) then(answers[index] ?? { kind: 'nothing' });
    } else if (answers.code === 'internal' && group.length > 1) {
      // One request that cannot be stored must not take its neighbours with it; what the world refuses it refuses all.
      for (const waiting of group) settle([waiting]);
    } else {
      // What was wrong with one request alone is not over with the next one.
      isRefused = answers.code !== 'internal';
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

/** 507 (RFC 4918) says that the server cannot store what the request needs stored; 503, that it cannot for now. */
function notStored({ code, message }: Problem): Answer {
  const status = code === 'disk-full' ? 507 : code === 'internal' ? 500 : 503;
  const remedy = code === 'internal' ? '' : ' Send it again later.';
  return { kind: 'text', status, text: `${message}\nThe request was not recorded.${remedy}\n` };
}
