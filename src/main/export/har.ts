import type { LogAttempt } from '../../shared/log/rows';
import { type HeaderList, headerValue } from '../../shared/model/header';
import type { PhaseTimings } from '../../shared/model/outcome';
import { explain } from '../../shared/words/explain';
import { base64, utf8Text } from './file-body';
import type { ExportSource, Writer } from './format';
import { headerOf, isoTime } from './log-header';
import { type DeliveryStory, sentBody, stepsOf, stories, whyOf } from './stories';

const UNKNOWN = -1;
const HTTP = 'HTTP/1.1';

/** HAR 1.2, an entry an attempt. What HAR has no place for stands in fields that begin with an underscore. */
export const har: Writer = {
  order: 'grouped',
  async *write(source: ExportSource) {
    const creator = { name: 'Retryscope', version: source.app };
    const header = JSON.stringify(headerOf(source));
    yield `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"_retryscope":${header},"entries":[`;
    let first = true;
    for await (const story of stories(source.rows)) {
      for (const attempt of story.attempts) {
        yield `${first ? '' : ','}\n${JSON.stringify(entryOf(story, attempt))}`;
        first = false;
      }
    }
    yield `\n],"_redacted":${JSON.stringify(source.redacted())}}}\n`;
  },
};

function entryOf(story: DeliveryStory, attempt: LogAttempt<Uint8Array>) {
  const timings = timingsOf(attempt.timings);
  const { ssl: _, ...phases } = timings;
  // The handshake of TLS is part of `connect`.
  const time = Object.values(phases).reduce((sum, ms) => sum + Math.max(0, ms), 0);
  const [address, port] = peerOf(attempt.remote);
  return {
    startedDateTime: isoTime(attempt.startedWallAt),
    time,
    request: requestOf(attempt, sentBody(story, attempt)),
    response: responseOf(attempt),
    cache: {},
    timings,
    ...(address === null ? {} : { serverIPAddress: address }),
    ...(port === null ? {} : { connection: port }),
    _retryscope: {
      delivery: story.delivery.id,
      event: story.delivery.eventId,
      eventType: story.delivery.eventType,
      endpoint: story.endpoint?.name ?? null,
      policy: story.endpoint?.policy.id ?? null,
      attempt: attempt.n,
      trigger: attempt.trigger,
      virtual: {
        dueAt: isoTime(attempt.dueAt),
        startedAt: isoTime(attempt.startedAt),
        endedAt: attempt.endedAt === null ? null : isoTime(attempt.endedAt),
      },
      wait: attempt.wait,
      deferredFrom: attempt.deferredFrom === null ? null : isoTime(attempt.deferredFrom),
      outcome: attempt.outcome,
      why: whyOf(story, attempt.n),
      decisions: stepsOf(story, attempt.n).map(({ at, step }) => ({ at: isoTime(at), says: explain(step), step })),
    },
  };
}

const headersOf = (headers: HeaderList) => headers.map(([name, value]) => ({ name, value }));

function requestOf({ request }: LogAttempt<Uint8Array>, body: Uint8Array) {
  const text = utf8Text(body);
  const mimeType = headerValue(request.headers, 'content-type') ?? 'application/octet-stream';
  return {
    method: request.method,
    url: request.url,
    httpVersion: HTTP,
    cookies: [],
    headers: headersOf(request.headers),
    queryString: queryOf(request.url),
    ...(body.length === 0
      ? {}
      : {
          // HAR has no encoding for what is sent: bytes that are no text stand beside it.
          postData: text === null ? { mimeType, text: '', _base64: base64(body) } : { mimeType, text },
        }),
    headersSize: UNKNOWN,
    bodySize: request.bodyBytes,
  };
}

function responseOf({ response, outcome }: LogAttempt<Uint8Array>) {
  if (response === null) {
    const error =
      outcome?.kind === 'no-response' ? `${outcome.fault}: ${outcome.detail}` : (outcome?.kind ?? 'in flight');
    return {
      status: 0,
      statusText: '',
      httpVersion: HTTP,
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
      headersSize: UNKNOWN,
      bodySize: UNKNOWN,
      _error: error,
    };
  }
  const text = utf8Text(response.body);
  return {
    status: response.status,
    statusText: response.reason,
    httpVersion: HTTP,
    cookies: [],
    headers: headersOf(response.headers),
    content: {
      size: response.bodyBytes,
      mimeType: headerValue(response.headers, 'content-type') ?? 'application/octet-stream',
      ...(text === null ? { text: base64(response.body), encoding: 'base64' } : { text }),
      ...(response.bodyTruncated ? { _truncated: true } : {}),
    },
    redirectURL: headerValue(response.headers, 'location') ?? '',
    headersSize: UNKNOWN,
    bodySize: response.bodyBytes,
  };
}

function timingsOf(timings: PhaseTimings | null) {
  const known = (ms: number | null | undefined): number => ms ?? UNKNOWN;
  const { connectMs = null, tlsMs = null } = timings ?? {};
  return {
    blocked: UNKNOWN,
    dns: known(timings?.dnsMs),
    connect: connectMs === null && tlsMs === null ? UNKNOWN : (connectMs ?? 0) + (tlsMs ?? 0),
    ssl: known(tlsMs),
    send: known(timings?.writeMs),
    wait: known(timings?.firstByteMs),
    receive: known(timings?.bodyMs),
  };
}

function queryOf(url: string): readonly { readonly name: string; readonly value: string }[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return { name: decoded(name), value: decoded(value) };
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** `127.0.0.1:80` or `[::1]:80`. */
function peerOf(remote: string | null): readonly [string | null, string | null] {
  const [, six, four, port] = /^(?:\[([^\]]*)\]|(.*)):(\d+)$/.exec(remote ?? '') ?? [];
  return [six ?? four ?? null, port ?? null];
}
