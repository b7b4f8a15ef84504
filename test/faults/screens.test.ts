import { expect, it } from 'vitest';
import { canFormat } from '../../src/renderer/view-models/body-lines';
import { policyFacts } from '../../src/renderer/view-models/policy-facts';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';

it.each([
  'application/cloudevents+json; charset=utf-8',
  'Application/JSON',
  'text/json',
  'application/vnd.api+json',
  '',
])('n8n-io/n8n#20748: a body of the type “%s” is shown as the JSON that it is', (type) => {
  expect(canFormat('{"a":1}', type)).toBe(true);
});

it('plausible/analytics#6497: a policy says which of its limits are windows by the clock, and which slide', () => {
  const said = (policy: typeof alphorn, name: string): readonly string[] =>
    policyFacts(policy).flatMap((fact) => (fact.name === name ? [fact.says] : []));
  expect(said(alphorn, 'Throttle')).toEqual([
    'Slack: 60 in each window of 1 m by the clock',
    'Discord: 50 in each window of 1 m by the clock',
    'Telegram: 20 in each window of 1 m by the clock',
  ]);
  expect(said(fianto, 'By hand').join()).toMatch(/, 60 in any 1 h$/);
});
