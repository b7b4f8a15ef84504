import { describe, expect, it } from 'vitest';
import { FRESH_CONDITION } from '../../src/shared/model/condition';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Policy } from '../../src/shared/policies/policy';
import { endpointWord } from '../../src/shared/words/provider-words';

const open = { state: 'enabled', condition: FRESH_CONDITION } as const;
const suspended = { state: 'enabled', condition: { ...FRESH_CONDITION, suspendedAt: 1 } } as const;
const disabled = { state: 'disabled', condition: FRESH_CONDITION } as const;
const unverified = {
  state: 'enabled',
  condition: { ...FRESH_CONDITION, verified: false, everVerified: false },
} as const;

const words = (policy: Policy): readonly string[] =>
  [open, suspended, disabled, unverified].map((endpoint) => endpointWord(policy, endpoint));

describe('an endpoint in its provider’s words: open, suspended, disabled, never verified', () => {
  it('R9, F18: Fianto says verified, and pending once it is suspended or before it is verified', () => {
    expect(words(fianto)).toEqual(['verified', 'pending', 'disabled', 'pending']);
  });
  it('R9 Kestrel says enabled and disabled', () => {
    expect(words(kestrel).slice(0, 3)).toEqual(['enabled', 'disabled', 'disabled']);
  });
  it('R9, I13, i8: Infraspeak says ACTIVE and INACTIVE', () => {
    expect(words(infraspeak).slice(0, 3)).toEqual(['ACTIVE', 'INACTIVE', 'INACTIVE']);
  });
  it('R9 Alphorn says enabled and disabled, and has no suspension', () => {
    expect([words(alphorn)[0], words(alphorn)[2]]).toEqual(['enabled', 'disabled']);
  });
  it('F14 a person’s disabling outranks a suspension', () => {
    expect(endpointWord(fianto, { ...suspended, state: 'disabled' })).toBe('disabled');
    expect(endpointWord(fianto, { ...suspended, state: 'deleted' })).toBe('disabled');
  });
});
