import type { EndedRun, Findings } from './report';

/** A JUnit report: one test case an expectation; those that were not judged are skipped. */
export function junitOf(run: EndedRun, findings: Findings, tookMs: number): string {
  const suite = run.scenario.name;
  const failures = findings.judged.filter(({ ok }) => !ok).length;
  const cases = [
    ...findings.judged.map(({ ok, expectation, expected, actual, line }) => {
      const message = `expected ${expected}, actual ${actual}`;
      return ok
        ? testCase(suite, expectation, '')
        : testCase(suite, expectation, `<failure message="${xml(message)}">line ${line}: ${xml(message)}</failure>`);
    }),
    ...findings.unjudged.map((title) => testCase(suite, title, '<skipped message="The run was stopped by hand."/>')),
  ];
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${findings.unjudged.length}"`;
  const time = `time="${(tookMs / 1_000).toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts} ${time}>`,
    `  <testsuite name="${xml(suite)}" ${counts} ${time}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const testCase = (suite: string, name: string, inner: string): string => {
  const tag = `    <testcase classname="${xml(suite)}" name="${xml(name)}"`;
  return inner === '' ? `${tag}/>` : `${tag}>${inner}</testcase>`;
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Text as XML 1.0 may carry it, in attributes too: what it cannot carry at all becomes U+FFFD. */
const xml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => ENTITIES[character] ?? character);
