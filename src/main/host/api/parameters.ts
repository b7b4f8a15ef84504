import { z } from 'zod';
import { commandInputs } from '../../../shared/contract/commands';
import { LIMITS } from '../../../shared/contract/limits';
import type { Parameter } from './operation';

const { cursor } = commandInputs['delivery.list'].shape;
const limit = z.number().int().min(1).max(LIMITS.pageRows).default(100);

export const LIMIT: Parameter = { in: 'query', name: 'limit', says: 'Rows of a page, 1 to 500.', schema: limit };
export const CURSOR: Parameter = {
  in: 'query',
  name: 'cursor',
  says: '`next` of the page before.',
  schema: cursor.unwrap().unwrap(),
};

/** Whatever has an id in its path may not be there. */
export const ID_404: readonly number[] = [404];
/** What changes something needs room on the disk. */
export const CHANGES: readonly number[] = [503];
