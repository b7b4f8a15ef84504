import { LIMITS } from '../../shared/contract/limits';
import type { PlannedSend } from '../../shared/contract/views';
import { sayDuration } from '../../shared/words/duration';
import { readDuration } from '../../shared/words/read-duration';
import { plural, sayCount } from './numbers';

/** How many events go, and with how much virtual time between them. */
export type SendPlan = { readonly count: number; readonly everyMs: number };

export type PlanProblem = { readonly field: 'count' | 'everyMs'; readonly message: string };

const MOST_EVERY_MS = 30 * 86_400_000;

/** What two fields say; an empty `every` sends all at once. */
export function readSendPlan(count: string, every: string): SendPlan | PlanProblem {
  const everyMs = every.trim() === '' ? 0 : readDuration(every);
  if (everyMs === null || everyMs > MOST_EVERY_MS) {
    return { field: 'everyMs', message: 'Write a time such as 500ms, 10s or 1m; nothing sends all at once.' };
  }
  const most = everyMs > 0 ? LIMITS.eventsPerPlan : LIMITS.eventsPerSend;
  const number = Number(count);
  if (!/^\d+$/.test(count.trim()) || number < 1 || number > most) {
    return { field: 'count', message: `A count is 1 to ${sayCount(most)}${everyMs > 0 ? '' : ' at once'}.` };
  }
  return { count: number, everyMs };
}

/** What sending will do, before the click. */
export function saySendPlan(plan: SendPlan | PlanProblem): string {
  if ('field' in plan) return 'A new event with a new id';
  const { count, everyMs } = plan;
  if (count === 1) return 'A new event with a new id';
  if (everyMs === 0) return `${plural(count, 'event')} at once, each with a new id`;
  return `${plural(count, 'event')}, the last one ${sayDuration((count - 1) * everyMs)} after the first, in virtual time`;
}

/** `37 order.created to come, one every 2 s`. */
export const sayPlannedSend = ({ left, type, everyMs }: PlannedSend): string =>
  `${sayCount(left)} ${type} to come, one every ${sayDuration(everyMs)}`;
