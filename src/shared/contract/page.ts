import { z } from 'zod';
import { wholeNumber } from './fields';
import { LIMITS } from './limits';

/** Where a page of a list begins (null: at its beginning), and how many rows it has. */
export const page = {
  cursor: z.string().max(200).nullable().default(null),
  limit: wholeNumber(1, LIMITS.pageRows, `A page has 1 to ${LIMITS.pageRows} rows.`).default(100),
};
