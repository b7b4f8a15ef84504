import { type Problem, Refusal } from '../../shared/model/problem';
import type { SystemClock } from '../engine/ports';
import type { TimedAnswer } from './answer-times';
import type { Answer, SeenRequest } from './decide';

type Waiting = { readonly request: SeenRequest; readonly then: (answer: Answer) => void };

export type GroupCommit = {
  /** Queues a request; `then` is called once, after the commit that holds its capture, or when that is impossible. */
  add(request: SeenRequest, then: (answer: Answer) => void): void;
  /** Queues when an answer began and was over: it goes with the next commit, or with one of its own a little later. */
  answered(answer: TimedAnswer): void;
  /** Commits what is queued, now. */
  flush(): void;
};

/** So long the times of answers wait for a commit to go with, real ms. */
const ANSWERS_WAIT_MS = 250;
/** Beyond it they wait no longer. */
const MOST_ANSWERS = 1_000;

/**
 * Law 2: nothing is answered before its capture is committed. Requests that were read in the same turn of the event
 * loop share one transaction; a request that comes alone is committed at the end of its own turn.
 * When answers began and ended is told afterwards and may be lost by a kill, so it costs no commit of its own while
 * requests come.
 * @param write writes a group in one transaction, with what is known of answers since, and returns an answer for each
 * @param trouble told what could not be stored; null, when the world had refused (a full disk), once it no longer does
 */
export function makeGroupCommit(
  write: (requests: readonly SeenRequest[], answers: readonly TimedAnswer[]) => readonly Answer[],
  trouble: (problem: Problem | null) => void,
  ring: SystemClock['ring'],
): GroupCommit {
  let queue: Waiting[] = [];
  let answered: TimedAnswer[] = [];
  let cancelBell: (() => void) | null = null;
  let isRefused = false;

  const attempt = (group: readonly Waiting[]): readonly Answer[] | Problem => {
    try {
      const answers = write(
        group.map(({ request }) => request),
        answered,
      );
      answered = [];
      cancelBell?.();
      cancelBell = null;
      return answers;
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
      for (const [index, { then }] of group.entries()) then(answers[index] ?? { id: null, kind: 'nothing' });
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
    else if (answered.length > 0) writeAnswers();
  };

  /** Without a request to go with. What cannot be written now is given up: it is a time, and no capture. */
  const writeAnswers = (): void => {
    cancelBell?.();
    cancelBell = null;
    const answers = attempt([]);
    if ('code' in answers) answered = [];
  };

  return {
    add: (request, then) => {
      queue.push({ request, then });
      if (queue.length === 1) setImmediate(flush);
    },
    answered: (answer) => {
      answered.push(answer);
      if (answered.length >= MOST_ANSWERS) writeAnswers();
      else cancelBell ??= ring(ANSWERS_WAIT_MS, writeAnswers);
    },
    flush,
  };
}

/** 507 (RFC 4918) says that the server cannot store what the request needs stored; 503, that it cannot for now. */
function notStored({ code, message }: Problem): Answer {
  const status = code === 'disk-full' ? 507 : code === 'internal' ? 500 : 503;
  const remedy = code === 'internal' ? '' : ' Send it again later.';
  return { id: null, kind: 'text', status, text: `${message}\nThe request was not recorded.${remedy}\n` };
}
