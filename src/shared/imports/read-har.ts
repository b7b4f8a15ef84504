import { z } from 'zod';
import { LIMITS } from '../contract/limits';
import { parsed } from '../json/text-at';
import { bytesOfBase64 } from '../model/base64';
import { ok, type Result, refuse } from '../model/problem';
import { utf8Bytes } from '../rules/signatures/text-bytes';
import { asContentType, asEventType, isTooLarge, typeOfBody } from './read-event';

export type HarEvent = {
  /** Where it stands among the file's entries, from 1. */
  readonly n: number;
  readonly method: string;
  /** Host and path of where it went, without what a query may hold. */
  readonly place: string;
  /** Null where neither the file nor the body names one. */
  readonly type: string | null;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** More than an event carries. */
  readonly isTooLarge: boolean;
  /** A further attempt of a delivery of which an entry stands before. */
  readonly isRepeated: boolean;
};

export type HarEvents = {
  readonly events: readonly HarEvent[];
  /** Entries without a body, which make no event. */
  readonly without: number;
};

/** So many entries with bodies are read, at most. */
const MOST_EVENTS = 2_000;

const harShape = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

const entryShape = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    postData: z
      .object({
        mimeType: z.string().nullish(),
        text: z.string().nullish(),
        _base64: z.base64().nullish(),
      })
      .nullish(),
  }),
  _retryscope: z
    .object({ delivery: z.string().optional(), eventType: z.string().optional() })
    .optional()
    .catch(undefined),
});

/** Reads what the requests of a HAR file carried, in the file's order. Its headers, cookies and answers are left. */
export function readHar(text: string): Result<HarEvents> {
  const value = parsed(text.replace(/^\ufeff/, ''));
  if (value === undefined)
    return refuse('invalid', 'This file is not JSON. Choose a HAR file, as browsers and proxies save it.');
  const har = harShape.safeParse(value);
  if (!har.success)
    return refuse('invalid', 'This file has no log.entries. Choose a HAR file, as browsers and proxies save it.');
  const events: HarEvent[] = [];
  const deliveries = new Set<string>();
  for (const [at, given] of har.data.log.entries.entries()) {
    const entry = entryShape.safeParse(given);
    if (!entry.success) {
      const path = entry.error.issues[0]?.path.join('.') ?? '';
      return refuse(
        'invalid',
        `Entry ${at + 1} has no ${path === '' ? 'request' : path} that can be read. Save the file again.`,
      );
    }
    const { request, _retryscope: ours } = entry.data;
    const body = bodyOf(request.postData);
    if (body === null) continue;
    if (events.length === MOST_EVENTS)
      return refuse(
        'too-large',
        `More than ${MOST_EVENTS.toLocaleString('en')} entries have a body. Save fewer of them.`,
      );
    const isRepeated = ours?.delivery !== undefined && deliveries.has(ours.delivery);
    if (ours?.delivery !== undefined) deliveries.add(ours.delivery);
    events.push({
      n: at + 1,
      method: request.method.slice(0, 20),
      place: placeOf(request.url),
      type: asEventType(ours?.eventType) ?? typeOfBody(body),
      contentType: asContentType(request.postData?.mimeType ?? null),
      body,
      isTooLarge: isTooLarge(body),
      isRepeated,
    });
  }
  const without = har.data.log.entries.length - events.length;
  if (events.length > 0) return ok({ events, without });
  return refuse('invalid', 'No request in this file has a body, which is what an event is made of.');
}

function bodyOf(
  postData: { text?: string | null | undefined; _base64?: string | null | undefined } | null | undefined,
): Uint8Array | null {
  if (postData?._base64 != null) return bytesOfBase64(postData._base64);
  return postData?.text == null || postData.text === '' ? null : utf8Bytes(postData.text);
}

function placeOf(url: string): string {
  const [, host = '', path = ''] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  return `${host}${path}`.slice(0, LIMITS.nameLength * 2);
}
