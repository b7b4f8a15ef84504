import { expect, it } from 'vitest';
import { playwrightCounts, sentence, total, vitestCounts } from '../../scripts/test-counts.mjs';

const vitest = (over: object): object => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...over,
});

it('counts what vitest ran', () => {
  expect(vitestCounts(vitest({ numFailedTests: 1, numPendingTests: 2 }), 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 2,
  });
});

it('counts a file that could not be loaded as one failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{}] },
  ];
  expect(vitestCounts(vitest({ testResults }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

it('counts a failure when the runner failed outside of any test, left no report, or ran nothing', () => {
  expect(vitestCounts(vitest({}), 1).failed).toBe(1);
  expect(vitestCounts(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(vitestCounts(vitest({ numPassedTests: 0 }), 0).failed).toBe(1);
  expect(playwrightCounts(null, 0).failed).toBe(1);
});

it('counts what Playwright ran, a second try as a failure', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } };
  expect(playwrightCounts(report, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 });
});

it('says the sum in one line', () => {
  const sum = total([
    { passed: 2, failed: 0, skipped: 0 },
    { passed: 3, failed: 1, skipped: 0 },
  ]);
  expect(sentence(sum)).toBe('5 passed, 1 failed');
  expect(sentence({ ...sum, skipped: 1 })).toBe('5 passed, 1 failed, 1 skipped');
});
