import type { HeaderList } from './header';

/**
 * The bytes of an answer: a text, bytes in base64 (with the name of the file that a person took them from), or a
 * template with fields of the request, see `rules/template.ts`.
 */
export type AnswerBody =
  | string
  | { readonly base64: string; readonly name?: string | undefined }
  | { readonly template: string };

/**
 * Real ms before the answer: fixed, drawn from a range with both ends included, or drawn from a distribution and then
 * held between `from` and `to`. `lognormal` is the median, `spread` the standard deviation of the logarithm.
 */
export type AnswerDelay =
  | number
  | readonly [minMs: number, maxMs: number]
  | DelayBounds<{ readonly normal: number; readonly deviation: number }>
  | DelayBounds<{ readonly exponential: number }>
  | DelayBounds<{ readonly lognormal: number; readonly spread: number }>;

type DelayBounds<Curve> = Curve & { readonly from?: number | undefined; readonly to?: number | undefined };

/** One number, or a range with both ends included; an end that is absent is open. */
export type CountCondition = number | { readonly from?: number | undefined; readonly to?: number | undefined };

/** What of a text or a JSON value is asked. Without `is` and `contains`: that it is there. */
export type ValueCondition = {
  readonly is?: string | number | boolean | null | undefined;
  readonly contains?: string | undefined;
};

/** What has to be so for a step to answer: all of it. A request of which it is not goes to the next step. */
export type StepCondition = {
  readonly method?: string | readonly string[] | undefined;
  /** The path of the request, without its query; `*` stands for any characters. */
  readonly path?: string | undefined;
  readonly header?: (ValueCondition & { readonly name: string }) | undefined;
  /** A field of the JSON body, by its path, such as `$.data.type`. */
  readonly body?: (ValueCondition & { readonly at: string }) | undefined;
  /** The how-many-eth request since the script began. */
  readonly request?: CountCondition | undefined;
  /** The how-many-eth request with this delivery id to the route since the script began; 1 when it has none. */
  readonly attempt?: CountCondition | undefined;
  /** From the first instant on and before the second: virtual ms after the script began. */
  readonly between?: readonly [fromMs: number, toMs: number] | undefined;
  /** True while it is down: up for so long, down for so long, and so on. Virtual ms, from when the script began. */
  readonly flapping?: { readonly up: number; readonly down: number } | undefined;
};

/** How long a step stays current. At most one of the first two is set; with neither it stays from then on. */
export type StepSpan = {
  /** It answers so many requests, then the next step's turn comes. */
  readonly times: number | null;
  /** It stays current for so much virtual time, in ms, counted from the instant at which it became current. */
  readonly forMs: number | null;
  /**
   * The probability, 0 to 1, with which it answers while it is current. A request that it lets through goes to the
   * next step and uses up no `times`, neither of this step nor of that one. Absent: it always answers, as the last
   * step of a script does in any case.
   */
  readonly chance?: number | undefined;
  readonly if?: StepCondition | undefined;
};

/** Where an answer breaks off. In the headers and in the body: half of them has been sent. */
export const BREAKS = ['before-headers', 'in-headers', 'after-headers', 'in-body'] as const;
export type BreakPlace = (typeof BREAKS)[number];

/** `Retry-After`: so many ms later, in whole seconds or as a date. */
export type RetryAfter = { readonly after: number; readonly as: 'seconds' | 'date' };

/** A 1xx answer that is sent before the answer itself. */
export type Interim = { readonly reply: number; readonly headers: HeaderList };

/** What an answer is made of. Headers are sent in this order and case, repetitions included. */
type Answer = {
  /** The status, 200 to 599. */
  readonly reply: number;
  readonly headers: HeaderList;
  readonly body: AnswerBody;
  readonly delayMs: AnswerDelay;
};

/** An answer of which only the status need be said. */
type BrokenAnswer = Optional<Pick<Answer, 'headers' | 'body'>> & Pick<Answer, 'reply' | 'delayMs'>;

type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

