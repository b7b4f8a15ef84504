import { expect, it } from 'vitest';
import { explainHeader, isSigningHeader } from '../../src/shared/words/headers';

it('explains well-known and webhook headers whatever their case, and no others', () => {
  expect(explainHeader('Retry-AFTER')).toBe('When to try again: seconds, or a date');
  expect(explainHeader('X-HuB-SiGnAture-256')).toMatch(/^GitHub: .*HMAC-SHA256/);
  expect(explainHeader('Webhook-Id')).toMatch(/same on every attempt/);
  expect(explainHeader('X-My-Own')).toBeNull();
  expect(explainHeader('constructor')).toBeNull();
});

it('knows which headers sign', () => {
  for (const name of [
    'Webhook-Signature',
    'stripe-signature',
    'X-Shopify-Hmac-Sha256',
    'webhook-timestamp',
    'X-Gitlab-Token',
  ])
    expect(isSigningHeader(name)).toBe(true);
  for (const name of ['Content-Type', 'Date', 'X-GitHub-Event', 'Design']) expect(isSigningHeader(name)).toBe(false);
});
