import { describe, expect, it } from 'vitest';
import { redactedWords } from '../../src/shared/redaction/text';

describe('a line for the log', () => {
  it.each([
    ['signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw twice', 'MfKQ9r8G'],
    ['authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.x', 'eyJhbGci'],
    ['Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['{"password":"hunter2","user":"me"}', 'hunter2'],
    ['failed at https://me:s3cret@shop.test/in', 's3cret'],
    ['POST http://127.0.0.1:7878/in?token=abc123&x=1 failed', 'abc123'],
    ['api_key=k-998877', 'k-998877'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----', 'MIIEvQIBADANBg'],
  ])('%s keeps its secret', (line, secret) => {
    expect(redactedWords(line)).not.toContain(secret);
  });

  it('leaves everything else as it is', () => {
    const line = 'error: connect ECONNREFUSED 127.0.0.1:9 at http://127.0.0.1:9/hook (dlv_01J9)';
    expect(redactedWords(line)).toBe(line);
  });

  it('is looked through once, however much of it could be the beginning of a URL', () => {
    const line = `${'a.'.repeat(500_000)}https://me:pw@shop.test/`;
    expect(redactedWords(line).slice(-28)).toBe('https://REDACTED@shop.test/'.padStart(28, '.'));
  });
});