type Kind<Name extends string, Fields> = StepSpan & { readonly kind: Name } & Fields;

/** One step of a script: what happens to a request, and for how long. The last step repeats unless the script does. */
export type ScriptStep =
  | Kind<
      'reply',
      Answer & {
        readonly retryAfter?: RetryAfter | undefined;
        readonly interim?: readonly Interim[] | undefined;
      }
    >
  /**
   * The request is read and not answered, or not to its end: until the sender leaves, or `HANG_LIMIT_MS`. Absent
   * fields: before the headers of a 200 without delay.
   */
  | Kind<'hang', Optional<Answer> & { readonly when?: BreakPlace | undefined }>
  /** The connection is reset. */
  | Kind<'reset', BrokenAnswer & { readonly when: BreakPlace }>
  /** The receiver ends its side of the connection and reads on. */
  | Kind<'half-close', BrokenAnswer & { readonly when: BreakPlace }>
  /** The answer comes at so many bytes a second, from its first byte or from the first of its body on. */
  | Kind<'drip', Answer & { readonly bytesPerSecond: number; readonly from: 'headers' | 'body' }>
  /** A chunk that announces the whole body ends in its middle. */
  | Kind<'cut-chunked', Answer>
  /** The answer says this Content-Length, whatever the length of its body. */
  | Kind<'wrong-length', Answer & { readonly length: number }>
  /** These bytes instead of HTTP, and the end of the connection. */
  | Kind<'garbage', { readonly garbage: AnswerBody; readonly delayMs: AnswerDelay }>
  /**
   * A redirect to `to`, or to the same path: `chain` times, of which the last goes to the next step, or for ever.
   * Exactly one of the two is set.
   */
  | Kind<
      'redirect',
      {
        readonly reply: RedirectStatus;
        readonly to?: string | undefined;
        readonly chain?: number | 'endless' | undefined;
        readonly headers: HeaderList;
        readonly delayMs: AnswerDelay;
      }
    >
  /** `limit` requests in `perMs` of virtual time go to the next step; those above it are answered here. */
  | Kind<
      'limit',
      Answer & {
        readonly limit: number;
        readonly perMs: number;
        readonly window: 'fixed' | 'sliding';
        readonly says: RetryAfter['as'] | 'nothing';
      }
    >;

export const REDIRECTS = [301, 302, 303, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECTS)[number];

export const STEP_KINDS = [
  'reply',
  'hang',
  'reset',
  'half-close',
  'drip',
  'cut-chunked',
  'wrong-length',
  'garbage',
  'redirect',
  'limit',
] as const satisfies readonly ScriptStep['kind'][];

/** `all`: requests are counted together. `per-id`: each delivery id walks the script by itself. */
export type ScriptScope = 'all' | 'per-id';

export type Script = {
  readonly scope: ScriptScope;
  readonly steps: readonly ScriptStep[];
  /** After the last step the first one's turn comes again: for ever, or for so many rounds in all. */
  readonly repeat?: true | number | undefined;
};

/** What a script with conditions, limits, templates or repetition remembers beyond its place. */
export type ScriptMemory = {
  /** Requests since the script began. */
  readonly asked: number;
  /** Rounds that are over. */
  readonly round: number;
  /** By the place of the step: the newest window and how many it let through, or when it let each one through. */
  readonly limits: Readonly<Record<string, LimitMemory>>;
};

export type LimitMemory =
  | { readonly from: number; readonly count: number }
  /** Virtual epoch ms, oldest first. */
  | { readonly at: readonly number[] };

/** Whose turn it was when a request came, where more than the answering step has a say. The turn goes on with it. */
export type ScriptTurn = {
  readonly index: number;
  /** So many requests the step has answered in this turn, and so many it has let through, this one included. */
  readonly answered: number;
  readonly fallen: number;
  /** Why the current step let this request through. Absent: by chance, or it did not. */
  readonly through?: 'condition' | 'limit' | 'chain' | undefined;
  readonly memory?: ScriptMemory | undefined;
};
