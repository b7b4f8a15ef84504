import { describe, expect, it } from 'vitest';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import { valueAt } from '../../src/shared/policies/file/values';
import { isRuleId, LEDGER, ruleSays } from '../../src/shared/policies/ledger';
import type { Policy } from '../../src/shared/policies/policy';
import { acceptedBy, answer, failUntilFinal, fault, killed, stopped, tryOnce } from './walk';

const numbered = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

/** Every rule id in a policy, wherever a part of it names its rules. */
function cited(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => (key === 'rules' ? strings(value) : cited(value)));
}

/** A list of ids, lists of them by part, or rules of a classification that name theirs in turn. */
function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value))
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
  return value.flatMap((entry: unknown) => (typeof entry === 'string' ? [entry] : cited(entry)));
}

const LETTER: Readonly<Record<string, string>> = { alphorn: 'A', fianto: 'F', kestrel: 'K', infraspeak: 'I' };

/** Readings of what is not built yet: the alert after a resend, and mail. */
const NOT_YET = ['a17', 'a19'];

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
  const letter = LETTER[policy.id] ?? '?';

  it('names only rules of the ledger, and only its own or those that hold for all', () => {
    const ids = [...cited(policy), ...policy.assumptions.map(({ id }) => id)];
    expect(ids.length).toBeGreaterThan(25);
    expect(ids.filter((id) => !isRuleId(id))).toEqual([]);
    expect(ids.filter((id) => !new RegExp(`^(R|${letter})\\d+$`, 'i').test(id))).toEqual([]);
  });

  it('shows every reading of its page as an assumption', () => {
    const shown = policy.assumptions.map(({ id }) => id);
    const readings = Object.keys(LEDGER).filter((id) => id.startsWith(letter.toLowerCase()));
    expect(readings.filter((id) => !shown.includes(id))).toEqual(NOT_YET.filter((id) => readings.includes(id)));
  });

  it('says of every assumption what else could have been chosen, and which field or setting it became', () => {
    for (const { id, alternatives = [], where = [] } of policy.assumptions) {
      expect([id, alternatives.length > 0, where.length > 0]).toEqual([id, true, true]);
      for (const place of where) expect([place, isThere(policy, place)]).toEqual([place, true]);
    }
  });

  it('decides nothing by a rule that is not in the ledger', () => {
    const steps = [
      ...[200, 301, 404, 429, 503].flatMap((status) => failUntilFinal(policy, answer(status))),
      ...failUntilFinal(policy, fault('refused')),
      tryOnce(policy, acceptedBy(policy), stopped),
      tryOnce(policy, acceptedBy(policy), killed),
    ].map(({ step }) => step);
    expect(steps.flatMap(({ rules }) => rules).filter((id) => !isRuleId(id))).toEqual([]);
    for (const { rules } of steps) expect(rules.length).toBeGreaterThan(0);
  });
});

/** Whether a field of the policy, or a setting that it offers, has this name. */
function isThere(policy: Policy, place: string): boolean {
  const [first = '', second] = place.split('.');
  if (first === 'settings' && second !== undefined) return policy.settings.some(({ key }) => key === second);
  const part: unknown = Object.entries(policy).find(([name]) => name === first)?.[1];
  return second === undefined ? part !== undefined : valueAt(part, [second]) !== undefined;
}
