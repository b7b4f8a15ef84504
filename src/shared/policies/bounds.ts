import { z } from 'zod';

/** The longest wait a policy may ask for: ten years. Longer ones would leave the range of dates. */
export const LONGEST_WAIT_MS = 10 * 365 * 86_400_000;

export const waitMs = z.number().int().min(0).max(LONGEST_WAIT_MS);
export const spanMs = z.number().int().min(1).max(LONGEST_WAIT_MS);
/** Numbers of the provider's rules, or of a reading of what its page leaves open. */
export const ruleIds = z.array(z.string().regex(/^[A-Za-z]\d+$/)).readonly();
export const count = z.number().int().min(1).max(1_000_000_000);
