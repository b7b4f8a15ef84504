import { expect, it } from 'vitest';
import { playwrightFailures, vitestFailures } from '../../scripts/failed-tests.mjs';

it('names what failed in vitest by file and title, with what was expected, and a file that could not be loaded', () => {
  const testResults = [
    {
      name: '/somewhere/test/rules/a.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'a wait is exact', status: 'failed', failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m'] },
        { fullName: 'another', status: 'passed', failureMessages: [] },
      ],
    },
    { name: '/somewhere/test/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ];
  expect(vitestFailures({ testResults })).toEqual([
    { name: 'test/rules/a.test.ts › a wait is exact', message: 'expected 1 to be 2' },
    { name: 'test/b.test.ts', message: 'no such module' },
  ]);
});

it('names what failed in Playwright, however deep, on a first try only too, and not what passed', () => {
  const test = (status: string, message: string) => ({
    projectName: 'electron',
    status,
    results: [{ errors: message === '' ? [] : [{ message }] }],
  });
  const report = {
    errors: [],
    suites: [
      {
        title: 'a.spec.ts',
        specs: [{ title: 'passes', tests: [test('expected', '')] }],
        suites: [
          {
            title: 'inner',
            specs: [
              { title: 'fails', tests: [test('unexpected', `first\n\n${'line\n'.repeat(40)}`)] },
              { title: 'wavers', tests: [test('flaky', 'once')] },
            ],
          },
        ],
      },
    ],
  };
  expect(playwrightFailures(report)).toEqual([
    { name: '[electron] › a.spec.ts › inner › fails', message: ['first', ...Array(11).fill('line')].join('\n') },
    { name: '[electron] › a.spec.ts › inner › wavers', message: 'once' },
  ]);
});

it('knows of none when there is no report', () => {
  expect(vitestFailures(null)).toEqual([]);
  expect(playwrightFailures(null)).toEqual([]);
});
