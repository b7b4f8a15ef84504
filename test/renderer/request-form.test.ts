import { describe, expect, test } from 'vitest';
import { requestForm, requestOf, secretOf, wrongHeader, wrongPart } from '../../src/renderer/view-models/request-form';
import { secret } from '../../src/shared/contract/fields';
import { type EndpointRequest, PLAIN_REQUEST } from '../../src/shared/model/endpoint-request';

const STORED: EndpointRequest = {
  headers: [
    ['X-Team', 'b'],
    ['x-team', 'a'],
  ],
  auth: 'bearer',
  ca: null,
  verify: true,
  clientCertificate: false,
  proxy: null,
};

describe('the request of an endpoint', () => {
  test('is left out when nothing of it changed, so that what is sealed stays', () => {
    expect(requestOf(requestForm(STORED), STORED)).toEqual({ ok: true, value: null });
    expect(requestOf(requestForm())).toEqual({ ok: true, value: null });
  });

  test('asks for a stored token again when something else changes', () => {
    const changed = requestOf({ ...requestForm(STORED), verify: false }, STORED);
    expect(changed).toMatchObject({ ok: false, problem: { field: 'request.auth' } });
  });

  test('keeps the order and the case of headers, and drops lines that nobody filled in', () => {
    const form = { ...requestForm(STORED), token: 't', headers: [...STORED.headers, ['', ''] as const] };
    expect(requestOf(form, STORED)).toEqual({
      ok: true,
      value: {
        headers: [
          ['X-Team', 'b'],
          ['x-team', 'a'],
        ],
        auth: { kind: 'bearer', token: 't' },
        ca: null,
        verify: true,
        client: null,
        proxy: null,
      },
    });
  });

  test('takes a proxy without the white space of a paste, shows the stored one, and drops it when it is emptied', () => {
    const form = { ...requestForm(), proxy: ' http://127.0.0.1:8080\n' };
    const stored = { ...PLAIN_REQUEST, proxy: 'http://127.0.0.1:8080' };
    expect(requestOf(form)).toMatchObject({ value: { proxy: stored.proxy } });
    expect(requestForm(stored).proxy).toBe(stored.proxy);
    expect(requestOf(requestForm(stored), stored)).toEqual({ ok: true, value: null });
    expect(requestOf({ ...requestForm(stored), proxy: '' }, stored)).toMatchObject({ value: { proxy: null } });
  });

  test('without its credentials any more needs none', () => {
    expect(requestOf({ ...requestForm(STORED), auth: 'none' }, STORED)).toMatchObject({ value: { auth: null } });
  });

  test('needs both the certificate and its key', () => {
    const form = { ...requestForm(), client: true, cert: 'PEM' };
    expect(requestOf(form, PLAIN_REQUEST)).toMatchObject({ ok: false, problem: { field: 'request.client' } });
    expect(requestOf({ ...form, key: 'KEY' })).toMatchObject({ value: { client: { cert: 'PEM', key: 'KEY' } } });
  });
});

test('a problem names the header that it is about', () => {
  const problem = { code: 'invalid', field: 'request.headers.1.0', message: 'bad' } as const;
  expect(wrongHeader(problem)).toBe(1);
  expect(wrongPart(problem, 'headers')).toBe('bad');
  expect(wrongPart(problem, 'ca')).toBeNull();
  expect(wrongHeader({ ...problem, field: 'request.ca' })).toBeNull();
});

test('a secret that is made here is one that the engine takes', () => {
  const made = secretOf(new Uint8Array(32).fill(255));
  expect(secret.parse(made)).toBe(`whsec_${'/'.repeat(42)}8=`);
});
