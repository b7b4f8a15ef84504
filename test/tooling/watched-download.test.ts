import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchedDownload } from '../../scripts/watched-download.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retryscope-download-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const download = (script: string, limits = { stallMs: 60_000, totalMs: 60_000 }) =>
  watchedDownload(process.execPath, ['-e', script], { cwd: folder, folders: [folder], limits, note: () => {} });

it('is done when the program ends well', async () => {
  expect(await download('')).toEqual({ ok: true });
});

it('gives the reason that stands deepest in the output', async () => {
  const result = await download("throw new TypeError('fetch failed', { cause: new Error('no route to host') })");
  expect(result).toEqual({ ok: false, why: 'no route to host' });
});

it('stops a program that brings nothing', async () => {
  const result = await download('setInterval(() => {}, 1000)', { stallMs: 1, totalMs: 60_000 });
  expect(result).toEqual({ ok: false, why: 'nothing arrived for 0.001 s' });
});

it('stops a program that takes too long, though something arrives', async () => {
  const grow = "setInterval(() => require('node:fs').appendFileSync('part', 'x'), 10)";
  const result = await download(grow, { stallMs: 60_000, totalMs: 1 });
  expect(result).toEqual({ ok: false, why: 'it was not done after 0.001 s' });
});
