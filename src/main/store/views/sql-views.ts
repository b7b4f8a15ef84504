import Database from 'better-sqlite3';
import { explainer } from '../explained';
import { type Log, tellOnce } from '../rows/row';
import { agendaViews } from './agenda-views';
import { captureViews } from './capture-views';
import { countViews } from './count-views';
import { dataViews } from './data-views';
import { deliveryViews } from './delivery-views';
import { eventViews } from './event-views';
import { historyViews } from './history-views';
import { leapViews } from './leap-views';
import { logViews } from './log-views';
import { pastViews } from './past-views';
import { statViews } from './stat-views';
import { stepViews } from './step-views';
import type { ViewAnswer, ViewAnswers, ViewName } from './view-answers';

export type SqlViews = {
  /** Answers in one read transaction, so that all of an answer is of one commit. */
  answer<K extends ViewName>(name: K, args: Parameters<ViewAnswers[K]>): ViewAnswer<K>;
  close(): void;
};

/** The views over a read-only connection of their own. */
export function openSqlViews(file: string, log: Log): SqlViews {
  const tell = tellOnce(log);
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  const deliveries = deliveryViews(db, tell);
  const { closeLogs, ...logs } = logViews(file, tell);
  const answers: ViewAnswers = {
    ...countViews(db, tell),
    ...deliveries,
    ...pastViews(db, tell, deliveries),
    ...eventViews(db, tell),
    ...captureViews(db, tell, deliveries),
    ...statViews(db, tell),
    ...stepViews(db, tell),
    ...historyViews(db, tell),
    ...leapViews(db, tell),
    ...agendaViews(db, tell),
    ...dataViews(db),
    ...logs,
  };
  const explain = explainer(file);
  const inOneRead = db.transaction((read: () => unknown) => read());
  return {
    answer<K extends ViewName>(name: K, args: Parameters<ViewAnswers[K]>) {
      const view = answers[name] as (...given: Parameters<ViewAnswers[K]>) => ViewAnswer<K>;
      try {
        return inOneRead(() => view(...args)) as ViewAnswer<K>;
      } catch (error) {
        throw explain(error);
      }
    },
    close() {
      closeLogs();
      db.close();
    },
  };
}
