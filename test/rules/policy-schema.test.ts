import { describe, expect, it } from 'vitest';
import { kestrel } from '../../src/shared/policies/kestrel';
import { MOST_ATTEMPTS, policySchema } from '../../src/shared/policies/policy';

const refuses = (change: object): string[] => {
  const read = policySchema.safeParse({ ...kestrel, ...change });
  return read.success ? [] : read.error.issues.map(({ message }) => message);
};

describe('a policy file', () => {
  it('may ask for 1 to 1,000 attempts', () => {
    expect(refuses({ attempts: 1 })).toEqual([]);
    expect(refuses({ attempts: MOST_ATTEMPTS })).toEqual([]);
    expect(refuses({ attempts: 0 })).toHaveLength(1);
    expect(refuses({ attempts: 1_001 })).toHaveLength(1);
    expect(refuses({ attempts: 2.5 })).toHaveLength(1);
  });
  it('needs at least one wait in a list', () => {
    expect(refuses({ schedule: { kind: 'list', delaysMs: [] } })).toEqual(['A list of waits needs at least one.']);
  });
  it('cannot ask for a negative wait, nor for one beyond ten years', () => {
    expect(refuses({ schedule: { kind: 'list', delaysMs: [-1] } })).toHaveLength(1);
    expect(refuses({ schedule: { kind: 'list', delaysMs: [315_360_000_001] } })).toHaveLength(1);
    expect(refuses({ schedule: { kind: 'list', delaysMs: [315_360_000_000] } })).toEqual([]);
  });
  it('cannot shrink with an exponential schedule', () => {
    expect(refuses({ schedule: { kind: 'exponential', baseMs: 1_000, factor: 0.5, capMs: null } })).toHaveLength(1);
  });
  it('cannot stretch a wait by more than all of it', () => {
    expect(refuses({ jitter: { kind: 'proportional', ratio: 1.01 } })).toHaveLength(1);
    expect(refuses({ jitter: { kind: 'proportional', ratio: -0.1 } })).toHaveLength(1);
  });
  it('cannot count a range of statuses backwards', () => {
    expect(refuses({ success: [299, 200] })).toEqual(['A range of statuses runs from the lower to the higher one.']);
  });
  it('cannot name a header that HTTP does not know', () => {
    expect(refuses({ identity: [{ header: 'x-id\r\nhost: evil', value: 'event-id' }] })).toEqual([
      'A header name has letters, digits and - only.',
    ]);
  });
  it('names faults by the one list (R14)', () => {
    const rules = [{ when: { fault: ['timeout'] }, verdict: 'retry', rules: [] }];
    expect(refuses({ classification: { rules, otherwise: 'retry' } })).not.toEqual([]);
  });
});
