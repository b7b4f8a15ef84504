import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunDocument } from '../../src/shared/model/run-document';
import { retryscope } from '../support/command-line';
import { small } from './run-text';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'scenario-command-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function fileOf(text: string): string {
  const file = join(folder(), 'a.yaml');
  writeFileSync(file, text);
  return file;
}

const HOLDS = small('kestrel', '[{ reply: 200 }]', 'expect: [{ deliveries: { delivered: 1 } }]\n');
const FAILS = small('kestrel', '[{ reply: 200 }]', 'expect: [{ deliveries: { delivered: 2 } }]\n');

describe('retryscope run', () => {
  it('exits 0 when all expectations hold, with a summary on one stream and progress on the other', async () => {
    const { code, out, errors } = await retryscope(['run', fileOf(HOLDS)]);
    expect(code).toBe(0);
    expect(out).toContain('Expectations: 1 of 1 hold.');
    expect(errors).toContain('1 attempt');
  });

  it('exits 1 when one fails, and names expected and actual', async () => {
    const { code, out } = await retryscope(['run', fileOf(FAILS)]);
    expect(code).toBe(1);
    expect(out).toContain('failed  deliveries (line 12): expected 2 delivered, actual 1 delivered');
  });

  it('puts one document on standard output, and nothing else', async () => {
    const { code, out } = await retryscope(['run', fileOf(FAILS), '--json', '--seed', '9']);
    expect(code).toBe(1);
    const document = JSON.parse(out) as RunDocument;
    expect(document).toMatchObject({ seed: 9, expectations: [{ ok: false, line: 12 }] });
  });

  it('compares with an earlier run, and exits 1 when something changed', async () => {
    const earlier = join(folder(), 'earlier.json');
    writeFileSync(earlier, (await retryscope(['run', fileOf(HOLDS), '--json'])).out);
    const same = await retryscope(['run', fileOf(HOLDS), '--compare', earlier]);
    expect(same.code).toBe(0);
    expect(same.out).toContain('Compared with the earlier run: nothing changed.');
    const slower = fileOf(HOLDS.replace('{ reply: 200 }', '{ reply: 503, times: 1 }, { reply: 200, delay: 200ms }'));
    const other = await retryscope(['run', slower, '--compare', earlier]);
    expect(other.code).toBe(1);
    expect(other.out).toContain('Expectations: 1 of 1 hold.');
    expect(other.out).toContain(
      [
        '  deliveries  1 changed',
        '  attempts    1 changed, 1 new',
        '  orders, event 1 (order.paid): changed',
        '    attempt 1: status 200 → 503',
        '    attempt 2: new',
      ].join('\n'),
    );
    // Standard output stays one document.
    const json = await retryscope(['run', slower, '--json', '--compare', earlier]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ scenario: 'Small' });
    expect(json.errors).toContain('attempt 1: status 200 → 503');
  });

  it.each([
    [['run']],
    [['run', '/nowhere/at/all.yaml']],
    [['run', 'FILE', '--bogus']],
    [['run', 'FILE', '--clock', 'fast']],
    [['run', 'FILE', '--clock', '0.5']],
    [['run', 'FILE', '--seed', '-1']],
    [['run', 'FILE', '--seed', '1.5']],
    [['run', 'FILE', '--url', 'orders']],
    [['run', 'FILE', '--url', 'order=http://localhost:1/']],
    [['run', 'FILE', '--url', 'orders=ftp://localhost/']],
    [['run', 'FILE', '--junit', '/nowhere/at/all.xml']],
    [['run', 'FILE', '--compare', '/nowhere/at/all.json']],
    [['run', 'FILE', '--compare', 'FILE']],
    [['run', 'FILE', 'more']],
    [['policies', 'show', 'nobody']],
  ])('%j is refused with 2, and nothing on standard output', async (args) => {
    const file = fileOf(HOLDS);
    const { code, out, errors } = await retryscope(args.map((arg) => (arg === 'FILE' ? file : arg)));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(errors.trim()).not.toBe('');
  });

  it('lets no name in a file speak to the terminal: not in the summary, a remark or a refusal', async () => {
    const hostile = String.raw`"a\e]0;pwned\a\e[2Jb\u202ec"`;
    for (const args of [[], ['--url', '\u001b[2J=http://a/'], ['--clock', '\u001b[2J']]) {
      const { out, errors } = await retryscope([
        'run',
        fileOf(HOLDS.replace('name: Small', `name: ${hostile}`)),
        ...args,
      ]);
      expect(`${out}${errors}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      expect(`${out}${errors}`).toContain(args.length === 0 ? 'a\ufffd]0;pwned' : '\ufffd[2J');
    }
  });

  it.each(['0', '0.5', '100001', 'fast'])('says of --clock %s what a clock is', async (clock) => {
    const { errors } = await retryscope(['run', fileOf(HOLDS), '--clock', clock]);
    expect(errors.trim()).toBe(
      `--clock ${clock}: A clock is realtime, skip, or a factor from 1 to 100,000 such as 60.`,
    );
  });

  it('exits 2 for a wrong file, with each problem on a line of its own', async () => {
    const file = fileOf(HOLDS.replace('kestrel', 'kestrl').replace('delivered', 'delivred'));
    const { code, out, errors } = await retryscope(['run', file]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(errors).toContain(`${file}:12:26: expect[0].deliveries.delivred: `);
  });

  it('sends to a URL of ours with --url, and takes the last one given', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, out } = await retryscope([
      'run',
      fileOf(HOLDS),
      '--json',
      '--url',
      `orders=${url}/first`,
      '--url',
      `orders=${url}/hooks?a=b`,
    ]);
    expect(code).toBe(0);
    expect(seen).toEqual(['/hooks?a=b']);
    expect((JSON.parse(out) as RunDocument).routes).toEqual([{ route: '/orders', captures: 0, duplicates: 0 }]);
  });

  it('warns before it sends the requests of days in a burst to another machine', async () => {
    const stop = new AbortController();
    stop.abort();
    const args = ['run', fileOf(HOLDS), '--url', 'orders=http://hooks.example/in'];
    expect((await retryscope(args, stop.signal)).errors).toContain('orders is not on this machine');
    const loopback = ['run', fileOf(HOLDS), '--url', 'orders=http://localhost:3000/in'];
    expect((await retryscope(loopback, stop.signal)).errors).not.toContain('not on this machine');
  });

  it('exits 130 when it is stopped, and says what was not run', async () => {
    const stop = new AbortController();
    stop.abort();
    const report = join(folder(), 'report.xml');
    const { code, out } = await retryscope(['run', fileOf(HOLDS), '--junit', report], stop.signal);
    expect(code).toBe(130);
    expect(out).toContain('Not run:\n  send order.paid to orders at 0\n');
    expect(out).toContain('Expectations not judged: 1.');
    expect(readFileSync(report, 'utf8')).toContain('<skipped');
  });

  it('writes a JUnit report, and keeps its data where it is told', async () => {
    const dir = folder();
    const args = ['run', fileOf(FAILS), '--junit', join(dir, 'r.xml'), '--data-dir', join(dir, 'data')];
    expect((await retryscope(args)).code).toBe(1);
    expect(readFileSync(join(dir, 'r.xml'), 'utf8')).toContain('tests="1" failures="1"');
    expect(existsSync(join(dir, 'data', 'retryscope.db'))).toBe(true);
  });

  it('runs at the clock that the command line names', async () => {
    const text = small('kestrel', '[{ reply: 200 }]', 'until: 100h\n');
    const { code, out } = await retryscope(['run', fileOf(text), '--clock', '100000', '--json']);
    // 100 h at 100,000× take 3.6 s; however late the end is noticed, it is not before.
    expect(code).toBe(0);
    expect((JSON.parse(out) as RunDocument).virtualEndMs).toBeGreaterThanOrEqual(100 * 3_600_000);
  });
});
