import { field, list, number, text } from './report-fields.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const NONE = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {readonly Counts[]} parts
 * @returns {Counts}
 */
export const total = (parts) =>
  parts.reduce(
    (sum, part) => ({
      passed: sum.passed + part.passed,
      failed: sum.failed + part.failed,
      skipped: sum.skipped + part.skipped,
    }),
    NONE,
  );

/** @param {Counts} counts */
export const sentence = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;

/**
 * Vitest's JSON report. A file that could not even be loaded has no tests, and counts as one that failed.
 * @param {unknown} report
 * @param {number} code vitest's exit code: what went wrong outside of any test counts too
 * @returns {Counts}
 */
export function vitestCounts(report, code) {
  const files = list(report, 'testResults');
  const broken = files.filter(
    (file) => text(file, 'status') === 'failed' && list(file, 'assertionResults').length === 0,
  );
  return honest(
    {
      passed: number(report, 'numPassedTests'),
      failed: number(report, 'numFailedTests') + broken.length,
      skipped: number(report, 'numPendingTests') + number(report, 'numTodoTests'),
    },
    code,
  );
}

/**
 * Playwright's JSON report. A test that passed only on a second try has failed.
 * @param {unknown} report
 * @param {number} code Playwright's exit code
 * @returns {Counts}
 */
export function playwrightCounts(report, code) {
  const stats = field(report, 'stats');
  return honest(
    {
      passed: number(stats, 'expected'),
      failed: number(stats, 'unexpected') + number(stats, 'flaky'),
      skipped: number(stats, 'skipped'),
    },
    code,
  );
}

/**
 * A runner that failed without a failed test still failed, and one that ran nothing has not passed.
 * @param {Counts} counts
 * @param {number} code
 * @returns {Counts}
 */
function honest(counts, code) {
  const nothingRan = counts.passed + counts.failed === 0;
  return counts.failed === 0 && (code !== 0 || nothingRan) ? { ...counts, failed: 1 } : counts;
}
