import { z } from 'zod';
import { checkScript, checkStep, repeatField, scopeField, stepShapes } from '../model/script-fields';
import { headerList } from './fields';
import { LIMITS } from './limits';

const MS_SAYS = 'A time is a whole number of ms, 0 or more.';
const shapes = stepShapes({
  ms: z.number(MS_SAYS).refine((ms) => Number.isInteger(ms) && ms >= 0, MS_SAYS),
  object: (shape) => z.object(shape),
  headers: headerList,
});

/** `{ reply: 503, times: 3 }` is a whole step: `kind` may be left out, everything else has a default. */
export const scriptStep = z
  .discriminatedUnion('kind', [
    z
      .object({ kind: z.literal('reply').optional(), ...shapes.reply })
      .transform((step) => ({ ...step, kind: 'reply' as const })),
    z.object({ kind: z.literal('hang'), ...shapes.hang }),
    z.object({ kind: z.literal('reset'), ...shapes.reset }),
    z.object({ kind: z.literal('half-close'), ...shapes['half-close'] }),
    z.object({ kind: z.literal('drip'), ...shapes.drip }),
    z.object({ kind: z.literal('cut-chunked'), ...shapes['cut-chunked'] }),
    z.object({ kind: z.literal('wrong-length'), ...shapes['wrong-length'] }),
    z.object({ kind: z.literal('garbage'), ...shapes.garbage }),
    z.object({ kind: z.literal('redirect'), ...shapes.redirect }),
    z.object({ kind: z.literal('limit'), ...shapes.limit }),
  ])
  .superRefine((step, context) =>
    checkStep(step, (path, message) => context.addIssue({ code: 'custom', path: [...path], message })),
  );

/** What a client sends as a route's script, and what the store keeps of it. */
export const script = z
  .object({
    scope: scopeField,
    repeat: repeatField,
    steps: z
      .array(scriptStep)
      .min(1, 'A script needs at least one step.')
      .max(LIMITS.scriptSteps, `A script has at most ${LIMITS.scriptSteps} steps.`)
      .readonly(),
  })
  .superRefine((value, context) =>
    checkScript(value, (path, message) => context.addIssue({ code: 'custom', path: ['steps', ...path], message })),
  );
