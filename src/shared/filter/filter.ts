/** The lists that a filter can be for. */
export type FilterSubject = 'delivery' | 'capture';

/** Where a time condition lies: so many ms before *now*, or at a virtual instant (epoch ms). */
export type FilterInstant =
  | { readonly kind: 'ago'; readonly ms: number }
  | { readonly kind: 'at'; readonly ms: number };

/** What a field's value has to be. */
export type FilterTest =
  /** One of these words, or whichever there is when it is null. */
  | { readonly kind: 'one-of'; readonly values: readonly string[] | null }
  /** A number from `least` to `most`, both included. */
  | { readonly kind: 'between'; readonly least: number; readonly most: number }
  /** Contains the text; with a star, the whole value has this form and `*` is any text. Without case in ASCII. */
  | { readonly kind: 'like'; readonly text: string; readonly whole: boolean }
  /** A header of that name, whose value contains the text; null takes any. */
  | { readonly kind: 'header'; readonly name: string; readonly text: string | null }
  | { readonly kind: 'since'; readonly from: FilterInstant }
  | { readonly kind: 'until'; readonly to: FilterInstant };

/** `text` is what stands there without a field. */
export type FilterField =
  | 'text'
  | 'status'
  | 'state'
  | 'reason'
  | 'fault'
  | 'type'
  | 'endpoint'
  | 'attempts'
  | 'id'
  | 'url'
  | 'method'
  | 'path'
  | 'from'
  | 'seen'
  | 'answer'
  | 'header'
  | 'body'
  | 'pinned'
  | 'time';

export type FilterCondition = { readonly kind: 'is'; readonly field: FilterField; readonly test: FilterTest };

/** What a row has to be to stand in a list. `all` of nothing takes every row. */
export type Filter =
  | { readonly kind: 'all'; readonly of: readonly Filter[] }
  | { readonly kind: 'any'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | FilterCondition;

/** What is wrong with a filter, and where: characters from `at`, so many of them. */
export type FilterProblem = { readonly at: number; readonly length: number; readonly message: string };

export type ReadFilter =
  | { readonly ok: true; readonly filter: Filter }
  | { readonly ok: false; readonly problem: FilterProblem };

export const EVERYTHING: Filter = { kind: 'all', of: [] };

/** From so many characters on, a text is looked for in bodies, too. */
export const BODY_TEXT_LENGTH = 3;

/** The virtual instant (epoch ms) that a condition means. */
export const instantOf = (instant: FilterInstant, nowMs: number): number =>
  instant.kind === 'ago' ? nowMs - instant.ms : instant.ms;

/** As SQLite's `lower` has it, which knows ASCII only. */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
