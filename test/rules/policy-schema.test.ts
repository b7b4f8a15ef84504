import { describe, expect, it } from 'vitest';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { kestrel } from '../../src/shared/policies/kestrel';
import { MOST_ATTEMPTS, type Policy, policySchema } from '../../src/shared/policies/policy';

const refuses = (change: object, base: Policy = kestrel): string[] => {
  const read = policySchema.safeParse({ ...base, ...change });
  return read.success ? [] : read.error.issues.map(({ message }) => message);
};

const placeOf = (change: object, base: Policy): string | undefined => {
  const read = policySchema.safeParse({ ...base, ...change });
  return read.success ? undefined : read.error.issues[0]?.path.join('.');
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

describe('a sweep', () => {
  const SOONER = 'A sweep notices nothing sooner than it runs: no time of it may be shorter than everyMs.';
  const sweep = (over: object) => ({ sweep: { ...alphorn.sweep, ...over } });

  it('runs once a second at most', () => {
    expect(refuses(sweep({ everyMs: 999 }), alphorn)).toEqual([
      'A sweep runs once a second at most: 1,000 ms or more.',
    ]);
    expect(refuses(sweep({ everyMs: 1_000 }), alphorn)).toEqual([]);
    expect(refuses(sweep({ everyMs: 0 }), alphorn)).not.toEqual([]);
  });
  it.each(['staleAfterMs', 'requeueAfterMs', 'lostRetryAfterMs', 'stuckAfterMs'])(
    'cannot have a shorter %s',
    (name) => {
      expect(refuses(sweep({ [name]: 59_999 }), alphorn)).toEqual([SOONER]);
      expect(refuses(sweep({ [name]: 60_000 }), alphorn)).toEqual([]);
    },
  );
  it('is needed where a try can get stuck', () => {
    expect(refuses({ sweep: null }, alphorn)).toEqual([
      'A stuck try is found by a sweep: describe one in sweep, or let interrupted tries go again.',
    ]);
    expect(placeOf({ sweep: null }, alphorn)).toBe('interrupted');
    expect(refuses({ sweep: null, interrupted: { kind: 'again' } }, alphorn)).toEqual([]);
  });
});

describe('a throttle', () => {
  const slack = { channels: ['slack'], limit: 1, windowMs: 1_000, rules: [] };

  it('can be the only one of its channel', () => {
    const twice = ['A channel can have one throttle only.'];
    expect(refuses({ throttles: [slack, { ...slack, channels: ['discord', 'slack'] }] })).toEqual(twice);
    expect(refuses({ throttles: [{ ...slack, channels: ['slack', 'slack'] }] })).toEqual(twice);
    expect(refuses({ throttles: [slack, { ...slack, channels: ['discord'] }] })).toEqual([]);
  });
  it('limits some channel to one or more in a window of 1 ms or more', () => {
    expect(refuses({ throttles: [{ ...slack, channels: [] }] })).toHaveLength(1);
    expect(refuses({ throttles: [{ ...slack, limit: 0 }] })).toHaveLength(1);
    expect(refuses({ throttles: [{ ...slack, windowMs: 0 }] })).toHaveLength(1);
  });
});

describe('a suspension', () => {
  it('has no limit of held deliveries where new events are only stored', () => {
    const stored = { suspension: { ...fianto.suspension, newEvents: 'store' } };
    expect(refuses(stored, fianto)).toEqual([
      'Where new events are only stored nothing new is held, so holdLimit must be null.',
    ]);
    expect(placeOf(stored, fianto)).toBe('suspension.holdLimit');
    expect(refuses({ suspension: { ...fianto.suspension, newEvents: 'store', holdLimit: null } }, fianto)).toEqual([]);
  });
  it('cannot end by verifying where nothing is verified', () => {
    expect(refuses({ verification: null }, fianto)).toEqual([
      'A suspension that ends by verifying needs verification.',
    ]);
  });
  it('counts at least one delivery', () => {
    for (const kind of ['exhausted-in-a-row', 'exhausted-without-success']) {
      expect(refuses({ suspension: { ...kestrel.suspension, trigger: { kind, count: 0 } } })).toHaveLength(1);
    }
  });
});
