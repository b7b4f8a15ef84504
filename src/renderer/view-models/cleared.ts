import type { Cleared } from '../../shared/contract/views';
import { plural, sayCount } from './numbers';

/**
 * `4,500 requests are cleared, 3 pinned ones stay. They can be brought back for 10 minutes.`
 * @param left so many were not come to
 */
export function sayCleared({ cleared, pinned }: Pick<Cleared, 'cleared' | 'pinned'>, left = 0): string {
  const kept = [
    ...(pinned === 0 ? [] : [pinned === 1 ? '1 pinned one stays' : `${sayCount(pinned)} pinned ones stay`]),
    ...(left === 0 ? [] : [`${sayCount(left)} left as ${left === 1 ? 'it was' : 'they were'}`]),
  ];
  if (cleared === 0) return `${['There is nothing to clear', ...kept].join(': ')}.`;
  const are = cleared === 1 ? 'request is' : 'requests are';
  const back = cleared === 1 ? 'It' : 'They';
  return `${[`${sayCount(cleared)} ${are} cleared`, ...kept].join(', ')}. ${back} can be brought back for 10 minutes.`;
}

/** `3 requests are pinned`; of so many as were asked for, the others were already. */
export const sayPinned = (count: number, pinned: boolean, one: string, many?: string): string =>
  `${plural(count, one, many)} ${count === 1 ? 'is' : 'are'} ${pinned ? 'pinned: clearing and retention leave' : 'no longer pinned'}${pinned ? (count === 1 ? ' it.' : ' them.') : '.'}`;
