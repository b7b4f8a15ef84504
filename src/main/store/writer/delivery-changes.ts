import type Database from 'better-sqlite3';
import type { Delivery } from '../../../shared/model/delivery';
import { waitText } from '../rows/delivery-row';
import { mustChange } from './must-change';

/** What can change about a delivery, and the column that holds it. */
const COLUMNS = {
  state: 'state',
  reason: 'reason',
  attempts: 'attempts',
  counter: 'counter',
  dueAt: 'due_at',
  nextTrigger: 'next_trigger',
  wait: 'wait',
  budget: 'budget',
  deferredFrom: 'deferred_from',
  slotAt: 'slot_at',
  lostDueAt: 'lost_due_at',
  jobsToLose: 'jobs_to_lose',
  touchedAt: 'touched_at',
  stuckSince: 'stuck_since',
  sweepAt: 'sweep_at',
  firstAttemptAt: 'first_attempt_at',
  changedAt: 'changed_at',
  lastError: 'last_error',
} as const satisfies Partial<Record<keyof Delivery, string>>;

type Changeable = keyof typeof COLUMNS;

const CHANGEABLE = Object.keys(COLUMNS) as readonly Changeable[];

/**
 * Writes what changed about a delivery and nothing else: each column that is written costs its binding, and each
 * index that it stands in is written too, changed or not.
 */
export class DeliveryChanges {
  readonly #db: Database.Database;
  /** By the set of columns, one bit each: an engine meets a dozen of them. */
  readonly #updates = new Map<number, Database.Statement>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** @param before the row as it is, or undefined when that is not known @throws Error when there is no such row */
  write(delivery: Delivery, before: Delivery | undefined): void {
    let changed = 0;
    const values: unknown[] = [];
    for (let i = 0; i < CHANGEABLE.length; i++) {
      const name = CHANGEABLE[i];
      if (name === undefined || (before !== undefined && before[name] === delivery[name])) continue;
      changed |= 1 << i;
      values.push(name === 'wait' ? waitText(delivery) : delivery[name]);
    }
    if (changed === 0) return;
    values.push(delivery.id);
    mustChange(this.#update(changed).run(values), delivery.id);
  }

  #update(changed: number): Database.Statement {
    const known = this.#updates.get(changed);
    if (known !== undefined) return known;
    const assignments = CHANGEABLE.filter((_, i) => (changed & (1 << i)) !== 0).map((name) => `${COLUMNS[name]} = ?`);
    const update = this.#db.prepare(`UPDATE delivery SET ${assignments.join(', ')} WHERE id = ?`);
    this.#updates.set(changed, update);
    return update;
  }
}
