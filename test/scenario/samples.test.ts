import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run, scenarioOf } from './run-text';

const folder = fileURLToPath(new URL('../../resources/scenarios/', import.meta.url));
const samples = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

it('there is a sample for every provider', () => {
  for (const provider of ['alphorn', 'fianto', 'kestrel', 'infraspeak']) {
    expect(samples.some((name) => name.startsWith(provider))).toBe(true);
  }
});

it.each(samples)('%s does what its rules say', async (name) => {
  const scenario = scenarioOf(readFileSync(`${folder}${name}`, 'utf8'), name);
  const { document, log } = await run(scenario);
  expect(document.expectations.filter(({ ok }) => !ok)).toEqual([]);
  expect(document.expectations.length).toBeGreaterThan(2);
  expect(document.notRun).toEqual([]);
  expect(log).toEqual([]);
});

it.each(samples)('%s explains itself, in comments with the rules that it shows', (name) => {
  const text = readFileSync(`${folder}${name}`, 'utf8');
  expect(text.startsWith('# ')).toBe(true);
  expect(text).toMatch(/# - [AFKIR]\d+/i);
});
