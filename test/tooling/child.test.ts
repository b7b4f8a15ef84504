import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { lastLines, passThrough, run } from '../../scripts/child.mjs';

const MODULE = new URL('../../scripts/child.mjs', import.meta.url).href;

/** A Node that runs `inner` in its place, as `npm run cli` does. */
function passing(inner: string): ChildProcess {
  const outer = `import { passThrough } from '${MODULE}';
    process.exitCode = await passThrough(process.execPath, ['-e', ${JSON.stringify(inner)}]);`;
  return spawn(process.execPath, ['--input-type=module', '-e', outer], { stdio: ['pipe', 'pipe', 'pipe'] });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the output is not piped');
  const [line]: string[] = await once(createInterface({ input: child.stdout }), 'line');
  return line ?? '';
}

it('passes input, output and exit code through', async () => {
  const child = passing("process.stdin.pipe(process.stdout); process.stdin.on('end', () => { process.exitCode = 7; })");
  child.stdin?.end('one line\n');
  const [line, [code]] = await Promise.all([firstLine(child), once(child, 'exit')]);
  expect([line, code]).toEqual(['one line', 7]);
});

it.skipIf(process.platform === 'win32')('passes signals through, and waits for what they lead to', async () => {
  const child = passing("process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); console.log('up')");
  await firstLine(child);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([5, null]);
});

it.skipIf(process.platform === 'win32')('ends with 128 and the signal when a signal ends the program', async () => {
  const child = passing("console.log('up'); process.kill(process.pid, 'SIGKILL')");
  await firstLine(child);
  expect(await once(child, 'exit')).toEqual([137, null]);
});

it.skipIf(process.platform === 'win32')('ends the program when the one that asked for it has gone', async () => {
  const inner =
    "process.on('SIGTERM', () => { console.log('told'); process.exit(0); }); setInterval(() => {}, 1000); console.log(process.ppid)";
  const outer = `import { passThrough } from '${MODULE}'; await passThrough(process.execPath, ['-e', ${JSON.stringify(inner)}]);`;
  const asking = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, outer], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: asking.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toMatch(/^\d+$/);
  asking.kill('SIGKILL');
  expect((await lines.next()).value).toBe('told');
});

it('keeps both outputs of a program, and says 127 when there is no such program', async () => {
  const loud = await run(process.execPath, ['-e', "console.log('out'); console.error('err')"]);
  expect(loud.code).toBe(0);
  expect(loud.output.split('\n').sort()).toEqual(['', 'err', 'out']);
  expect((await run('no-such-program-of-ours', [])).code).toBe(127);
});

it('shows the end of a long output', () => {
  expect(lastLines('a\nb\nc\n', 2)).toBe('b\nc');
});

it.skipIf(process.platform === 'win32')('ends a program that takes longer than it may', async () => {
  const code = await passThrough(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { limitMs: 1 });
  expect(code).toBe(143);
});
