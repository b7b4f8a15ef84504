import { describe, expect, it } from 'vitest';
import { scriptStep } from '../../src/shared/contract/script';
import { base64Text, bytesOfBase64 } from '../../src/shared/model/base64';
import { redactedRow } from '../../src/shared/redaction/log-row';
import { makeRedactor } from '../../src/shared/redaction/redactor';
import { aRoute, aRun } from '../support/rows';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const body = `{"key":"${SECRET}"}`;
const headers = [['Authorization', 'Bearer sesame']];

describe('a script in an export', () => {
  it.each([
    { reply: 200, headers, body, interim: [{ reply: 103, headers }] },
    { reply: 200, body: { template: body } },
    { reply: 200, body: { base64: Buffer.from(body).toString('base64'), name: 'a.json' } },
    { kind: 'garbage', garbage: body },
    { kind: 'hang', when: 'in-body', headers, body },
    { kind: 'reset', when: 'in-body', headers, body },
    { kind: 'half-close', when: 'in-body', headers, body },
    { kind: 'drip', bytesPerSecond: 1, headers, body },
    { kind: 'cut-chunked', headers, body },
    { kind: 'wrong-length', length: 1, headers, body },
    { kind: 'redirect', reply: 302, to: 'https://user:sesame@example.com/', headers },
    { kind: 'limit', limit: 1, perMs: 1, headers, body },
    { reply: 200, if: { header: { name: 'Authorization', is: 'Bearer sesame' }, body: { at: '$.k', is: SECRET } } },
  ])('tells no secret of %j', (written) => {
    const step = scriptStep.parse(written);
    const route = aRoute(1, { script: { scope: 'all', steps: [step] } });
    const row = { kind: 'route', runId: aRun().id, removed: false, ...route } as const;
    const redacted = redactedRow(row, makeRedactor({ on: true, headers: [], query: [], jsonPaths: [] }));
    const text = JSON.stringify(redacted);
    const bytes = [...text.matchAll(/"base64":"([^"]*)"/g)].map(([, part]) =>
      Buffer.from(part ?? '', 'base64').toString(),
    );
    for (const told of [text, ...bytes]) {
      expect(told).not.toContain('sesame');
      expect(told).not.toContain(SECRET);
    }
  });
});

it('base64 goes there and back as Node has it', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 89 + length) % 256);
    expect(base64Text(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(bytesOfBase64(base64Text(bytes))).toEqual(bytes);
  }
});
