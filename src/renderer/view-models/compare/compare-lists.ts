import { diffArrays } from 'diff';

/** A run of entries: in both, or only in one. Ends are excluded. */
export type Run = {
  readonly kind: 'both' | 'left' | 'right';
  readonly leftFrom: number;
  readonly leftTo: number;
  readonly rightFrom: number;
  readonly rightTo: number;
};

/** `byPlace`: too much differs to look for what was moved in; entries are compared with what stands at their place. */
export type ComparedLists = { readonly runs: readonly Run[]; readonly byPlace: boolean };

/** With more entries that differ than this the search, whose time grows with their square, is given up. */
export const MOST_EDITS = 2_000;

/** Which entries two lists share, in their order, by the fewest changes. */
export function compareLists(left: readonly string[], right: readonly string[]): ComparedLists {
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < most - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail += 1;
  const [leftEnd, rightEnd] = [left.length - tail, right.length - tail];
  const runs: Run[] = [];
  const add = (kind: Run['kind'], leftFrom: number, leftTo: number, rightFrom: number, rightTo: number): void => {
    if (leftTo > leftFrom || rightTo > rightFrom) runs.push({ kind, leftFrom, leftTo, rightFrom, rightTo });
  };
  add('both', 0, head, 0, head);
  const changes = diffArrays(left.slice(head, leftEnd), right.slice(head, rightEnd), { maxEditLength: MOST_EDITS });
  let [atLeft, atRight] = [head, head];
  for (const change of changes ?? []) {
    const [leftFrom, rightFrom] = [atLeft, atRight];
    if (!change.added) atLeft += change.value.length;
    if (!change.removed) atRight += change.value.length;
    add(change.removed ? 'left' : change.added ? 'right' : 'both', leftFrom, atLeft, rightFrom, atRight);
  }
  if (changes === undefined) addByPlace(add, left, right, head, leftEnd, rightEnd);
  add('both', leftEnd, left.length, rightEnd, right.length);
  return { runs, byPlace: changes === undefined };
}

function addByPlace(
  add: (kind: Run['kind'], leftFrom: number, leftTo: number, rightFrom: number, rightTo: number) => void,
  left: readonly string[],
  right: readonly string[],
  from: number,
  leftEnd: number,
  rightEnd: number,
): void {
  const end = Math.min(leftEnd, rightEnd);
  for (let at = from; at < end; ) {
    const same = left[at] === right[at];
    let to = at + 1;
    while (to < end && (left[to] === right[to]) === same) to += 1;
    if (same) add('both', at, to, at, to);
    else {
      add('left', at, to, at, at);
      add('right', to, to, at, to);
    }
    at = to;
  }
  add('left', end, leftEnd, end, end);
  add('right', leftEnd, leftEnd, end, rightEnd);
}

/** A run of one side and the one of the other that follows it are what was replaced; each is visited once. */
export function visitRuns(
  { runs }: ComparedLists,
  visit: {
    readonly both: (run: Run) => void;
    /** Entry for entry as far as both sides go. */
    readonly pair: (left: number, right: number) => void;
    readonly left: (place: number) => void;
    readonly right: (place: number) => void;
  },
): void {
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at];
    if (run === undefined) continue;
    if (run.kind === 'both') {
      visit.both(run);
      continue;
    }
    const next = runs[at + 1];
    const other = next !== undefined && next.kind !== 'both' && next.kind !== run.kind ? next : null;
    if (other !== null) at += 1;
    const [gone, come] = run.kind === 'left' ? [run, other] : [other, run];
    const lefts = gone === null ? 0 : gone.leftTo - gone.leftFrom;
    const rights = come === null ? 0 : come.rightTo - come.rightFrom;
    for (let nth = 0; nth < Math.max(lefts, rights); nth++) {
      const left = (gone?.leftFrom ?? 0) + nth;
      const right = (come?.rightFrom ?? 0) + nth;
      if (nth < lefts && nth < rights) visit.pair(left, right);
      else if (nth < lefts) visit.left(left);
      else visit.right(right);
    }
  }
}
