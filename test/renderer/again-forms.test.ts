import { describe, expect, it } from 'vitest';
import { adviceOn, againForm, kinWords, sayKin } from '../../src/renderer/view-models/again-forms';
import { providerBeside, sayProvider } from '../../src/renderer/view-models/provider-label';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';

describe('sending again', () => {
  it('A37, F28, K18: each policy’s own form by its own name, and none where there is none', () => {
    const names = [alphorn, fianto, kestrel, infraspeak].map((policy) => againForm(policy)?.name ?? null);
    expect(names).toEqual(['Resend', 'Redeliver', 'Replay', null]);
  });

  it('R8: a copy and its original are told from each other in a list', () => {
    const row = (originId: string | null, copies: number) => sayKin({ originId, copies }, fianto);
    expect(row(null, 0)).toBeNull();
    expect(row('dlv_X9KQ4', 0)).toBe('Redelivery of 9KQ4');
    expect(row(null, 1)).toBe('Redelivered once');
    expect(row('dlv_X9KQ4', 61)).toBe('Redelivery of 9KQ4, redelivered 61 times');
    expect(kinWords(kestrel)).toMatchObject({ of: 'Replay of', as: 'Replayed as' });
  });

  it('F33: a redelivery comes with the advice that a receiver may skip it', () => {
    expect(adviceOn(fianto, 'again').map(({ rules }) => rules)).toEqual([['F33']]);
    expect(adviceOn(alphorn, 'again')).toEqual([]);
  });

  it('F5, I14, K17: what a page advises receivers to do stands in its policy', () => {
    const rules = (policy: typeof fianto) => new Set(policy.advice.flatMap((advice) => advice.rules));
    expect(rules(fianto)).toContain('F5');
    expect(rules(kestrel)).toContain('K17');
    expect(rules(infraspeak)).toEqual(new Set(['I14']));
  });
});

const row = (state: 'queued' | 'processing' | 'retrying' | 'held' | 'failed', counter = 0) => ({
  state,
  counter,
  reason: state === 'failed' ? ('exhausted' as const) : null,
});

describe('the provider’s words beside ours', () => {
  it('F11, F13, F15: Fianto’s status, and its label where that is another word', () => {
    expect(providerBeside(fianto, row('queued'), 'Queued')).toBe('PENDING');
    expect(providerBeside(fianto, row('retrying', 1), 'Retrying')).toBe('PENDING');
    expect(providerBeside(fianto, row('processing', 1), 'Sending')).toBe('Retrying PENDING');
    expect(providerBeside(fianto, row('held', 1), 'Held')).toBe('PENDING');
    expect(providerBeside(fianto, row('failed', 8), 'Failed')).toBe('EXHAUSTED');
  });

  it('A29, A32: Alphorn’s one word for both', () => {
    expect(providerBeside(alphorn, row('queued'), 'Deferred')).toBe('Pending');
    expect(providerBeside(alphorn, row('retrying', 1), 'Retrying')).toBe('Failed');
    expect(providerBeside(alphorn, row('failed', 5), 'Failed')).toBe('exhausted');
  });

  it('R9: both of the words in a sentence, once where they are the same', () => {
    expect(sayProvider(fianto, row('held'))).toBe('Fianto: Held, PENDING');
    expect(sayProvider(kestrel, row('failed'))).toBe('Kestrel: exhausted');
    expect(sayProvider(infraspeak, row('processing', 0))).toBe('Infraspeak: Queued, pending');
    expect(sayProvider(infraspeak, row('held'))).toBeNull();
  });
});
