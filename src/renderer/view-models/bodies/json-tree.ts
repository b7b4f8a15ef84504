import type { JsonIndex } from './json-scan';
import { isContainer } from './json-text';

/** Trees of more values begin with the deeper levels closed. */
const OPEN_AT_ONCE = 2_000;
const FIRST_LEVELS = 2;
const DEEPEST = 200;

/** How many values stand around this one; counted to 200. */
export function depthOf(index: JsonIndex, node: number): number {
  let depth = 0;
  for (let at = index.parents[node] ?? -1; at !== -1 && depth < DEEPEST; at = index.parents[at] ?? -1) depth += 1;
  return depth;
}

/** The values that begin closed. */
export function firstClosed(index: JsonIndex): ReadonlySet<number> {
  const closed = new Set<number>();
  if (index.count <= OPEN_AT_ONCE) return closed;
  for (let node = 0; node < index.count; node++) {
    if (!isContainer(index, node) || depthOf(index, node) < FIRST_LEVELS - 1) continue;
    closed.add(node);
    // Whatever is within is out of sight, and is met when this one is opened.
    node = index.lasts[node] ?? node;
  }
  return closed;
}

/** The values in sight, in their order. */
export function visibleNodes(index: JsonIndex, closed: ReadonlySet<number>): Uint32Array {
  const nodes = new Uint32Array(index.count);
  let count = 0;
  for (let node = 0; node < index.count; node++) {
    nodes[count++] = node;
    if (closed.has(node)) node = index.lasts[node] ?? node;
  }
  return nodes.subarray(0, count);
}

/** The place of a value among those in sight, by halving; of the nearest before it when it is not in sight. */
export function placeOf(visible: Uint32Array, node: number): number {
  let low = 0;
  let high = visible.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((visible[middle] ?? 0) <= node) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Opens a value; in a large tree those directly within begin closed. */
export function opened(index: JsonIndex, closed: ReadonlySet<number>, node: number): ReadonlySet<number> {
  const next = new Set(closed);
  next.delete(node);
  if (index.count <= OPEN_AT_ONCE) return next;
  const last = index.lasts[node] ?? node;
  for (let child = node + 1; child <= last; child = (index.lasts[child] ?? child) + 1) {
    if (isContainer(index, child)) next.add(child);
  }
  return next;
}

export const shut = (closed: ReadonlySet<number>, node: number): ReadonlySet<number> => new Set(closed).add(node);
