import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inputsDigest } from '../../scripts/build.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retryscope-build-'));
  mkdirSync(join(folder, 'src', 'shared'), { recursive: true });
  writeFileSync(join(folder, 'src', 'shared', 'one.ts'), 'export const one = 1;');
  writeFileSync(join(folder, 'package-lock.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is the same for the same files, whenever they were written', () => {
  const before = inputsDigest(folder);
  utimesSync(join(folder, 'src', 'shared', 'one.ts'), 1, 1);
  expect(inputsDigest(folder)).toBe(before);
});

it('changes with a byte, a name, a new file, or the lock', () => {
  const seen = new Set([inputsDigest(folder)]);
  const edit = (change: () => void): void => {
    change();
    seen.add(inputsDigest(folder));
  };
  edit(() => writeFileSync(join(folder, 'src', 'shared', 'one.ts'), 'export const one = 2;'));
  edit(() => writeFileSync(join(folder, 'src', 'shared', 'two.ts'), ''));
  edit(() => rmSync(join(folder, 'src', 'shared', 'one.ts')));
  edit(() => writeFileSync(join(folder, 'package-lock.json'), '{ }'));
  expect(seen.size).toBe(5);
});

it('does not depend on what is not built', () => {
  const before = inputsDigest(folder);
  mkdirSync(join(folder, 'test'));
  writeFileSync(join(folder, 'test', 'one.test.ts'), '');
  writeFileSync(join(folder, 'README.md'), 'words');
  expect(inputsDigest(folder)).toBe(before);
});
