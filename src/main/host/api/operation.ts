import type { z } from 'zod';
import type { Call, CommandArgs, CommandName, CommandOutputs } from '../../../shared/contract/commands';
import type { EndpointId } from '../../../shared/model/ids';
import { type Problem, Refusal } from '../../../shared/model/problem';
import type { SystemClock } from '../../engine/ports';
import type { Views } from '../../engine/views-port';
import { answer, type Served } from '../channel';

/** What the API stands on: the same commands as the page's, and the log for the feed. */
export type ApiPorts = {
  readonly served: Served;
  readonly views: Pick<Views, 'logEnd' | 'stepsAfter' | 'capturesAfter' | 'deliveries'>;
  readonly system: Pick<SystemClock, 'ring'>;
};

/** Gives a command as the page does, decoder and all. @throws Refusal when it is refused */
export type Ask = <K extends CommandName>(name: K, args: CommandArgs<K>) => Promise<CommandOutputs[K]>;

export const askOf =
  (served: Pick<Served, 'handle' | 'onError'>): Ask =>
  async <K extends CommandName>(name: K, args: CommandArgs<K>) => {
    const result = (await answer({ name, args }, served)) as Awaited<ReturnType<Call>>;
    if (!result.ok) throw new Refusal(result.problem);
    return result.value as CommandOutputs[K];
  };

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** One request, with its form checked. */
export type ApiCall = {
  readonly ask: Ask;
  /** What stands in the path's place, decoded; '' where it has none. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** Its media type in lower case, without parameters, and the whole field; '' without one. */
  readonly mediaType: string;
  readonly contentType: string;
  readonly header: (name: string) => string | null;
  /** The endpoint that Basic authentication named as the user: then events are those of its own (F35). */
  readonly endpointId: EndpointId | null;
  /** Aborted when the client has gone, or the API ends. */
  readonly gone: AbortSignal;
};

export type Fields = Readonly<Record<string, string>>;

/** `text` is JSON that is written already, so that a body keeps every digit. */
export type ApiAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly value: unknown; readonly headers?: Fields }
  | { readonly kind: 'text'; readonly status: number; readonly text: string; readonly headers?: Fields }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'stream'; readonly parts: AsyncIterator<string>; readonly headers: Fields };

export const json = (value: unknown, status = 200, headers: Fields = {}): ApiAnswer => ({
  kind: 'json',
  status,
  value,
  headers,
});

/** A part of a request that stands beside its path and body. */
export type Parameter = {
  readonly in: 'query' | 'header';
  readonly name: string;
  readonly says: string;
  readonly schema: z.ZodType;
  /** May stand more than once. */
  readonly many?: true;
};

/** What a successful answer holds: a named shape, a list of one, or something that is not JSON. */
export type AnswerDoc = {
  readonly says: string;
  readonly shape?: string;
  readonly listOf?: string;
  readonly mediaType?: string;
};

export type BodyDoc = {
  readonly says: string;
  readonly schema: z.ZodType;
  /** Beside JSON, bytes of any type are taken as they are. */
  readonly orBytes?: true;
  readonly optional?: true;
};

/** One thing that the API does. The server and the OpenAPI file both come from these. */
export type Operation = {
  readonly id: string;
  readonly method: Method;
  /** At most one place, such as `/v1/events/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: BodyDoc;
  readonly answers: Readonly<Record<number, AnswerDoc>>;
  /** It asks nothing that could fail inside. */
  readonly sure?: true;
  /** Statuses of refusals beside those that every operation has. */
  readonly refusals?: readonly number[];
  /** @throws Refusal */
  readonly run: (call: ApiCall, ports: ApiPorts) => Promise<ApiAnswer> | ApiAnswer;
};

export const refuse = (code: Problem['code'], message: string, field?: string): Refusal =>
  new Refusal(field === undefined ? { code, message } : { code, message, field });

/** The body as JSON. @throws Refusal `invalid` */
export function readJson({ body }: Pick<ApiCall, 'body'>): Record<string, unknown> {
  if (body.byteLength === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw refuse('invalid', 'The body is not JSON in UTF-8.', 'body');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('invalid', 'The body is not a JSON object.', 'body');
  return value as Record<string, unknown>;
}

/** A query parameter, or undefined where it is not given, so that the command's own default holds. */
export const one = (query: URLSearchParams, name: string): string | undefined => query.get(name) ?? undefined;
export const many = (query: URLSearchParams, name: string): string[] | undefined =>
  query.has(name) ? query.getAll(name) : undefined;

/** @throws Refusal `invalid` for what is no number; the range is the command's to check */
export function number(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (/^-?\d{1,16}(\.\d{1,10})?$/.test(text)) return Number(text);
  throw refuse('invalid', `${name} is a number.`, name);
}
