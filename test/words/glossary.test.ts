import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stateLook } from '../../src/renderer/view-models/outcome-look';
import { DELIVERY_STATES, FAIL_REASONS } from '../../src/shared/model/delivery';
import { findWords, GLOSSARY, GLOSSARY_WORDS, wordFor } from '../../src/shared/words/glossary';
import { aRow } from '../renderer/mirror-kit';

const text = (file: string): string => readFileSync(file, 'utf8');
const words: readonly string[] = GLOSSARY_WORDS;

describe('the glossary', () => {
  it('has every state of a delivery, and every reason why one failed for good', () => {
    // `endpoint-disabled` is what the word disabled means of an endpoint.
    const reasons = FAIL_REASONS.map((reason) => (reason === 'endpoint-disabled' ? 'disabled' : reason));
    for (const word of [...DELIVERY_STATES, ...reasons]) expect(words).toContain(word);
  });

  it('defines no word twice', () => {
    const source = text('src/shared/words/glossary.ts');
    const body = source.slice(source.indexOf('GLOSSARY = {'), source.indexOf('} as const'));
    const keys = [...body.matchAll(/^ {2}(?:'([^']+)'|(\w+)):/gm)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    expect(keys).toHaveLength(words.length);
    expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(keys.length);
    expect(new Set(Object.values(GLOSSARY)).size).toBe(keys.length);
  });

  it.each(Object.entries(GLOSSARY))(
    'says of %s what it means in under 200 characters and whole sentences',
    (_, says) => {
      expect(says).toMatch(/\.$/);
      expect(says.length).toBeLessThan(200);
      expect(says).not.toMatch(/\.\.|!|\?/);
      expect(says.charAt(0)).toBe(says.charAt(0).toUpperCase());
    },
  );

  it('has every word that a screen shows with its meaning', () => {
    const found = (pattern: RegExp): readonly string[] =>
      globSync('src/renderer/**/*.tsx').flatMap((file) =>
        [...text(file).matchAll(pattern)].map(([, word]) => word ?? ''),
      );
    const terms = [...found(/<Term of="([^"]+)"/g), ...found(/\bterm: '([^']+)'/g)];
    const labels = found(/<Word text="([^"]+)"/g);
    expect(terms.length).toBeGreaterThan(8);
    expect(labels.length).toBeGreaterThan(8);
    expect(terms.filter((word) => !words.includes(word))).toEqual([]);
    expect(labels.filter((label) => wordFor(label) === null)).toEqual([]);
  });

  it('knows a label in any case and number, and by what it means', () => {
    expect(['Attempts', 'Deliveries', 'In flight', 'Failed'].map(wordFor)).toEqual([
      'attempt',
      'delivery',
      'in flight',
      'failed',
    ]);
    expect([wordFor('Next due in'), wordFor('Throttle'), wordFor('Success')]).toEqual([
      'due time',
      'throttle window',
      null,
    ]);
  });

  it('words the state of every delivery as the lists do', () => {
    for (const state of DELIVERY_STATES) {
      const { word } = stateLook(aRow(1, { state, reason: state === 'failed' ? 'exhausted' : null }));
      expect(`${state}: ${wordFor(word)}`).not.toBe(`${state}: null`);
    }
  });

  it('is searched by words and by what they mean, names first', () => {
    expect(findWords('  RETRY')[0]).toBe('retry');
    expect(findWords('re').slice(0, 2)).toEqual(['receiver', 'redeliver']);
    expect(findWords('byte for byte')).toEqual(['capture']);
    expect(findWords('no such word')).toEqual([]);
    expect(findWords('')).toEqual(GLOSSARY_WORDS);
  });
});
