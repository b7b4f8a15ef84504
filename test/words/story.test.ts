import { describe, expect, it } from 'vitest';
import type { DeliveryStep, Step } from '../../src/shared/model/step';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import { isRuleId } from '../../src/shared/policies/ledger';
import type { Policy } from '../../src/shared/policies/policy';
import { drawFromSource } from '../../src/shared/rules/draw';
import { drawFrom } from '../../src/shared/rules/jitter';
import { waitBand } from '../../src/shared/rules/schedule';
import { type StoryFact, stepFacts } from '../../src/shared/words/step-facts';

const NOON = Date.UTC(2026, 2, 12, 12);
const MINUTE = 60_000;

/** The facts of a step, as `label: value [rules]`. */
const told = (step: Step, policy: Policy): readonly string[] =>
  stepFacts({ at: NOON, step }, policy).map(
    ({ label, value, rules }) => `${label}: ${value}${rules.length === 0 ? '' : ` [${rules.join(' ')}]`}`,
  );

const claim: Extract<DeliveryStep, { kind: 'claim' }> = {
  kind: 'claim',
  n: 3,
  lateMs: 0,
  throttle: null,
  budgetLeft: 5,
  budget: 8,
  rules: [],
};
const fail: Extract<DeliveryStep, { kind: 'fail' }> = {
  kind: 'fail',
  n: 8,
  reason: 'exhausted',
  because: { kind: 'status', status: 503 },
  retryAfter: null,
  streak: { before: 4, after: 5, threshold: 5 },
  budgetLeft: 0,
  budget: 8,
  rules: ['F4', 'F8'],
};
const window = { fromAt: NOON, toAt: NOON + MINUTE, used: 12, limit: 20 };

function retryOf(policy: Policy, failures: number, over: Partial<Extract<DeliveryStep, { kind: 'retry' }>> = {}) {
  const draw = { seed: 42, key: [1, 12, failures] };
  const wait = drawFrom(waitBand(policy, failures), drawFromSource(draw), draw);
  return {
    kind: 'retry',
    n: failures,
    because: { kind: 'status', status: 503 },
    dueAt: NOON + wait.drawnMs,
    wait,
    budgetLeft: policy.attempts - failures,
    budget: policy.attempts,
    retryAfter: null,
    rules: ['X1', ...policy.rules.schedule, ...policy.rules.jitter],
    ...over,
  } as const;
}

describe('what decided a retry', () => {
  it('A3, a1: under Alphorn has the doubled minute as its base, and the printed range as its band', () => {
    const facts = told(retryOf(alphorn, 2), alphorn);
    expect(facts[0]).toBe('Because: 503 Service Unavailable [X1]');
    expect(facts[1]).toBe('Base delay: 2 m [A3]');
    expect(facts[2]).toBe('Band: 1 m to 2 m, 1 m 30 s in the middle [A3]');
    expect(facts[3]).toMatch(/^Draw: × 0\.\d{3} is 1 m \d\d\.\d s \[A3\]$/);
  });
  it('F6, F7: under Fianto names the rule of the wait and that of the jitter apart', () => {
    const facts = told(retryOf(fianto, 3), fianto);
    expect(facts.slice(1, 3)).toEqual(['Base delay: 30 m [F6]', 'Band: 24 m to 36 m [F7]']);
    expect(facts.slice(-2)[0]).toBe('Budget left: 5 of 8 [F2]');
  });
  it('k1: under Kestrel has a band from zero', () => {
    expect(told(retryOf(kestrel, 3), kestrel)[2]).toBe('Band: 0 to 8 s [K9]');
  });
  it('i3: under Infraspeak has no band and no draw, and the base alone says it all', () => {
    const labels = stepFacts({ at: NOON, step: retryOf(infraspeak, 3) }, infraspeak).map(({ label }) => label);
    expect(labels).toEqual(['Because', 'Base delay', 'Drawn from', 'Budget left', 'Next']);
  });
  it('says what the draw was made from, so that it can be made again', () => {
    const step = retryOf(fianto, 3);
    const drawn = told(step, fianto).find((fact) => fact.startsWith('Drawn from'));
    expect(drawn).toBe(`Drawn from: seed 42, key 1.12.3: ${step.wait.roll.toFixed(6)}`);
  });
  it('R1: says of a Retry-After that it was seen, and ignored', () => {
    const seen = retryOf(fianto, 1, { retryAfter: { value: '120', used: false, rules: ['R1'] } });
    expect(told(seen, fianto)).toContain('Retry-After: 120, ignored [R1]');
    const used = retryOf(fianto, 1, { retryAfter: { value: '120', used: true, rules: [] } });
    expect(told(used, fianto)).toContain('Retry-After: 120, used');
  });
  it('says when the next attempt is due, from its own instant on and by the clock', () => {
    const step = retryOf(infraspeak, 1);
    const next = stepFacts({ at: NOON, step }, infraspeak).at(-1);
    expect(next).toEqual({ label: 'Next', value: 'in 2 m', rules: ['I6', 'I7'], at: NOON + 2 * MINUTE, until: null });
  });
});

