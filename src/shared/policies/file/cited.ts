import { isMapping, type Mapping, sameValue, type ValuePath, valueAt, withValueAt } from './values';

/** Each part of a policy, and where the rules stand behind it. */
const CITED: readonly (readonly [part: ValuePath, rules: ValuePath])[] = [
  [['attempts'], ['rules', 'attempts']],
  [['attempts'], ['rules', 'exhausted']],
  [['schedule'], ['rules', 'schedule']],
  [['jitter'], ['rules', 'jitter']],
  [['success'], ['rules', 'success']],
  [['timeouts'], ['rules', 'timeouts']],
  [['identity'], ['rules', 'identity']],
  [['interrupted'], ['rules', 'interrupted']],
  [['whenRemoved'], ['rules', 'removed']],
  [['retryAfter'], ['rules', 'retryAfter']],
  [
    ['maxAge', 'ms'],
    ['maxAge', 'rules'],
  ],
  [
    ['retention', 'ms'],
    ['retention', 'rules'],
  ],
  [
    ['errorLimit', 'codePoints'],
    ['errorLimit', 'rules'],
  ],
  [
    ['unusableEndpoint', 'verdict'],
    ['unusableEndpoint', 'rules'],
  ],
  [
    ['redelivery', 'quota', 'count'],
    ['redelivery', 'quota', 'rules'],
  ],
  [
    ['suspension', 'trigger'],
    ['suspension', 'rules', 'trigger'],
  ],
  [
    ['suspension', 'holdLimit'],
    ['suspension', 'rules', 'overflow'],
  ],
  [
    ['suspension', 'endsBy'],
    ['suspension', 'rules', 'end'],
  ],
  [
    ['suspension', 'atEnd'],
    ['suspension', 'rules', 'atEnd'],
  ],
];

/**
 * A part that differs from what the provider promises cannot cite its rules: they go, but for those that are named on
 * purpose. @param keeps whether the rules at a path stay in any case
 */
export function withoutBorrowedRules(policy: unknown, base: Mapping, keeps: (rules: ValuePath) => boolean): unknown {
  return CITED.reduce<unknown>((now, [part, rules]) => {
    if (keeps(rules) || sameValue(valueAt(now, part), valueAt(base, part))) return now;
    return valueAt(now, rules) === undefined ? now : withValueAt(now, rules, []);
  }, policy);
}

/** After a change of a part: what it cited goes, or comes back once it is again as the base has it. */
export function withRulesOf(before: unknown, after: unknown, base: Mapping): unknown {
  return CITED.reduce<unknown>((now, [part, rules]) => {
    const value = valueAt(after, part);
    if (sameValue(valueAt(before, part), value) || valueAt(after, rules) === undefined) return now;
    return withValueAt(now, rules, sameValue(value, valueAt(base, part)) ? valueAt(base, rules) : []);
  }, after);
}

/** The base as it stands below a policy: without the rules of those parts in which the policy differs. */
export function citedBy(base: Mapping, policy: Mapping): Mapping {
  const seen = CITED.reduce<unknown>((now, [part, rules]) => {
    const keeps = sameValue(valueAt(policy, part), valueAt(base, part)) || valueAt(base, rules) === undefined;
    return keeps ? now : withValueAt(now, rules, []);
  }, base);
  return isMapping(seen) ? seen : base;
}
