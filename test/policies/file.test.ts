import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import { readPolicyFile } from '../../src/shared/policies/file/read';
import { policyAsFile } from '../../src/shared/policies/file/write';
import type { Policy } from '../../src/shared/policies/policy';

const readText = (text: string) => readPolicyFile(parse(text));
const policyOf = (text: string): Policy => {
  const read = readText(text);
  if (!read.ok) throw new Error(read.problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  return read.value.policy;
};

describe('a policy file', () => {
  it('is short where little differs from the defaults', () => {
    const patient = policyOf('name: Patient\nattempts: 4\nschedule: [1m, 5m, 36h]\njitter: full\nmaxAge: 48h');
    expect(patient.id).toBe('patient');
    expect(patient.attempts).toBe(4);
    expect(patient.schedule).toEqual({ kind: 'list', delaysMs: [60_000, 300_000, 129_600_000] });
    expect(patient.jitter).toEqual({ kind: 'full' });
    expect(patient.maxAge).toEqual({ ms: 172_800_000, error: 'Given up: too old', rules: [] });
    expect(patient.success).toEqual([200, 299]);
  });

  it.each(BUILT_IN_POLICIES.map((policy) => [policy.id, policy] as const))(
    'says %s whole, with and without a base',
    (_id, policy) => {
      for (const base of [null, ...BUILT_IN_POLICIES.map(({ id }) => id)]) {
        const text = stringify(policyAsFile(policy, base));
        expect(policyOf(text)).toEqual(policy);
      }
      const own = { ...policy, id: 'own', name: 'Own' };
      expect(Object.keys(policyAsFile(own, policy.id)).sort()).toEqual(
        ['extends', 'id', 'name', 'retryscope', 'summary', 'version'].sort(),
      );
    },
  );

  it('says the same policy after any change of numbers', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BUILT_IN_POLICIES),
        fc.constantFrom(null, ...BUILT_IN_POLICIES.map(({ id }) => id)),
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 5 }),
        fc.option(fc.integer({ min: 1, max: 1e12 }), { nil: null }),
        (policy, base, attempts, delaysMs, connectMs) => {
          const changed: Policy = {
            ...policy,
            attempts,
            schedule: { kind: 'list', delaysMs },
            timeouts: {
              ...policy.timeouts,
              connectMs: connectMs === null ? null : Math.min(connectMs, 315_360_000_000),
            },
            rules: { ...policy.rules, jitter: [] },
          };
          expect(policyOf(JSON.stringify(policyAsFile(changed, base)))).toEqual(changed);
        },
      ),
    );
  });

  it('reads what is told by its fields: answers and faults, and how Retry-After is obeyed', () => {
    const policy = policyOf(
      'name: P\nclassification: { rules: [{ when: { fault: [tls] }, verdict: permanent }, { when: { status: 409 }, verdict: success }] }\nretryAfter: { mode: replace, headers: [{ name: retry-after, reads: seconds }], statuses: [429, 5xx], cap: 1h }\nschedule: { kind: ranges, ranges: [[30s, 1m], [1m, 2m]] }\ntimeoutsFor: [{ attempts: [1, null], connect: 2s, headers: null, total: 5s }]',
    );
    expect(policy.classification.rules).toEqual([
      { when: { fault: ['tls'] }, verdict: 'permanent', rules: [] },
      { when: { status: [409, 409] }, verdict: 'success', rules: [] },
    ]);
    expect(policy.retryAfter).toMatchObject({
      statuses: [
        [429, 429],
        [500, 599],
      ],
      capMs: 3_600_000,
    });
    expect(policy.schedule).toEqual({
      kind: 'ranges',
      rangesMs: [
        [30_000, 60_000],
        [60_000, 120_000],
      ],
    });
    expect(policy.timeoutsFor?.[0]).toMatchObject({ attempts: [1, null], connectMs: 2_000, totalMs: 5_000 });
    expect(policyOf(stringify(policyAsFile(policy, null)))).toEqual(policy);
    expect(readText('name: P\nretryAfter: { mode: sometimes, headers: [], statuses: [429], cap: 1h }')).toMatchObject({
      problems: [{ path: ['retryAfter', 'mode'] }, { path: ['retryAfter', 'headers'] }],
    });
  });

  it('drops the rules of a part that differs from what it extends, unless it names them', () => {
    const faster = policyOf('name: Faster\nextends: fianto\nschedule: [1s, 2s]');
    expect(faster.rules.schedule).toEqual([]);
    expect(faster.rules.jitter).toEqual(['F7']);
    expect(policyOf('name: F\nextends: fianto\nschedule: [1s]\nrules: { schedule: [x1] }').rules.schedule).toEqual([
      'x1',
    ]);
  });
});
