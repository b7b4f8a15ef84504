/** A binary heap of items by the instant at which they are due. */
export class DueHeap<T> {
  readonly #due: number[] = [];
  readonly #items: T[] = [];

  push(due: number, item: T): void {
    let at = this.#due.length;
    this.#due.push(due);
    this.#items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#due[parent] ?? 0) <= due) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** @throws RangeError when it is empty */
  pop(): T {
    const first = this.#items[0];
    const lastDue = this.#due.pop();
    const last = this.#items.pop();
    if (first === undefined || last === undefined || lastDue === undefined) throw new RangeError('the heap is empty');
    if (this.#items.length === 0) return last;
    this.#due[0] = lastDue;
    this.#items[0] = last;
    this.#sink();
    return first;
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let least = at;
      if (this.#dueAt(left) < this.#dueAt(least)) least = left;
      if (this.#dueAt(right) < this.#dueAt(least)) least = right;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #dueAt(at: number): number {
    return this.#due[at] ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const [due, item] = [this.#due[a], this.#items[a]];
    this.#due[a] = this.#due[b] ?? 0;
    this.#items[a] = this.#items[b] as T;
    this.#due[b] = due ?? 0;
    this.#items[b] = item as T;
  }
}
