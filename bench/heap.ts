/** A binary heap of up to `most` places by the instant at which each is due; flat, so that a step moves numbers only. */
export class DueHeap {
  readonly #due: Float64Array;
  readonly #places: Uint32Array;
  #size = 0;

  constructor(most: number) {
    this.#due = new Float64Array(most);
    this.#places = new Uint32Array(most);
  }

  push(due: number, place: number): void {
    const dues = this.#due;
    const places = this.#places;
    let at = this.#size;
    this.#size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentDue = dues[parent] as number;
      if (parentDue <= due) break;
      dues[at] = parentDue;
      places[at] = places[parent] as number;
      at = parent;
    }
    dues[at] = due;
    places[at] = place;
  }

  /** The place that is due first. @throws RangeError when it is empty */
  pop(): number {
    if (this.#size === 0) throw new RangeError('the heap is empty');
    const first = this.#places[0] as number;
    this.#size -= 1;
    if (this.#size > 0) this.#sink(this.#due[this.#size] as number, this.#places[this.#size] as number);
    return first;
  }

  #sink(due: number, place: number): void {
    const dues = this.#due;
    const places = this.#places;
    const size = this.#size;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (dues[child + 1] as number) < (dues[child] as number)) child += 1;
      const childDue = dues[child] as number;
      if (due <= childDue) break;
      dues[at] = childDue;
      places[at] = places[child] as number;
      at = child;
    }
    dues[at] = due;
    places[at] = place;
  }
}
