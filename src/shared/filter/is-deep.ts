import type { Filter } from './filter';

/** Whether a filter looks into headers or bodies, which costs a row's weight. */
export function isDeep(filter: Filter): boolean {
  switch (filter.kind) {
    case 'is':
      return filter.field === 'text' || filter.field === 'body' || filter.field === 'header';
    case 'not':
      return isDeep(filter.of);
    case 'all':
    case 'any':
      return filter.of.some(isDeep);
  }
}
