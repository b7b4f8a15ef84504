import { expect, it } from 'vitest';
import { builtInPolicy } from '../../src/shared/policies/built-in';
import { previewSchedule } from '../../src/shared/rules/preview';
import { sayDuration } from '../../src/shared/words/duration';

// The left column is what the four pages print; the right one is added up by hand from their tables.
it.each([
  ['alphorn', '“within about 15 minutes”', '15 m'],
  ['fianto', '“about 28 hours in all”', '27 h 36 m'],
  ['kestrel', '“roughly a minute end to end”', '1 m 02 s'],
  ['infraspeak', '“~5.5 days”', '5 d 16 h 30 m'],
])('%s: the page says %s, and the waits add up to %s', (id, says, computed) => {
  const policy = builtInPolicy(id);
  const [documented] = policy?.documented ?? [];
  const total = policy === undefined ? undefined : previewSchedule(policy).at(-1)?.ageMs;
  expect(documented?.says).toBe(says);
  expect(documented === undefined || total === undefined ? '' : sayDuration(total[documented.of])).toBe(computed);
  expect(documented?.note).not.toBe('');
});
