import { z } from 'zod';
import type { EndpointId } from '../model/ids';
import { id } from './fields';

/** What charts show of a span, virtual epoch ms; null is open at that end. */
export const statsQuery = z.object({
  scope: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('run') }),
    z.object({ kind: z.literal('endpoint'), id: id<EndpointId>('ep') }),
    /** The endpoints of the run that work under it. */
    z.object({ kind: z.literal('policy'), id: z.string().max(200) }),
  ]),
  fromMs: z.number('An instant is epoch ms.').nullable().default(null),
  toMs: z.number('An instant is epoch ms.').nullable().default(null),
});
