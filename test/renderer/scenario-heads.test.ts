import { describe, expect, test } from 'vitest';
import { fileProblems, scenarioHead } from '../../src/renderer/view-models/scenario-heads';

const FILE = `# Two shops, one of them down.
#
# What the rules say:
# - K6, a1: six attempts, and
#   then the end. Not a word more.
# - K7: all.
retryscope: 1
name: "Two shops"
endpoints:
  - { name: a, policy: kestrel, receiver: a }
  - name: b
    policy: fianto
  - { name: c, policy: kestrel, receiver: a }
`;

describe('the head of a scenario', () => {
  test('has its name, the first sentence past the title, and each policy once', () => {
    expect(scenarioHead('two.yaml', FILE)).toEqual({
      name: 'Two shops',
      says: 'Six attempts, and then the end.',
      policyIds: ['kestrel', 'fianto'],
    });
  });

  test('with only a title is described by it', () => {
    expect(scenarioHead('one.yaml', '# One shop.\nname: One\n').says).toBe('One shop.');
  });

  test('is named after its file where it has no name', () => {
    expect(scenarioHead('two.yaml', 'retryscope: 1\n')).toEqual({ name: 'two.yaml', says: '', policyIds: [] });
  });
});

describe('what is wrong with a file', () => {
  test('is one problem a line, each with the file’s own line', () => {
    const message = 'two.yaml:8:7: name: is empty.\ntwo.yaml:11:5: endpoints[1].name: is taken.';
    expect(fileProblems(message, 'two.yaml', FILE)).toEqual([
      { line: 8, column: 7, says: 'name: is empty.', source: 'name: "Two shops"' },
      { line: 11, column: 5, says: 'endpoints[1].name: is taken.', source: '- name: b' },
    ]);
  });

  test('may have a colon in the file’s name', () => {
    expect(fileProblems('a:1:2.yaml:1:1: bad.', 'a:1:2.yaml', 'x')).toEqual([
      { line: 1, column: 1, says: 'bad.', source: 'x' },
    ]);
  });

  test('is told as it is where no place is named', () => {
    expect(fileProblems('The receiver is down.', 'two.yaml', FILE)).toEqual([
      { line: null, column: null, says: 'The receiver is down.', source: null },
    ]);
  });
});
