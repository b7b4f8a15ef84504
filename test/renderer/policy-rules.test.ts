import { expect, test } from 'vitest';
import { policyRules } from '../../src/renderer/view-models/policy-rules';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';

test('a policy’s page lists every rule of its provider, and of no other', () => {
  const ids = policyRules(fianto).map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 35 }, (_, i) => `F${i + 1}`));
  expect(policyRules(alphorn)).toHaveLength(47);
});

test('a policy of someone’s own has no page', () => {
  const own = structuredClone(fianto);
  const bare = JSON.parse(JSON.stringify(own).replace(/"[Ff]\d+"/g, '"X1"')) as typeof fianto;
  expect(policyRules(bare)).toEqual([]);
});
