import type { HarEvent, HarEvents } from '../../shared/imports/read-har';
import { plural, sayCount } from './numbers';

/** What is chosen at first: each delivery once, and nothing that no event can carry. */
export const firstChoice = ({ events }: HarEvents): ReadonlySet<number> =>
  new Set(events.filter(({ isTooLarge, isRepeated }) => !isTooLarge && !isRepeated).map(({ n }) => n));

export const everyChoice = ({ events }: HarEvents): ReadonlySet<number> =>
  new Set(events.filter(({ isTooLarge }) => !isTooLarge).map(({ n }) => n));

/** What is known of an entry beside its type and place. */
export const sayEntry = ({ isTooLarge, isRepeated }: HarEvent): string | null =>
  isTooLarge ? 'more than 1 MiB' : isRepeated ? 'a further attempt' : null;

/** `2 requests have a body, 5 have none.` */
export function sayFound({ events, without }: HarEvents): string {
  const have = `${plural(events.length, 'request')} ${events.length === 1 ? 'has' : 'have'} a body`;
  const none = without === 0 ? '' : `, ${sayCount(without)} ${without === 1 ? 'has' : 'have'} none`;
  return `${have}${none}. Each chosen one becomes an event with a new id, in this order.`;
}
