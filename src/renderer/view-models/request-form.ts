import type { CommandArgs } from '../../shared/contract/commands';
import { type AuthKind, type EndpointRequest, PLAIN_REQUEST } from '../../shared/model/endpoint-request';
import type { HeaderList } from '../../shared/model/header';
import { ok, type Problem, type Result, refuse } from '../../shared/model/problem';

/** What an endpoint's requests carry, as it is being typed. What is sealed begins empty: it is never shown. */
export type RequestForm = {
  readonly headers: HeaderList;
  readonly auth: AuthKind;
  readonly user: string;
  readonly password: string;
  readonly token: string;
  /** PEM; empty trusts the built-in ones. */
  readonly ca: string;
  readonly verify: boolean;
  readonly client: boolean;
  readonly cert: string;
  readonly key: string;
  /** Empty goes straight to the endpoint. */
  readonly proxy: string;
};

export const requestForm = (known: EndpointRequest = PLAIN_REQUEST): RequestForm => ({
  headers: known.headers,
  auth: known.auth,
  user: '',
  password: '',
  token: '',
  ca: known.ca ?? '',
  verify: known.verify,
  client: known.clientCertificate,
  cert: '',
  key: '',
  proxy: known.proxy ?? '',
});

export type TypedRequest = NonNullable<CommandArgs<'endpoint.create'>['request']>;

const sameHeaders = (a: HeaderList, b: HeaderList): boolean =>
  a.length === b.length && a.every(([name, value], i) => name === b[i]?.[0] && value === b[i]?.[1]);

const typedAuth = ({ auth, user, password, token }: RequestForm): boolean =>
  (auth === 'basic' && (user !== '' || password !== '')) || (auth === 'bearer' && token !== '');
const typedClient = ({ client, cert, key }: RequestForm): boolean =>
  client && (cert.trim() !== '' || key.trim() !== '');

/** Lines that nobody filled in are no headers. */
const filled = (headers: HeaderList): HeaderList => headers.filter(([name, value]) => name !== '' || value !== '');

const isChanged = (form: RequestForm, known: EndpointRequest): boolean =>
  !sameHeaders(filled(form.headers), known.headers) ||
  form.auth !== known.auth ||
  form.ca.trim() !== (known.ca ?? '').trim() ||
  form.verify !== known.verify ||
  form.client !== known.clientCertificate ||
  form.proxy.trim() !== (known.proxy ?? '') ||
  typedAuth(form) ||
  typedClient(form);

/**
 * What to send of the form: null when nothing of it changed, so that what is sealed stays. A change replaces all of
 * it, and what is sealed has to be typed again then.
 */
export function requestOf(form: RequestForm, known: EndpointRequest = PLAIN_REQUEST): Result<TypedRequest | null> {
  if (!isChanged(form, known)) return ok(null);
  if (form.auth !== 'none' && !typedAuth(form)) {
    const again = form.auth === known.auth ? ' again: a change replaces the stored one too' : '';
    const what = form.auth === 'basic' ? 'the user and password' : 'the token';
    return refuse('invalid', `Enter ${what}${again}.`, 'request.auth');
  }
  if (form.client && (form.cert.trim() === '' || form.key.trim() === '')) {
    const again = known.clientCertificate ? ' again: a change replaces the stored ones too' : '';
    return refuse('invalid', `Paste the certificate and its key${again}.`, 'request.client');
  }
  return ok({
    headers: filled(form.headers).map(([name, value]): [string, string] => [name, value]),
    auth: authOf(form),
    ca: form.ca.trim() === '' ? null : form.ca,
    verify: form.verify,
    client: form.client ? { cert: form.cert, key: form.key } : null,
    proxy: form.proxy.trim() === '' ? null : form.proxy.trim(),
  });
}

function authOf({ auth, user, password, token }: RequestForm): TypedRequest['auth'] {
  switch (auth) {
    case 'none':
      return null;
    case 'basic':
      return { kind: 'basic', user, password };
    case 'bearer':
      return { kind: 'bearer', token };
  }
}

export type RequestPart = 'headers' | 'auth' | 'ca' | 'client' | 'proxy';

const pathOf = (problem: Problem | null): readonly string[] => problem?.field?.split('.') ?? [];

/** What is wrong with a part of the form, where the problem is about that part. */
export function wrongPart(problem: Problem | null, part: RequestPart): string | null {
  const [root, field] = pathOf(problem);
  return root === 'request' && field === part ? (problem?.message ?? null) : null;
}

/** Which header is wrong, by its place among those that were sent; null when none is. */
export function wrongHeader(problem: Problem | null): number | null {
  const [root, field, at] = pathOf(problem);
  return root === 'request' && field === 'headers' && at !== undefined ? Number(at) : null;
}

/** A Standard Webhooks secret of 32 bytes. */
export const secretOf = (bytes: Uint8Array): string => `whsec_${btoa(String.fromCharCode(...bytes))}`;
