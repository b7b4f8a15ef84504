import { type Filter, type FilterCondition, type FilterTest, instantOf, lowerAscii } from './filter';

/** Null: a row that one has does not tell; whoever has all of it is asked. */
export type Matched = boolean | null;

/** Tells whether a row fulfils one condition. */
export type Judge = (condition: FilterCondition) => Matched;

/** Whether a row stands in a list with this filter: three-valued, as SQL has it. */
export function matched(filter: Filter, judge: Judge): Matched {
  switch (filter.kind) {
    case 'is':
      return judge(filter);
    case 'not': {
      const inner = matched(filter.of, judge);
      return inner === null ? null : !inner;
    }
    case 'all':
      return joined(filter.of, judge, false);
    case 'any':
      return joined(filter.of, judge, true);
  }
}

/** One part that is `decisive` decides; otherwise one that nobody knows leaves it open. */
function joined(parts: readonly Filter[], judge: Judge, decisive: boolean): Matched {
  let open = false;
  for (const part of parts) {
    const result = matched(part, judge);
    if (result === decisive) return decisive;
    if (result === null) open = true;
  }
  return open ? null : !decisive;
}

/** Whether a value passes a test that is about one value. */
export function passes(test: FilterTest, value: string | number | null, nowMs: number): boolean {
  switch (test.kind) {
    case 'one-of':
      return value !== null && (test.values === null || test.values.includes(String(value)));
    case 'between':
      return value !== null && Number(value) >= test.least && Number(value) <= test.most;
    case 'like':
      return value !== null && isLike(test.text, test.whole, String(value));
    case 'since':
      return value !== null && Number(value) >= instantOf(test.from, nowMs);
    case 'until':
      return value !== null && Number(value) <= instantOf(test.to, nowMs);
    case 'header':
      return false;
  }
}

/** Without case in ASCII. `whole`: `*` stands for any text, everything else for itself. */
export function isLike(text: string, whole: boolean, value: string): boolean {
  const [wanted, given] = [lowerAscii(text), lowerAscii(value)];
  if (!whole) return given.includes(wanted);
  const parts = wanted.split('*');
  const [first = '', ...rest] = parts;
  if (!given.startsWith(first)) return false;
  let at = first.length;
  for (const [i, part] of rest.entries()) {
    const isLast = i === rest.length - 1;
    const found = isLast ? given.length - part.length : given.indexOf(part, at);
    if (found < at || (isLast && !given.endsWith(part))) return false;
    at = found + part.length;
  }
  return true;
}
