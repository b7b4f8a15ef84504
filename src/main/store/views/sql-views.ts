import Database from 'better-sqlite3';
import type { Log } from '../rows/row';
import { captureViews } from './capture-views';
import { countViews } from './count-views';
import { deliveryViews } from './delivery-views';
import { eventViews } from './event-views';
import type { ViewAnswer, ViewAnswers, ViewName } from './view-answers';

export type SqlViews = {
  /** Answers in one read transaction, so that all of an answer is of one commit. */
  answer<K extends ViewName>(name: K, args: Parameters<ViewAnswers[K]>): ViewAnswer<K>;
  close(): void;
};

/** The views over a read-only connection of their own. */
export function openSqlViews(file: string, log: Log): SqlViews {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  const answers: ViewAnswers = {
    ...countViews(db, log),
    ...deliveryViews(db, log),
    ...eventViews(db, log),
    ...captureViews(db, log),
  };
  const inOneRead = db.transaction((read: () => unknown) => read());
  return {
    answer<K extends ViewName>(name: K, args: Parameters<ViewAnswers[K]>) {
      const view = answers[name] as (...given: Parameters<ViewAnswers[K]>) => ViewAnswer<K>;
      return inOneRead(() => view(...args)) as ViewAnswer<K>;
    },
    close() {
      db.close();
    },
  };
}
