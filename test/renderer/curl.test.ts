import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { asCurl, shellWord } from '../../src/renderer/view-models/curl';

/** Types a command line into a POSIX shell. */
async function type(line: string): Promise<void> {
  const shell = spawn('/bin/sh', { stdio: ['pipe', 'ignore', 'ignore'] });
  shell.stdin.end(`${line}\n`);
  await once(shell, 'exit');
}
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Runs the command line in a POSIX shell against a server that keeps the request. */
async function replay(request: Omit<Parameters<typeof asCurl>[0], 'url'> & { readonly path: string }) {
  let seen: { raw: readonly string[]; body: Buffer; method: string; url: string } | undefined;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      seen = {
        raw: incoming.rawHeaders,
        body: Buffer.concat(chunks),
        method: incoming.method ?? '',
        url: incoming.url ?? '',
      };
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    await type(asCurl({ ...request, url: `http://127.0.0.1:${port}${request.path}` }));
  } finally {
    server.close();
  }
  if (seen === undefined) throw new Error('nothing arrived');
  return seen;
}

describe('a request as cURL', () => {
  it('quotes a word so that the shell reads the same characters', () => {
    expect(shellWord('plain-word')).toBe('plain-word');
    expect(shellWord("it's $HOME `x`")).toBe(`'it'\\''s $HOME \`x\`'`);
  });

  it('sends the same bytes and fields: quotes, dollars, a leading @, an empty field', async () => {
    const body = utf8('@{"a":"it\'s $HOME `id` \\\\ \\n","b":"Grüße"}\n');
    const seen = await replay({
      method: 'POST',
      path: '/a/../b?x=[1-3]{a,b}',
      headers: [
        ['content-type', 'application/json'],
        ['X-Twice', 'one'],
        ['X-Twice', "two's"],
        ['X-Empty', ''],
        ['content-length', '999'],
      ],
      body,
    });
    expect(seen.method).toBe('POST');
    expect(seen.url).toBe('/a/../b?x=[1-3]{a,b}');
    expect(new Uint8Array(seen.body)).toEqual(body);
    const names = seen.raw.filter((_, index) => index % 2 === 0);
    expect(names).toEqual(['Host', 'content-type', 'X-Twice', 'X-Twice', 'X-Empty', 'Content-Length']);
    expect(seen.raw.filter((_, index) => index % 2 === 1).slice(2, 5)).toEqual(['one', "two's", '']);
  });

  it('sends bytes that are not text, NUL among them', async () => {
    const body = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    const seen = await replay({ method: 'PUT', path: '/', headers: [], body });
    expect(seen.method).toBe('PUT');
    expect(new Uint8Array(seen.body)).toEqual(body);
  });

  it('sends a body too long for one argument', async () => {
    const body = utf8('x'.repeat(300_000));
    const seen = await replay({ method: 'POST', path: '/', headers: [['content-type', 'text/plain']], body });
    expect(seen.body.length).toBe(300_000);
    expect(seen.raw).not.toContain('Expect');
  });

  it('sends no body as an empty one', async () => {
    const seen = await replay({ method: 'POST', path: '/', headers: [], body: new Uint8Array() });
    expect(seen.body.length).toBe(0);
  });
});
