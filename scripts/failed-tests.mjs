import { stripVTControlCharacters } from 'node:util';
import { list, text } from './report-fields.mjs';

/** @typedef {{ name: string, message: string }} FailedTest */

/** What is said of one failure: its first lines tell what was expected, the rest is in the runner's own output. */
const MOST_LINES = 12;

/**
 * What failed according to vitest's JSON report, a file that could not be loaded included.
 * @param {unknown} report
 * @returns {readonly FailedTest[]}
 */
export const vitestFailures = (report) =>
  list(report, 'testResults').flatMap((file) => {
    const tests = list(file, 'assertionResults');
    const from = text(file, 'name').replace(/^.*?(?=test\/)/, '');
    if (tests.length === 0 && text(file, 'status') === 'failed') return [failed([from], text(file, 'message'))];
    return tests
      .filter((test) => text(test, 'status') === 'failed')
      .map((test) => failed([from, text(test, 'fullName')], String(list(test, 'failureMessages')[0] ?? '')));
  });

/**
 * What failed according to Playwright's JSON report, at its first try or at all.
 * @param {unknown} report
 * @returns {readonly FailedTest[]}
 */
export const playwrightFailures = (report) => [
  ...list(report, 'errors').map((error) => failed(['outside of any test'], text(error, 'message'))),
  ...list(report, 'suites').flatMap((suite) => suiteFailures(suite, [])),
];

/**
 * @param {unknown} suite
 * @param {readonly string[]} above titles
 * @returns {readonly FailedTest[]}
 */
function suiteFailures(suite, above) {
  const titles = [...above, text(suite, 'title')];
  return [
    ...list(suite, 'specs').flatMap((spec) =>
      list(spec, 'tests')
        .filter((test) => ['unexpected', 'flaky'].includes(text(test, 'status')))
        .map((test) => {
          const errors = list(test, 'results').flatMap((result) => list(result, 'errors'));
          return failed([`[${text(test, 'projectName')}]`, ...titles, text(spec, 'title')], text(errors[0], 'message'));
        }),
    ),
    ...list(suite, 'suites').flatMap((inner) => suiteFailures(inner, titles)),
  ];
}

/**
 * @param {readonly string[]} path
 * @param {string} message as the runner coloured it
 * @returns {FailedTest}
 */
function failed(path, message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return { name: path.filter((part) => part !== '').join(' › '), message: lines.slice(0, MOST_LINES).join('\n') };
}
