import type { JsonIndex } from '../bodies/json-scan';
import {
  compactJson,
  isContainer,
  isSequence,
  jsonPath,
  keyText,
  kindOf,
  meantString,
  valueText,
} from '../bodies/json-text';
import { plural, sayCount } from '../numbers';
import type { ComparedRows } from './compare-lines';
import { compareLists, visitRuns } from './compare-lists';
import type { Change, ComparedRow } from './comparison';
import { stayInOrder } from './in-order';
import { sameNumber } from './json-number';

export type JsonSide = { readonly text: string; readonly index: JsonIndex };

/** So many rows are made; what follows is said to be left out. */
const MOST_ROWS = 10_000;
const MOST_SHOWN = 500;
/** Values are compared so many levels deep; the time grows with each. */
const DEEPEST = 64;
/** The whole text as one array, for several values one after the other. */
const WHOLE = -1;

/** Two JSON texts, value by value: names by their characters, entries of arrays where they fit best. */
export function compareJson(left: JsonSide, right: JsonSide): ComparedRows {
  return new Comparing(left, right).compare();
}

type Pair = readonly [left: number, right: number];
type Waiting = { readonly pair: Pair; readonly depth: number };

class Comparing {
  readonly #left: JsonSide;
  readonly #right: JsonSide;
  readonly #rows: ComparedRow[] = [];
  #full = false;
  #byPlace = false;

  constructor(left: JsonSide, right: JsonSide) {
    this.#left = left;
    this.#right = right;
  }

