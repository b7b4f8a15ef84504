import { describe, expect, test } from 'vitest';
import { heldOf, sayEnabling, sayVerifying } from '../../src/renderer/view-models/endpoint-acts';
import { FRESH_CONDITION } from '../../src/shared/model/condition';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { kestrel } from '../../src/shared/policies/kestrel';
import { anEndpoint } from '../support/rows';

const SUSPENDED = { ...FRESH_CONDITION, suspendedAt: 1, streak: 5 };
const counts = (waiting: number) => ({ waiting, inFlight: 0, delivered: 0, failed: 0, held: waiting });

describe('what opening an endpoint says before the click', () => {
  test('Fianto sends what was held once the challenge passes (F25)', () => {
    const endpoint = { ...anEndpoint(1, { policy: fianto, condition: SUSPENDED }), counts: counts(6_214) };
    const { says, rules } = sayVerifying(endpoint);
    expect(says).toContain('6,214 held deliveries are sent at once, oldest first.');
    expect(rules).toContain('F25');
    // F21: 10,000 are held at most
    expect(heldOf(endpoint)).toBe('6,214 of 10,000');
  });

  test('Kestrel keeps what was held until it is replayed (K15)', () => {
    const endpoint = { ...anEndpoint(1, { policy: kestrel, condition: SUSPENDED }), counts: counts(1) };
    expect(sayEnabling(endpoint).says).toContain('1 held delivery stays held until replayed.');
    expect(sayEnabling(endpoint).rules).toContain('K15');
  });

  test('a newer URL that waits is the one that is checked (F24)', () => {
    const condition = { ...FRESH_CONDITION, newerUrl: 'http://new.example/' };
    const endpoint = {
      ...anEndpoint(1, { policy: fianto, condition, verification: 'echo' }),
      counts: counts(3),
    };
    const { says } = sayVerifying(endpoint);
    expect(says).toContain('A challenge is sent to http://new.example/');
    expect(says).toContain('Once it passes, events go to http://new.example/.');
    expect(says).not.toContain('held');
    expect(heldOf(endpoint)).toBeNull();
  });

  test('Alphorn never holds, so enabling speaks of nothing held', () => {
    const endpoint = { ...anEndpoint(1, { policy: alphorn, state: 'disabled' }), counts: counts(0) };
    expect(sayEnabling(endpoint).says).not.toContain('held');
  });
});
