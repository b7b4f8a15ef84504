import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { copyOf, draftOf, edited, formProblems } from '../../src/renderer/view-models/policy-draft';
import { FORM_SECTIONS } from '../../src/renderer/view-models/policy-labels';
import { policyChanges } from '../../src/renderer/view-models/policy-versions';
import { fianto } from '../../src/shared/policies/fianto';
import { checkPolicy } from '../../src/shared/policies/file/check';
import { DEFAULT_POLICY } from '../../src/shared/policies/file/defaults';
import { firstOfKind, firstOption, firstValue } from '../../src/shared/policies/file/first';
import { readPolicyFile } from '../../src/shared/policies/file/read';
import type { Shape } from '../../src/shared/policies/file/shape';
import { POLICY_SHAPE } from '../../src/shared/policies/file/shape';
import { type ValuePath, withValueAt } from '../../src/shared/policies/file/values';
import { policyAsFile } from '../../src/shared/policies/file/write';

const copy = copyOf(fianto, 'fianto', ['fianto']);
const draft = draftOf(copy, { id: null, base: 'fianto', text: null });

describe('a policy in the form', () => {
  it('is a copy with an id and a name that nobody has', () => {
    expect(copy).toMatchObject({ id: 'fianto-copy', name: 'Fianto copy', attempts: 8 });
    expect(copyOf(fianto, 'fianto', ['fianto', 'fianto-copy']).id).toBe('fianto-copy-2');
  });

  it('takes its id from its name, and its summary from its schedule, until they are written', () => {
    const named = edited(draft, ['name'], 'Über all');
    expect(named.value['id']).toBe('uber-all');
    const shorter = edited(named, ['attempts'], 2);
    expect(shorter.value['summary']).toBe('2 attempts, the last one 48 s to 1 m 12 s after the first.');
    const written = edited(shorter, ['summary'], 'Mine.');
    expect(edited(written, ['attempts'], 3).value['summary']).toBe('Mine.');
    expect(edited(edited(named, ['id'], 'own'), ['name'], 'Other').value['id']).toBe('own');
  });

  it('no longer cites a rule of a part that was changed, and cites it again once it is as it was', () => {
    const changed = edited(draft, ['attempts'], 3);
    expect(changed.valid.rules).toMatchObject({ attempts: [], schedule: ['F6'] });
    expect(edited(changed, ['attempts'], 8).valid.rules.attempts).toEqual(['F2']);
  });

  it('keeps what was valid last', () => {
    const wrong = edited(draft, ['attempts'], 0);
    expect(formProblems(wrong)).toEqual([{ path: ['attempts'], message: 'This is 1 or more.' }]);
    expect(wrong.valid.attempts).toBe(8);
    expect(edited(wrong, ['attempts'], 2).valid.attempts).toBe(2);
  });

  it('shows every field of the format in a group', () => {
    const grouped = FORM_SECTIONS.flatMap(({ fields }) => fields);
    expect([...POLICY_SHAPE.fields.keys()].filter((name) => name !== 'rules').sort()).toEqual([...grouped].sort());
  });

  it.each(parts(POLICY_SHAPE, '', []))('begins %s with what is valid', (_place, make) => {
    const checked = checkPolicy(make());
    expect(checked.ok ? [] : checked.problems).toEqual([]);
    if (!checked.ok) return;
    // A file says the same, on top of the defaults and of a policy that has all of it otherwise.
    for (const base of [null, 'alphorn', 'fianto']) {
      const read = readPolicyFile(parse(stringify(policyAsFile(checked.policy, base))));
      expect(read).toMatchObject({ ok: true });
      if (read.ok) expect(dropNull(read.value.policy)).toEqual(dropNull(checked.policy));
    }
  });

  it('says what a new version changes, line by line', () => {
    expect(policyChanges(fianto, { ...fianto, attempts: 7 })).toEqual([
      { name: 'Attempts', before: '8', after: '7' },
      { name: 'Waits', before: '1 m, 5 m, 30 m, 2 h, 5 h, 10 h, 10 h', after: '1 m, 5 m, 30 m, 2 h, 5 h, 10 h' },
      { name: 'Exhausted', before: 'after attempt 8', after: 'after attempt 7' },
    ]);
    expect(policyChanges(fianto, { ...fianto, words: {} })).toEqual([
      { name: 'words', before: 'as it was', after: 'changed' },
    ]);
  });
});

/** An optional field that is null says what an absent one says. */
const dropNull = (policy: object): unknown => JSON.parse(JSON.stringify(policy, (_key, value) => value ?? undefined));

type Part = readonly [place: string, make: () => unknown];

/** What some kinds need beside themselves. */
const ROOM = {
  ...DEFAULT_POLICY,
  verification: { rules: [] },
  retention: { ms: 86_400_000, purgeEveryMs: null, rules: [] },
  suspension: firstValue(POLICY_SHAPE.fields.get('suspension')?.shape ?? { is: 'text' }, 'suspension'),
  sweep: firstValue(POLICY_SHAPE.fields.get('sweep')?.shape ?? { is: 'text' }, 'sweep'),
};

/** Every part that can be switched on, every kind of it, and an entry of every list. */
function parts(shape: Shape, place: string, path: ValuePath): readonly Part[] {
  const put = (value: unknown) => () => withValueAt(ROOM, path, value);
  switch (shape.is) {
    case 'object':
      return [...shape.fields].flatMap(([name, field]) => {
        const inner = place === '' ? name : `${place}.${name}`;
        const whole: Part[] =
          field.nullable && path.length === 0
            ? [[inner, () => withValueAt(ROOM, [name], firstValue(field.shape, inner))]]
            : [];
        return path.length > 0 ? [] : [...whole, ...parts(field.shape, inner, [...path, name])];
      });
    case 'choice':
      return [...shape.options.keys()].map(
        (word) => [`${place}:${word}`, put(firstOfKind(shape, word, place))] as const,
      );
    case 'either':
      return shape.options.map((_, i) => [`${place}/${i}`, put(firstOption(shape, i, place))] as const);
    case 'list':
      if (shape.of.is === 'choice') {
        const { of } = shape;
        return [...of.options.keys()].map(
          (word) => [`${place}[]:${word}`, put([firstOfKind(of, word, `${place}[]`)])] as const,
        );
      }
      return shape.of.is === 'object' || shape.of.is === 'either'
        ? [[`${place}[]`, put([firstValue(shape.of, `${place}[]`)])]]
        : [];
    default:
      return [];
  }
}
