import type { Capture } from '../model/receiver';
import type { Filter } from './filter';
import { isLike, type Matched, matched, passes } from './match';

/** What a list has of a capture. */
export type FilteredCapture = Omit<Capture, 'body' | 'headers' | 'trailers' | 'timings' | 'answer'> & {
  readonly pinned: boolean;
};

/** As `matchDelivery`, for a capture. */
export const matchCapture = (filter: Filter, row: FilteredCapture, nowMs: number): Matched =>
  matched(filter, ({ field, test }) => {
    const passing = (value: string | number | null): boolean => passes(test, value, nowMs);
    switch (field) {
      case 'status':
        return passing(row.verdict.status);
      case 'answer':
        return passing(row.verdict.kind);
      case 'seen':
        return row.seen === null ? false : passing(row.seen === 1 ? 'new' : 'again');
      case 'method':
        return passing(row.method);
      case 'path':
        return passing(row.target);
      case 'from':
        return passing(row.remote);
      case 'id':
        return passing(row.id) || passing(row.deliveryKey);
      case 'time':
        return passing(row.at);
      case 'pinned':
        return passing(row.pinned ? 'yes' : 'no');
      case 'text': {
        if (test.kind !== 'like') return false;
        const inRow = [row.method, row.target, row.deliveryKey, row.id].some(
          (value) => value !== null && isLike(test.text, false, value),
        );
        return inRow || null;
      }
      case 'header':
      case 'body':
        return null;
      default:
        return false;
    }
  });
