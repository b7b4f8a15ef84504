import { z } from 'zod';

/** HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/): what must be there, and what may; `_` fields may be anywhere. */

const own = z.string().regex(/^_/);
/** An object with these fields, and else only fields that begin with an underscore. */
function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape).superRefine((value, context) => {
    for (const name of Object.keys(value)) {
      if (name in shape || own.safeParse(name).success) continue;
      context.addIssue({ code: 'custom', message: `${name} is not a field of HAR 1.2` });
    }
  });
}

const comment = z.string().optional();
const size = z.number().int().min(-1);
const phase = z.number().min(-1);
const nameValue = object({ name: z.string(), value: z.string(), comment });
const cookie = object({
  name: z.string(),
  value: z.string(),
  path: z.string().optional(),
  domain: z.string().optional(),
  expires: z.string().optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  comment,
});
const postData = object({
  mimeType: z.string(),
  params: z.array(object({ name: z.string() })).optional(),
  text: z.string().optional(),
  comment,
});
const message = {
  httpVersion: z.string(),
  cookies: z.array(cookie),
  headers: z.array(nameValue),
  headersSize: size,
  bodySize: size,
  comment,
};
const cacheState = object({ lastAccess: z.string(), eTag: z.string(), hitCount: z.number() }).nullable();

const entry = object({
  pageref: z.string().optional(),
  startedDateTime: z.iso.datetime({ offset: true }),
  time: z.number().min(0),
  request: object({
    ...message,
    method: z.string(),
    url: z.url(),
    queryString: z.array(nameValue),
    postData: postData.optional(),
  }),
  response: object({
    ...message,
    status: z.number().int(),
    statusText: z.string(),
    content: object({
      size: z.number().int(),
      compression: z.number().int().optional(),
      mimeType: z.string(),
      text: z.string().optional(),
      encoding: z.string().optional(),
      comment,
    }),
    redirectURL: z.string(),
  }),
  cache: object({ beforeRequest: cacheState.optional(), afterRequest: cacheState.optional(), comment }),
  timings: object({
    blocked: phase.optional(),
    dns: phase.optional(),
    connect: phase.optional(),
    send: phase,
    wait: phase,
    receive: phase,
    ssl: phase.optional(),
    comment,
  }),
  serverIPAddress: z.string().optional(),
  connection: z.string().optional(),
  comment,
});

const program = object({ name: z.string(), version: z.string(), comment });

export const harSchema = object({
  log: object({
    version: z.literal('1.2'),
    creator: program,
    browser: program.optional(),
    pages: z.array(z.unknown()).optional(),
    entries: z.array(entry),
    comment,
  }),
});
