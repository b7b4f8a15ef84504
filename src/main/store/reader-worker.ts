import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../../shared/model/problem';
import type { ReaderReply, ReaderRequest, ReaderStart } from './views/reader-messages';
import { openSqlViews } from './views/sql-views';
import type { ViewAnswers } from './views/view-answers';
import { keepCheckpointing } from './wal-checkpoint';

/**
 * The reader's thread: a build entry of its own. It answers one request at a time, in order, and moves the log of the
 * writer into the database between them.
 */
const port = parentPort;
if (port === null) throw new Error('the reader runs as a worker thread');

const reply = (message: ReaderReply): void => port.postMessage(message);
const log = (line: string): void => reply({ kind: 'log', line });
const { file } = workerData as ReaderStart;
const views = openSqlViews(file, log);
keepCheckpointing(file, log);

port.on('message', ({ seq, name, args }: ReaderRequest) => {
  try {
    const value = views.answer(name, args as Parameters<ViewAnswers[typeof name]>);
    reply({ kind: 'answer', seq, value });
  } catch (error) {
    if (error instanceof Refusal) reply({ kind: 'refusal', seq, problem: error.problem });
    else
      reply({ kind: 'failure', seq, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
