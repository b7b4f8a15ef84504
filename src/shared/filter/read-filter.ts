import { Refusal } from '../model/problem';
import { type Compared, type FieldRule, fieldsFor } from './fields';
import type { Filter, FilterProblem, FilterSubject, ReadFilter } from './filter';

/** Longer ones are refused before they are read. */
const LONGEST_FILTER = 10_000;
const DEEPEST = 20;
/** Far from the depth of an expression that SQLite takes, which is 1,000. */
const MOST_CONDITIONS = 200;

/** What a character means that ends a word inside of brackets. */
type Inside = 'nothing' | 'not' | 'or';

/**
 * Reads what a person types into the filter bar: conditions such as `status:5xx` or `attempts>3` that all have to hold,
 * `not(…)`, `or(…, …)`, and plain text, which is looked for as it stands. Only what begins with a known word and `:`,
 * `<` or `>`, or with `not(` or `or(`, has a meaning; quotes take it away.
 */
export function readFilter(subject: FilterSubject, text: string): ReadFilter {
  if (text.length > LONGEST_FILTER) {
    return { ok: false, problem: { at: 0, length: text.length, message: 'A filter has at most 10,000 characters.' } };
  }
  try {
    return { ok: true, filter: new FilterReader(subject, text).read() };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** A filter that was read before. @throws Refusal `invalid` otherwise */
export function filterOf(subject: FilterSubject, text: string): Filter {
  const read = readFilter(subject, text);
  if (read.ok) return read.filter;
  throw new Refusal({ code: 'invalid', field: 'filter', message: read.problem.message });
}

class Wrong extends Error {
  readonly problem: FilterProblem;

  constructor(problem: FilterProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

class FilterReader {
  readonly #text: string;
  readonly #rules: ReadonlyMap<string, FieldRule>;
  #at = 0;
  #depth = 0;
  #conditions = 0;

  constructor(subject: FilterSubject, text: string) {
    this.#text = text;
    this.#rules = new Map(fieldsFor(subject).map((rule) => [rule.word, rule]));
  }

  read(): Filter {
    return this.#all('nothing');
  }

  /** Conditions up to the end, or up to what ends them inside of brackets. */
  #all(inside: Inside): Filter {
    const of: Filter[] = [];
    for (;;) {
      this.#skipSpace();
      if (this.#isOver(inside)) break;
      of.push(this.#one(inside));
    }
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { kind: 'all', of };
  }

  #isOver(inside: Inside): boolean {
    const next = this.#text[this.#at];
    return next === undefined || (inside !== 'nothing' && next === ')') || (inside === 'or' && next === ',');
  }

  #one(inside: Inside): Filter {
    const from = this.#at;
    const bracket = /^(not|or)\(/i.exec(this.#text.slice(from, from + 4))?.[1]?.toLowerCase();
    if (bracket === 'not' || bracket === 'or') return this.#brackets(bracket, from);
    this.#conditions += 1;
    if (this.#conditions > MOST_CONDITIONS) {
      throw wrong(from, this.#text.length - from, `A filter has at most ${MOST_CONDITIONS} conditions and words.`);
    }
    const known = /^([a-z]+)(:|>=|<=|>|<)/i.exec(this.#text.slice(from, from + 24));
    const rule = this.#rules.get(known?.[1]?.toLowerCase() ?? '');
    if (known !== null && rule !== undefined && (rule.compares || known[2] === ':')) {
      this.#at += known[0].length;
      return this.#condition(rule, known[2] as Compared, from, inside);
    }
    return { kind: 'is', field: 'text', test: { kind: 'like', text: this.#word(inside), whole: false } };
  }

  #brackets(kind: 'not' | 'or', from: number): Filter {
    this.#at += kind.length + 1;
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw wrong(from, this.#text.length - from, `Brackets go at most ${DEEPEST} deep.`);
    const of: Filter[] = [];
    for (;;) {
      const start = this.#at;
      const inner = this.#all(kind);
      if (inner.kind === 'all' && inner.of.length === 0) {
        const length = Math.max(1, this.#at - start);
        throw wrong(
          start,
          length,
          `Something has to stand ${kind === 'or' ? 'on each side of a comma' : 'inside'}, as in ${EXAMPLE[kind]}.`,
        );
      }
      of.push(inner);
      const next = this.#text[this.#at];
      if (next === undefined) {
        throw wrong(
          from,
          kind.length + 1,
          `Close the bracket, as in ${EXAMPLE[kind]}, or put it in quotes to look for it.`,
        );
      }
      this.#at += 1;
      if (next === ')') break;
    }
    this.#depth -= 1;
    if (kind === 'or') return { kind: 'any', of };
    const [inner] = of;
    return { kind: 'not', of: inner ?? { kind: 'all', of: [] } };
  }

  #condition(rule: FieldRule, by: Compared, from: number, inside: Inside): Filter {
    const value = this.#isOver(inside) || /\s/.test(this.#text[this.#at] ?? '') ? '' : this.#word(inside);
    const length = this.#at - from;
    const [example = ''] = rule.examples;
    if (value === '') throw wrong(from, length, `${rule.word} needs a value, such as ${rule.word}:${example}.`);
    const test = rule.read(value, by);
    if (typeof test === 'string') throw wrong(from, length, test);
    return { kind: 'is', field: rule.field, test };
  }

  /** Up to the next space, or what stands in quotes. A quote that nothing closes is a character like any other. */
  #word(inside: Inside): string {
    const quoted = /^"((?:[^"\\]|\\.)*)"/s.exec(this.#text.slice(this.#at));
    if (quoted?.[1] !== undefined && quoted[1] !== '') {
      this.#at += quoted[0].length;
      return quoted[1].replace(/\\(["\\])/g, '$1');
    }
    const from = this.#at;
    while (!this.#isOver(inside) && !/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  #skipSpace(): void {
    while (/^\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}

const EXAMPLE = { not: 'not(status:2xx)', or: 'or(status:5xx, fault:any)' } as const;

const wrong = (at: number, length: number, message: string): Wrong => new Wrong({ at, length, message });

/** As a person would type it to have it taken literally, whatever it contains. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
