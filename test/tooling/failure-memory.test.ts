import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetFailure, rememberedFailure, rememberFailure } from '../../scripts/failure-memory.mjs';

const DAY_MS = 86_400_000;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retryscope-cache-'));
  vi.stubEnv('XDG_CACHE_HOME', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('remembers a failure for as long as it is asked to', () => {
  rememberFailure('electron-1.2.3', 'fetch failed', 1_000);
  expect(rememberedFailure('electron-1.2.3', DAY_MS, 1_000 + DAY_MS - 1)).toBe('fetch failed');
  expect(rememberedFailure('electron-1.2.3', DAY_MS, 1_000 + DAY_MS)).toBeNull();
});

it('does not believe a memory from the future, of another version, or one that was forgotten', () => {
  rememberFailure('electron-1.2.3', 'fetch failed', 1_000);
  expect(rememberedFailure('electron-1.2.3', DAY_MS, 999)).toBeNull();
  expect(rememberedFailure('electron-1.2.4', DAY_MS, 1_000)).toBeNull();
  forgetFailure('electron-1.2.3');
  expect(rememberedFailure('electron-1.2.3', DAY_MS, 1_000)).toBeNull();
});
