import { z } from 'zod';
import type { FilterSubject } from '../filter/filter';
import { readJsonPath } from '../json/path';
import { VERIFICATIONS } from '../model/condition';
import { HEADER_NAME, HEADER_NAME_SAYS } from '../model/header';
import { BUILT_IN_POLICIES } from '../policies/built-in';
import type { RedactionSettings } from '../redaction/names';
import { wholeNumber } from './fields';
import { filterText } from './filter-text';
import { combination, fixedUse } from './keys';
import { LIMITS } from './limits';
import { listChoices } from './lists';

export const THEMES = ['system', 'dark', 'light'] as const;
/** The zone in which virtual and wall instants are written. */
export const TIME_ZONES = ['utc', 'local'] as const;
/** How an exact instant is written on hover. */
export const EXACT_FORMS = ['words', 'iso'] as const;
/** What a commit survives: `normal` the death of the process, `full` the loss of power too. */
export const DURABILITIES = ['normal', 'full'] as const;
/** What is kept for so many days each, when that is asked for (R11). */
export const KEPT_KINDS = ['deliveries', 'captures', 'log'] as const;

export type Theme = (typeof THEMES)[number];
export type TimeZone = (typeof TIME_ZONES)[number];
export type ExactForm = (typeof EXACT_FORMS)[number];
export type Durability = (typeof DURABILITIES)[number];
export type KeptKind = (typeof KEPT_KINDS)[number];

export const MOST_KEPT_DAYS = 3_650;
const MOST_AT_ONCE = 4_096;
const MOST_KEYS = 80;
export const MOST_SAVED_FILTERS = 30;
const MOST_NAMES = 100;

const policyIds = BUILT_IN_POLICIES.map(({ id }) => id);

const keptDays = wholeNumber(1, MOST_KEPT_DAYS, 'Keep them for 1 to 3,650 days, or for ever.').nullable();

const names = <T extends z.ZodType<string>>(name: T) => z.array(name).max(MOST_NAMES, `At most ${MOST_NAMES} of them.`);

/** A place in a JSON body that is redacted. */
const jsonPath = z
  .string()
  .max(400, { error: 'A path has at most 400 characters.', abort: true })
  .superRefine((text, context) => {
    const path = readJsonPath(text);
    if (!path.ok) context.addIssue({ code: 'custom', message: `${text}: ${path.problem.message}` });
  });

export const contentType = z
  .string()
  .max(200, { error: 'A content type has at most 200 characters.', abort: true })
  .regex(/^[\x20-\x7e]+$/, 'A content type is written in ASCII, such as application/json.');

const savedFilters = (subject: FilterSubject) =>
  z.array(filterText(subject)).max(MOST_SAVED_FILTERS, `At most ${MOST_SAVED_FILTERS} filters are kept for a list.`);

/** What a person sets, field by field, with what holds until then. */
export const preferenceFields = {
  theme: z.enum(THEMES).default('system'),
  timeZone: z.enum(TIME_ZONES).default('utc'),
  exactForm: z.enum(EXACT_FORMS).default('words'),
  /** What the form for a new endpoint proposes. */
  policyId: z
    .string()
    .refine((policyId) => policyIds.includes(policyId), `Choose one of ${policyIds.join(', ')}.`)
    .default('fianto'),
  verification: z.enum(VERIFICATIONS).default('assume'),
  /** What the form for an event begins with. */
  contentType: contentType.default('application/json'),
  /** Requests in flight (R13). */
  perEndpoint: wholeNumber(1, MOST_AT_ONCE, 'An endpoint gets 1 to 4,096 requests at once.').default(
    LIMITS.perEndpointConcurrency,
  ),
  inAll: wholeNumber(1, MOST_AT_ONCE, 'In all there are 1 to 4,096 requests at once.').default(
    LIMITS.globalConcurrency,
  ),
  durability: z.enum(DURABILITIES).default('normal'),
  /** The columns of the lists, where a person chose. */
  columns: listChoices.prefault({}),
  /** Filters that are kept, by list, as they were typed. */
  filters: z
    .object({ delivery: savedFilters('delivery').default([]), capture: savedFilters('capture').default([]) })
    .prefault({}),
  /** Days of wall time after which history is deleted (R11); null keeps it. */
  keepDays: z
    .object({ deliveries: keptDays.default(null), captures: keptDays.default(null), log: keptDays.default(null) })
    .prefault({}),
  /** Whether secrets are taken out of exports and copies, and what counts as one beside what always does. */
  /** Whether a stored secret may be shown, copied or written to a workspace file. */
  revealSecrets: z.boolean().default(true),
  redact: z.boolean().default(true),
  /** Whether the window's app serves the local API, and from which port on it looks for a free one. */
  apiOn: z.boolean().default(false),
  apiPort: wholeNumber(1_024, 65_535, 'A port for the API is 1024 to 65535.').default(7_880),
  redactHeaders: names(z.string().max(200).regex(HEADER_NAME, HEADER_NAME_SAYS)).default([]),
  redactQuery: names(
    z
      .string()
      .max(200)
      .regex(/^[^\s&=#?]+$/, 'A parameter’s name has no spaces, &, =, # or ?.'),
  ).default([]),
  redactJsonPaths: names(jsonPath).default([]),
  /** Combinations by the name of what they do, where a person chose another. */
  keys: z
    .record(z.string().regex(/^[a-z-]{1,40}$/, 'This is not the name of a command with a key.'), combination)
    .refine((keys) => Object.keys(keys).length <= MOST_KEYS, 'At most 80 keys can be set.')
    .superRefine((keys, context) => {
      for (const [command, chosen] of Object.entries(keys)) {
        const use = fixedUse(command, chosen);
        if (use !== null) context.addIssue(`${chosen} is always “${use}”. Choose other keys for ${command}.`);
      }
    })
    .default({}),
} as const;

const preferences = z.object(preferenceFields);

/** What a person set for the whole app, kept in the data folder. */
export type Preferences = z.output<typeof preferences>;

/** What they say of redaction. */
export const redactionOf = (preferences: Preferences): RedactionSettings => ({
  on: preferences.redact,
  headers: preferences.redactHeaders,
  query: preferences.redactQuery,
  jsonPaths: preferences.redactJsonPaths,
});

export const DEFAULT_PREFERENCES: Preferences = preferences.parse({});

/** What changes: only what is named. */
export const preferencesChange = z
  .object(
    Object.fromEntries(
      Object.entries(preferenceFields).map(([name, field]) => [name, field.unwrap().optional()]),
    ) as unknown as {
      [K in keyof typeof preferenceFields]: z.ZodOptional<ReturnType<(typeof preferenceFields)[K]['unwrap']>>;
    },
  )
  .strict();

/** What was stored, field by field: one that cannot be read holds its default, and spoils no other. */
export function readPreferences(stored: unknown): Preferences {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_PREFERENCES;
  const readable = Object.entries(stored).filter(
    ([name, value]) => name in preferenceFields && preferences.partial().safeParse({ [name]: value }).success,
  );
  return preferences.parse(Object.fromEntries(readable));
}
