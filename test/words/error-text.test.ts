import { describe, expect, it } from 'vitest';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { cutErrorText } from '../../src/shared/words/error-text';

describe('an endpoint’s error text', () => {
  it('A35, a18: is cut to 500 characters: 501 × "x" becomes 500', () => {
    expect(cutErrorText(alphorn, 'x'.repeat(501))).toBe('x'.repeat(500));
  });
  it('a18 counts code points, and cuts without an ellipsis: 501 × "🚀" becomes 500', () => {
    const cut = cutErrorText(alphorn, '🚀'.repeat(501));
    expect(cut).toBe('🚀'.repeat(500));
    expect([...cut]).toHaveLength(500);
    expect(cut).toHaveLength(1_000);
  });
  it('A35 keeps 500 and fewer as they are', () => {
    for (const text of ['', 'x', 'x'.repeat(500), '🚀'.repeat(500)]) expect(cutErrorText(alphorn, text)).toBe(text);
  });
  it('a18 counts a combining mark by itself, and half a pair as one', () => {
    expect(cutErrorText({ errorLimit: { codePoints: 2, rules: [] } }, 'e\u0301x')).toBe('e\u0301');
    expect(cutErrorText({ errorLimit: { codePoints: 1, rules: [] } }, '\ud83dx')).toBe('\ud83d');
  });
  it('is not kept where a policy says nothing about it', () => {
    expect(cutErrorText(fianto, 'out of memory')).toBe('');
  });
});
