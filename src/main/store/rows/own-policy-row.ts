import { z } from 'zod';
import { policySchema } from '../../../shared/policies/policy';
import type { OwnPolicy } from '../../engine/ports';
import { json, readRow } from './row';

const ownPolicyRow = z.object({
  id: z.string(),
  policy: json(policySchema),
  base: z.string().nullable(),
  text: z.string(),
  savedWallAt: z.number(),
});

export const readOwnPolicy = (row: unknown): OwnPolicy => readRow(ownPolicyRow, 'Policy', row);
