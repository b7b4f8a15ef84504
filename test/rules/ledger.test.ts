import { describe, expect, it } from 'vitest';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import { isRuleId, LEDGER, ruleSays } from '../../src/shared/policies/ledger';
import type { Policy } from '../../src/shared/policies/policy';
import { accepted, answer, failUntilFinal, fault, killed, stopped, tryOnce } from './walk';

const numbered = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

const named = (policy: Policy): readonly string[] => [
  ...Object.values(policy.rules).flat(),
  ...policy.classification.rules.flatMap(({ rules }) => rules),
  ...policy.assumptions.map(({ id }) => id),
];

describe('the ledger', () => {
  it('has every rule and every reading, and nothing else', () => {
    expect(Object.keys(LEDGER)).toEqual([
      ...numbered('A', 47),
      ...numbered('F', 35),
      ...numbered('K', 19),
      ...numbered('I', 14),
      ...numbered('R', 15),
      ...numbered('a', 19),
      ...numbered('f', 16),
      ...numbered('k', 10),
      ...numbered('i', 10),
    ]);
  });

  it('says each in one short line that ends like a sentence, and none twice', () => {
    const lines = Object.values(LEDGER);
    for (const line of lines) expect(line).toMatch(/^.{8,120}\.$/);
    const twice = lines.filter((line, index) => lines.indexOf(line) !== index);
    expect(twice).toEqual([]);
  });

  it('knows what is not in it', () => {
    expect(ruleSays('F7')).toBe('Each wait may turn out up to a fifth shorter or longer.');
    for (const id of ['A48', 'Z1', 'toString', '__proto__', '']) {
      expect(isRuleId(id)).toBe(false);
      expect(ruleSays(id)).toBeNull();
    }
  });
});

describe.each(BUILT_IN_POLICIES.map((policy) => [policy.name, policy] as const))('%s', (_name, policy) => {
  it('names only rules of the ledger', () => {
    expect(named(policy).filter((id) => !isRuleId(id))).toEqual([]);
  });

  it('decides nothing by a rule that is not in the ledger', () => {
    const steps = [
      ...[200, 301, 404, 429, 503].flatMap((status) => failUntilFinal(policy, answer(status))),
      ...failUntilFinal(policy, fault('refused')),
      tryOnce(policy, accepted, stopped),
      tryOnce(policy, accepted, killed),
    ].map(({ step }) => step);
    expect(steps.flatMap(({ rules }) => rules).filter((id) => !isRuleId(id))).toEqual([]);
    for (const { rules } of steps) expect(rules.length).toBeGreaterThan(0);
  });
});
