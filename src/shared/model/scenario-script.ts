import { z } from 'zod';
import { headerList, routeTls, wholeNumber } from '../contract/fields';
import { LIMITS } from '../contract/limits';
import { scriptStep } from '../contract/script';
import { SIGNINGS } from './event';
import { duration, strictly, toldByKey } from './file-fields';
import type { Script, ScriptStep } from './script';
import { checkScript, repeatField, scopeField, stepShapes } from './script-fields';

/** In a file a step is told by a key with the name of its kind, which holds this field; null: it holds `true`. */
export const KIND_HOLDS = {
  limit: 'limit',
  redirect: 'reply',
  garbage: 'garbage',
  'wrong-length': 'length',
  'cut-chunked': null,
  drip: 'bytesPerSecond',
  'half-close': 'when',
  reset: 'when',
  hang: 'when',
  reply: 'reply',
} as const satisfies Readonly<Record<ScriptStep['kind'], string | null>>;

/** Fields that a file names otherwise. */
export const FILE_NAMES: Readonly<Record<string, string>> = { delayMs: 'delay', perMs: 'per', forMs: 'for' };

const shapes: Readonly<Record<ScriptStep['kind'], z.ZodRawShape>> = stepShapes({
  ms: duration,
  object: strictly,
  headers: z
    .union([headerList, z.record(z.string(), z.string())], 'Headers are a mapping, or a list of [name, value].')
    .transform((headers) => (Array.isArray(headers) ? headers : Object.entries(headers)))
    .pipe(headerList),
});

const onlyTrue = z.literal(true, 'This is written as true.');

/** One kind of step as a file has it. What it reads is decoded once more as any other script is. */
function fileStep(kind: ScriptStep['kind']) {
  const holds = KIND_HOLDS[kind];
  const shape: Record<string, z.core.$ZodType> = {};
  for (const [name, field] of Object.entries(shapes[kind])) shape[FILE_NAMES[name] ?? name] = field;
  if (holds === null) shape[kind] = onlyTrue;
  else if (holds !== kind) {
    const held = shapes[kind][holds] ?? z.never();
    delete shape[holds];
    shape[kind] = kind === 'hang' ? z.union([onlyTrue, held]) : held;
  }
  shape['forever'] = onlyTrue.optional();
  return strictly(shape)
    .refine(
      ({ forever, times, for: forMs }) => [forever, times, forMs].filter((set) => set != null).length < 2,
      'A step has one of times, for and forever.',
    )
    .transform((step) => dataOf(kind, step))
    .pipe(scriptStep);
}

function dataOf(kind: ScriptStep['kind'], { forever: _, ...step }: Readonly<Record<string, unknown>>): unknown {
  const holds = KIND_HOLDS[kind];
  const data: Record<string, unknown> = { ...step };
  for (const [name, inFile] of Object.entries(FILE_NAMES)) {
    if (!Object.hasOwn(data, inFile)) continue;
    data[name] = data[inFile];
    delete data[inFile];
  }
  if (holds !== kind) {
    const held = data[kind];
    delete data[kind];
    if (holds !== null && held !== true) data[holds] = held;
  }
  return { ...data, kind };
}

const fileSteps = {
  limit: fileStep('limit'),
  redirect: fileStep('redirect'),
  garbage: fileStep('garbage'),
  'wrong-length': fileStep('wrong-length'),
  'cut-chunked': fileStep('cut-chunked'),
  drip: fileStep('drip'),
  'half-close': fileStep('half-close'),
  reset: fileStep('reset'),
  hang: fileStep('hang'),
  reply: fileStep('reply'),
};

/** A script's own fields, as a route of a scenario has them and as the window shows them as text. */
const scriptFields = {
  scope: scopeField,
  repeat: repeatField,
  script: z
    .array(
      toldByKey(fileSteps, `A step is told by one of ${Object.keys(fileSteps).join(', ')}, such as { reply: 503 }.`),
    )
    .min(1, 'A script needs at least one step.')
    .max(LIMITS.scriptSteps, `A script has at most ${LIMITS.scriptSteps} steps.`),
};

const checked = (written: Written, context: z.core.$RefinementCtx<Written>): void =>
  checkScript({ steps: written.script, repeat: written.repeat }, (path, message) =>
    context.addIssue({ code: 'custom', path: ['script', ...path], message }),
  );

type Written = {
  readonly scope: Script['scope'];
  readonly repeat?: Script['repeat'] | undefined;
  readonly script: readonly ScriptStep[];
};

const REPLY_SAYS = 'The sender is answered 200 to 299.';

/** Where a route forwards to, by the endpoint’s name; the sender is answered at once. */
export const fileForward = strictly({
  to: z.string().min(1, 'Name the endpoint that it forwards to.'),
  reply: wholeNumber(200, 299, REPLY_SAYS).default(202),
  sign: z.enum(SIGNINGS).default('as-captured'),
});

/** What a route answers that only forwards, should it stop to: 200. */
const ANSWERS_200 = scriptStep.parse({ reply: 200 });

/** A route of the built-in receiver and what it does to each request: a script, or an endpoint that it forwards to. */
export const scenarioRoute = strictly({
  route: z.string().regex(/^\/?[A-Za-z0-9][A-Za-z0-9_/-]{0,190}$/, 'A route is a word such as orders.'),
  /** Over what it is reached. */
  tls: routeTls.default('off'),
  ...scriptFields,
  script: scriptFields.script.optional(),
  forward: fileForward.optional(),
})
  .refine(
    ({ script, forward }) => (script === undefined) !== (forward === undefined),
    'A route has either a script or forward.',
  )
  .transform(({ script = [ANSWERS_200], ...route }) => ({ ...route, script }))
  .superRefine(checked);

/** A script by itself, as text. */
export const scriptText = strictly(scriptFields).superRefine(checked).transform(scriptOf);

export function scriptOf({ scope, script, repeat }: Written): Script {
  return { scope, ...(repeat === undefined ? {} : { repeat }), steps: script };
}
