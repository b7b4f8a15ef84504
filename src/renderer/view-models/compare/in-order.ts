/** Which places of a list of different numbers stay in order: a longest rising run of them, the rest has moved. */
export function stayInOrder(values: readonly number[]): ReadonlySet<number> {
  /** By length: the place of the lowest value that ends a rising run of it. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [place, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? -1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1] ?? -1);
    ends[low] = place;
  }
  const staying = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place !== -1; place = before[place] ?? -1) staying.add(place);
  return staying;
}
