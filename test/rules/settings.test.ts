import { describe, expect, it } from 'vitest';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import { type Policy, policySchema } from '../../src/shared/policies/policy';
import type { SettingValues } from '../../src/shared/policies/settings';
import { mayRedeliver } from '../../src/shared/rules/redelivery';
import { purgedAt } from '../../src/shared/rules/retention';
import { settingsOf, withSettings } from '../../src/shared/rules/settings';
import { explainSetting, saySetting } from '../../src/shared/words/settings';
import { EndpointBench } from './endpoint-bench';
import { acceptedBy, answer, fault } from './walk';

const DAY = 86_400_000;

function set(policy: Policy, values: SettingValues): Policy {
  const result = withSettings(policy, values);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

/** What the endpoint of one delivery that fails so came to: the streak, and whether it is INACTIVE. */
function cameTo(policy: Policy, outcomes: (n: number) => ReturnType<typeof fault>) {
  const bench = new EndpointBench(policy);
  bench.publish(0);
  let n = 0;
  bench.runUntil(10 * DAY, () => outcomes(++n));
  return { attempts: n, streak: bench.condition.streak, inactive: bench.suspensions.length > 0 };
}

describe('the settings of a policy', () => {
  it('R10, R11, i6, i7, k10 are what the four offer, with the page’s reading as it stands', () => {
    expect(BUILT_IN_POLICIES.map((policy) => [policy.id, settingsOf(policy)])).toEqual([
      ['alphorn', { signing: 'standard-webhooks' }],
      ['fianto', {}],
      ['kestrel', { retentionDays: 30, signing: 'standard-webhooks' }],
      ['infraspeak', { suspendAfter: 1, ignoreFaults: false, signing: 'standard-webhooks' }],
    ]);
    const rules = BUILT_IN_POLICIES.flatMap(({ settings }) => settings.map(({ key, rules: ids }) => [key, ids]));
    expect(rules).toEqual([
      ['signing', ['R10']],
      ['retentionDays', ['k10', 'R11']],
      ['signing', ['R10']],
      ['suspendAfter', ['i6']],
      ['ignoreFaults', ['i7']],
      ['signing', ['R10']],
    ]);
  });

  it('are named as settings where the reading is an assumption', () => {
    const assumed = (policy: Policy, id: string) => policy.assumptions.find((each) => each.id === id)?.chosen;
    for (const policy of BUILT_IN_POLICIES) {
      for (const { rules } of policy.settings) expect(assumed(policy, rules[0] ?? '')).toMatch(/setting/);
    }
  });

  it('change the policy that they are set in, in one place each, and stay settings', () => {
    const own = set(infraspeak, { suspendAfter: 3, ignoreFaults: true, signing: 'none' });
    expect(own.suspension?.trigger).toEqual({ kind: 'exhausted-without-success', count: 3 });
    expect(own.suspension?.ignoredFaults).toEqual(['dns', 'tls', 'refused']);
    expect(own.signing).toBe('none');
    expect(settingsOf(own)).toEqual({ suspendAfter: 3, ignoreFaults: true, signing: 'none' });
    expect(set(own, { ignoreFaults: false, suspendAfter: 1, signing: 'standard-webhooks' })).toEqual(infraspeak);
    expect(set(infraspeak, {})).toBe(infraspeak);
  });

  it('are refused where the policy does not offer them, or out of their range', () => {
    const problem = (policy: Policy, values: SettingValues) => {
      const result = withSettings(policy, values);
      return result.ok ? null : result.problem;
    };
    expect(problem(fianto, { suspendAfter: 3 })).toEqual({
      code: 'invalid',
      message: 'Fianto has no setting suspendAfter. It has none.',
      field: 'suspendAfter',
    });
    expect(problem(kestrel, { ignoreFaults: true })?.message).toBe(
      'Kestrel has no setting ignoreFaults. It has: retentionDays, signing.',
    );
    expect(problem(infraspeak, { suspendAfter: 1_001 })?.message).toBe('suspendAfter is 1 to 1,000 under Infraspeak.');
  });

  it('need the part of the policy that they set', () => {
    const told = policySchema.safeParse({ ...kestrel, retention: null });
    expect(told.error?.issues.map(({ message }) => message)).toEqual([
      'retentionDays needs a retention, ignoreFaults a suspension, suspendAfter one whose trigger counts.',
    ]);
    expect(policySchema.safeParse({ ...infraspeak, suspension: null }).success).toBe(false);
    const twice = { ...kestrel, settings: [...kestrel.settings, ...kestrel.settings] };
    expect(policySchema.safeParse(twice).success).toBe(false);
  });

  it('are none in a policy that was written before there were any', () => {
    const { settings: _none, ...before } = kestrel;
    expect(policySchema.parse(JSON.parse(JSON.stringify(before)))).toMatchObject({ settings: [] });
  });

  it('are said in words', () => {
    const [suspendAfter, ignoreFaults] = infraspeak.settings;
    if (suspendAfter === undefined || ignoreFaults === undefined) throw new Error('Infraspeak has settings');
    expect([1, 5].map((value) => saySetting(suspendAfter, value))).toEqual([
      '1 exhausted delivery',
      '5 exhausted deliveries',
    ]);
    expect([false, true].map((value) => saySetting(ignoreFaults, value))).toEqual([
      'Every failure',
      'All but Host not found, TLS error, Refused',
    ]);
    for (const setting of BUILT_IN_POLICIES.flatMap(({ settings }) => settings)) {
      expect(explainSetting(setting)).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('the literal reading of Infraspeak’s triggers', () => {
  const literal = set(infraspeak, { ignoreFaults: true });

  it('i7 passes over a delivery that failed by nothing but refusals, host not found and TLS errors', () => {
    const three = ['refused', 'dns', 'tls'] as const;
    expect(cameTo(literal, (n) => fault(three[n % 3] ?? 'dns'))).toEqual({ attempts: 13, streak: 0, inactive: false });
    expect(cameTo(infraspeak, (n) => fault(three[n % 3] ?? 'dns'))).toEqual({
      attempts: 13,
      streak: 1,
      inactive: true,
    });
  });

  it('i7 counts a delivery of which one failure is a trigger, whichever it was', () => {
    for (const at of [1, 7, 13]) {
      expect(cameTo(literal, (n) => (n === at ? answer(503) : fault('refused')))).toMatchObject({ inactive: true });
      expect(cameTo(literal, (n) => fault(n === at ? 'response-timeout' : 'dns'))).toMatchObject({ inactive: true });
    }
  });

  it('i7 leaves the count as it was: neither one more, nor from zero', () => {
    const two = set(infraspeak, { ignoreFaults: true, suspendAfter: 2 });
    const bench = new EndpointBench(two, { streak: 1 });
    bench.publish(0);
    bench.runUntil(10 * DAY, () => fault('dns'));
    expect(bench.condition).toMatchObject({ streak: 1, suspendedAt: null });
  });

  it('i6 takes the number as a setting: with two, the second exhausted one deactivates', () => {
    const two = set(infraspeak, { suspendAfter: 2 });
    const bench = new EndpointBench(two);
    bench.publish(0);
    bench.runUntil(DAY - 1);
    bench.publish(DAY);
    bench.runUntil(5 * DAY + 17 * 3_600_000);
    expect(bench.suspensions).toEqual([]);
    bench.runUntil(10 * DAY);
    expect(bench.suspensions).toHaveLength(1);
  });
});

describe('the retention of Kestrel’s plan', () => {
  it('R11, k10: is 30 days unless it is set', () => {
    const week = set(kestrel, { retentionDays: 7 });
    expect(purgedAt(kestrel, 0)).toBe(30 * DAY + 1);
    expect(purgedAt(week, 0)).toBe(7 * DAY + 1);
    const open = new EndpointBench(week).endpoint;
    const failed = { ...acceptedBy(week), state: 'failed', dueAt: null } as const;
    expect(mayRedeliver(week, open, failed, [], 7 * DAY).ok).toBe(true);
    expect(mayRedeliver(week, open, failed, [], 7 * DAY + 1)).toMatchObject({
      why: 'Older than the retention window of 7 d (K18).',
    });
  });
});