describe('what decided an attempt and its end', () => {
  it('F2, F6, F7: a claim has the budget with itself, and what follows if it fails', () => {
    expect(told(claim, fianto)).toEqual(['Budget left: 6 of 8 [F2]', 'If it fails: 30 m ± 20 % [F6 F7]']);
    expect(told({ ...claim, budgetLeft: 0 }, fianto)).toEqual([
      'Budget left: 1 of 8 [F2]',
      'If it fails: exhausted [F8]',
    ]);
  });
  it('A15, A18: a claim in a limited channel has how many places of its window are taken', () => {
    const facts = stepFacts({ at: NOON, step: { ...claim, lateMs: 1_500, throttle: window } }, alphorn);
    expect(facts[0]).toMatchObject({ label: 'Late by', value: '1.5 s' });
    expect(facts[1]).toEqual({
      label: 'Window',
      value: '12 of 20 used in 1 m',
      rules: ['A15', 'A16', 'A17', 'a11'],
      at: NOON,
      until: NOON + MINUTE,
    });
  });
  it('F17, F19: an end has the streak before and after it, and where that suspends', () => {
    expect(told(fail, fianto)).toEqual([
      'Because: 503 Service Unavailable [F4 F8]',
      'Streak: 4 before, 5 after; suspends at 5 [F17 F18]',
      'Budget left: 0 of 8 [F2]',
      'Next: nothing; every attempt is used [F4 F8]',
    ]);
    const delivered = { kind: 'deliver', n: 1, status: 200, streak: { before: 4, after: 0, threshold: 5 } } as const;
    expect(told({ ...delivered, budgetLeft: 7, budget: 8, rules: ['F3'] }, fianto)[1]).toBe(
      'Streak: 4 before, 0 after; suspends at 5 [F19]',
    );
  });
  it('i7: an end that does not count leaves the streak as it was', () => {
    const left = { ...fail, streak: { before: 0, after: 0, threshold: 1 } };
    expect(told(left, infraspeak)).toContain('Streak: 0 before and after; suspends at 1 [I12 I13]');
  });
  it('A16, a11: a deferral has the limit, the place that it got, and when it goes', () => {
    const rules = ['A16'];
    const limit = { limit: 20, windowMs: MINUTE };
    const defer = { kind: 'defer', fromAt: NOON - 10_000, toAt: NOON + MINUTE, ...limit, window, rules } as const;
    expect(told(defer, alphorn)).toEqual([
      'Limit: 20 in 1 m [A16]',
      'Was due: 10 s before',
      'Window: 12 of 20 used in 1 m [A16]',
      'Next: in 1 m [A16]',
    ]);
    expect(told({ kind: 'advance', fromAt: NOON + 2 * MINUTE, toAt: NOON, window, rules }, alphorn)).toEqual([
      'Had a place: in 2 m',
      'Window: 12 of 20 used in 1 m [A16]',
      'Next: at once [A16]',
    ]);
  });
  it('A24: an attempt in which the engine died has when the sweep finds it', () => {
    const stuck = { kind: 'stuck', n: 1, since: NOON - MINUTE, rules: ['A24'] } as const;
    expect(told(stuck, alphorn)).toEqual(['Next: in 9 m [A24]']);
  });
  it('leaves out what an earlier version did not keep, and says nothing that is empty', () => {
    const old = { ...claim, budgetLeft: null, budget: null };
    expect(told(old, fianto)).toEqual([]);
    const oldFail = { ...fail, streak: null, budgetLeft: null, budget: null };
    expect(told(oldFail, fianto)).toEqual([
      'Because: 503 Service Unavailable [F4 F8]',
      'Next: nothing; every attempt is used [F4 F8]',
    ]);
    const oldWait = { ...retryOf(fianto, 1), budget: null };
    const facts = stepFacts({ at: NOON, step: { ...oldWait, wait: { ...oldWait.wait, draw: null } } }, fianto);
    expect(facts.map(({ label }) => label)).toEqual(['Because', 'Base delay', 'Band', 'Draw', 'Next']);
  });
  it('names rules of the ledger only, whatever the policy', () => {
    const steps = [fail, claim, retryOf(alphorn, 1, { rules: ['A5', 'A3'] })];
    const facts: readonly StoryFact[] = steps.flatMap((step) => stepFacts({ at: NOON, step }, alphorn));
    expect(facts.flatMap(({ rules }) => rules).filter((id) => !isRuleId(id))).toEqual([]);
  });
});