  compare(): ComparedRows {
    const whole = isSequence(this.#left.index) || isSequence(this.#right.index);
    // Pairs yet to be looked at, the next one last: however deep, nothing is called within itself.
    const waiting: Waiting[] = [{ pair: whole ? [WHOLE, WHOLE] : [0, 0], depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.#rows.length >= MOST_ROWS) {
        this.#full = true;
        break;
      }
      const within = this.#pair(next.pair, next.depth);
      for (let at = within.length - 1; at >= 0; at--) {
        const pair = within[at];
        if (pair !== undefined) waiting.push({ pair, depth: next.depth + 1 });
      }
    }
    const notes: string[] = [];
    if (this.#full) notes.push(`The first ${plural(MOST_ROWS, 'row')} are shown; what follows is not compared.`);
    if (this.#byPlace) notes.push('A list differs in too much: its entries are compared by their place.');
    return { rows: this.#rows, notes };
  }

  /** Writes what is known of a pair, and answers with the pairs within. */
  #pair([a, b]: Pair, depth: number): readonly Pair[] {
    const [left, right] = [this.#left, this.#right];
    const texts = [tokenOf(left, a), tokenOf(right, b)] as const;
    if (a !== WHOLE && compactJson(texts[0]) === compactJson(texts[1])) {
      this.#add('same', a, b, '');
      return [];
    }
    const kind = a === WHOLE ? 'array' : kindOf(left.index, a);
    const other = b === WHOLE ? 'array' : kindOf(right.index, b);
    if (depth >= DEEPEST && kind === other && (kind === 'object' || kind === 'array')) {
      this.#add('changed', a, b, 'nested too deep to look into');
      return [];
    }
    if (kind === 'object' && other === 'object') return this.#objects(a, b);
    if (kind === 'array' && other === 'array') return this.#arrays(a, b);
    const respelt =
      kind === other &&
      ((kind === 'string' && meantString(texts[0]) === meantString(texts[1])) ||
        (kind === 'number' && sameNumber(texts[0], texts[1])));
    this.#add(respelt ? 'respelt' : 'changed', a, b, respelt ? 'the same value, written otherwise' : '');
    return [];
  }

  #objects(a: number, b: number): readonly Pair[] {
    const inRight = namedChildren(this.#right, b);
    const inLeft = namedChildren(this.#left, a);
    const pairs: Pair[] = [];
    for (const [key, child] of inLeft) {
      const other = inRight.get(key);
      if (other === undefined) this.#add('removed', child, null, '');
      else pairs.push([child, other]);
    }
    for (const [key, child] of inRight) if (!inLeft.has(key)) this.#add('added', null, child, '');
    if (stayInOrder(pairs.map(([, right]) => right)).size < pairs.length) {
      const path = jsonPath(this.#left.text, this.#left.index, a);
      this.#rows.push({
        change: 'moved',
        label: path,
        left: names(inLeft),
        right: names(inRight),
        note: 'order of names',
      });
    }
    return pairs;
  }

  #arrays(a: number, b: number): readonly Pair[] {
    const lefts = childrenOf(this.#left.index, a);
    const rights = childrenOf(this.#right.index, b);
    const texts = (side: JsonSide, nodes: readonly number[]) => nodes.map((node) => compactJson(tokenOf(side, node)));
    const compared = compareLists(texts(this.#left, lefts), texts(this.#right, rights));
    this.#byPlace ||= compared.byPlace;
    const pairs: Pair[] = [];
    visitRuns(compared, {
      both: ({ leftFrom, leftTo, rightFrom }) => {
        const [from, to] = [lefts[leftFrom], rights[rightFrom]];
        const count = leftTo - leftFrom;
        if (from === undefined || to === undefined) return;
        if (count === 1) this.#add('same', from, to, '');
        else this.#add('same', from, to, `and ${sayCount(count - 1)} more that are the same`);
      },
      pair: (left, right) => pairs.push([lefts[left] ?? 0, rights[right] ?? 0]),
      left: (place) => this.#add('removed', lefts[place] ?? 0, null, ''),
      right: (place) => this.#add('added', null, rights[place] ?? 0, ''),
    });
    return pairs;
  }

  #add(change: Change, a: number | null, b: number | null, note: string): void {
    if (this.#rows.length >= MOST_ROWS) {
      this.#full = true;
      return;
    }
    const [left, right] = [this.#left, this.#right];
    const paths = [
      ...(a === null ? [] : [jsonPath(left.text, left.index, a)]),
      ...(b === null ? [] : [jsonPath(right.text, right.index, b)]),
    ];
    const [path = '', other = path] = paths;
    this.#rows.push({
      change,
      label: path,
      left: a === null ? null : shortened(tokenOf(left, a)),
      right: b === null ? null : shortened(tokenOf(right, b)),
      note: [other === path ? '' : `${other} at the right`, note].filter((part) => part !== '').join('; '),
    });
  }
}

const tokenOf = ({ text, index }: JsonSide, node: number): string =>
  node === WHOLE ? text : valueText(text, index, node);

function shortened(token: string): string {
  const compact = compactJson(token.length > MOST_SHOWN * 8 ? token.slice(0, MOST_SHOWN * 8) : token);
  return compact.length > MOST_SHOWN ? `${compact.slice(0, MOST_SHOWN)}…` : compact;
}

function childrenOf(index: JsonIndex, node: number): readonly number[] {
  const children: number[] = [];
  const last = node === WHOLE ? index.count - 1 : (index.lasts[node] ?? node);
  if (node !== WHOLE && !isContainer(index, node)) return children;
  for (let child = node + 1; child <= last; child = (index.lasts[child] ?? child) + 1) children.push(child);
  return children;
}

/** Values by name, the second of a name apart from the first. */
function namedChildren(side: JsonSide, node: number): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  return new Map(
    childrenOf(side.index, node).map((child) => {
      const name = meantString(keyText(side.text, side.index, child) ?? '');
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      return [nth === 0 ? `${name} ` : `${name} (${nth + 1})`, child];
    }),
  );
}

const names = (children: ReadonlyMap<string, number>): string => {
  const all = [...children.keys()].map((name) => name.trimEnd()).join(', ');
  return all.length > MOST_SHOWN ? `${all.slice(0, MOST_SHOWN)}…` : all;
};
