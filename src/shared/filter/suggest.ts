import { type FieldRule, fieldsFor } from './fields';
import type { FilterSubject } from './filter';
import { quoted } from './read-filter';

/** What a list holds that may be offered as a value. */
export type FilterHints = { readonly types: readonly string[]; readonly endpoints: readonly string[] };

/** Put in place of the characters `from` to `to`; `says` is for the person. */
export type FilterSuggestion = {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly says: string;
};

const MOST = 12;

const BRACKETS = [
  { insert: 'not(', says: 'Everything else.' },
  { insert: 'or(', says: 'One or the other, with a comma between.' },
];

/** What can be typed at the caret: words to filter by, and after `word:` its values. */
export function suggestFilter(
  subject: FilterSubject,
  text: string,
  caret: number,
  hints: FilterHints,
): readonly FilterSuggestion[] {
  const typed = /(?:^|[\s(,])([^\s(,]*)$/.exec(text.slice(0, caret))?.[1] ?? '';
  const from = caret - typed.length;
  const known = /^([a-z]+)(:|>=|<=|>|<)(.*)$/i.exec(typed);
  const rules = fieldsFor(subject);
  const rule = rules.find(({ word }) => word === known?.[1]?.toLowerCase());
  const offered =
    known === null || rule === undefined
      ? wordsFor(rules, typed)
      : valuesFor(rule, known[2] ?? ':', known[3] ?? '', hints);
  return offered.slice(0, MOST).map((suggestion) => ({ from, to: caret, ...suggestion }));
}

type Offer = Pick<FilterSuggestion, 'insert' | 'says'>;

function wordsFor(rules: readonly FieldRule[], typed: string): readonly Offer[] {
  const start = typed.toLowerCase();
  const words = rules.map(({ word, says, compares }) => ({ insert: `${word}${compares ? '' : ':'}`, says }));
  return [...words, ...BRACKETS]
    .filter(({ insert }) => insert.startsWith(start))
    .map((offer) => completed(offer, rules));
}

/** A word that is compared, too, is offered with the sign that is meant most. */
function completed(offer: Offer, rules: readonly FieldRule[]): Offer {
  const rule = rules.find(({ word }) => word === offer.insert);
  if (rule === undefined) return offer;
  return { ...offer, insert: rule.field === 'attempts' ? `${rule.word}>` : `${rule.word}:` };
}

function valuesFor(rule: FieldRule, sign: string, typed: string, hints: FilterHints): readonly Offer[] {
  const start = typed.toLowerCase().replace(/^"/, '');
  const values = hinted(rule, hints) ?? rule.examples;
  return values
    .filter((value) => value.toLowerCase().includes(start) && value.toLowerCase() !== start)
    .map((value) => ({ insert: `${rule.word}${sign}${needsQuotes(value) ? quoted(value) : value}`, says: rule.says }));
}

function hinted(rule: FieldRule, hints: FilterHints): readonly string[] | null {
  const known = rule.field === 'type' ? hints.types : rule.field === 'endpoint' ? hints.endpoints : [];
  return known.length === 0 ? null : known;
}

const needsQuotes = (value: string): boolean => /[\s(),"]/.test(value);
