import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readTextFile } from '../../src/main/host/scenario/read-text-file';

it.skipIf(process.platform === 'win32')('a named pipe is told by what it is, and no writer is waited for', () => {
  const at = mkdtempSync(join(tmpdir(), 'read-text-file-'));
  onTestFinished(() => rmSync(at, { recursive: true, force: true }));
  const [pipe, written] = [join(at, 'pipe'), join(at, 'written')];
  execFileSync('mkfifo', [pipe]);
  // An open that waits does so until this writer comes, and its mark is there by then.
  const writer = spawn('sh', ['-c', `sleep 60; touch '${written}'; : > '${pipe}'`], {
    stdio: 'ignore',
    detached: true,
  });
  onTestFinished(() => void process.kill(-(writer.pid ?? 0), 'SIGKILL'));
  expect(readTextFile(pipe)).toEqual({ ok: false, why: `${pipe} is no file of at most 1 MiB.` });
  expect(existsSync(written)).toBe(false);
});
