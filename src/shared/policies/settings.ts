import { z } from 'zod';
import { FAULTS } from '../model/outcome';
import { sayCount } from '../words/figures';
import { count, ruleIds } from './bounds';

/** Days beyond which nothing is kept in any case: ten years. */
const MOST_DAYS = 3_650;
const days = z.number().int().min(1).max(MOST_DAYS);

export const SIGNINGS = ['standard-webhooks', 'none'] as const;
export const signing = z.enum(SIGNINGS);

/**
 * What a user may set for an endpoint, where the provider's page leaves it open. What is set changes the policy that
 * the endpoint keeps, and nothing else.
 */
const setting = z.discriminatedUnion('key', [
  /** R10: whether requests are signed. */
  z.object({ key: z.literal('signing'), rules: ruleIds }).readonly(),
  /** i6: the count at which the policy suspends. */
  z.object({ key: z.literal('suspendAfter'), min: count, max: count, rules: ruleIds }).readonly(),
  /** i7: a switch; on, a delivery that failed by nothing but these faults does not count. */
  z
    .object({ key: z.literal('ignoreFaults'), faults: z.array(z.enum(FAULTS)).min(1).readonly(), rules: ruleIds })
    .readonly(),
  /** R11, k10: how many days the provider keeps events. */
  z.object({ key: z.literal('retentionDays'), min: days, max: days, rules: ruleIds }).readonly(),
]);

const eachOnce = (settings: readonly { readonly key: string }[]): boolean =>
  new Set(settings.map(({ key }) => key)).size === settings.length;

export const settings = z.array(setting).readonly().refine(eachOnce, 'A setting can be offered only once.');

export type Setting = z.infer<typeof setting>;
export type SettingKey = Setting['key'];

const COUNT_SAYS = 'A count is a whole number from 1 on.';
const DAYS_SAY = `Days are a whole number from 1 to ${sayCount(MOST_DAYS)}.`;

/** What each setting takes: in commands, and in scenario files. */
export const settingFields = {
  signing: z.enum(SIGNINGS, 'Signing is standard-webhooks or none.').optional(),
  suspendAfter: z.number(COUNT_SAYS).int(COUNT_SAYS).min(1, COUNT_SAYS).max(1_000_000_000, COUNT_SAYS).optional(),
  ignoreFaults: z.boolean('It is true or false.').optional(),
  retentionDays: z.number(DAYS_SAY).int(DAYS_SAY).min(1, DAYS_SAY).max(MOST_DAYS, DAYS_SAY).optional(),
} as const satisfies Readonly<Record<SettingKey, z.ZodType>>;

export type SettingValues = z.output<z.ZodObject<typeof settingFields>>;
