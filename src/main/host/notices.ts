import type { Notice } from '../../shared/contract/views';

/** What the person should know, newest last; one per id, so that a repeated fact replaces itself. */
export class Notices {
  readonly #byId = new Map<string, Notice>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  all(): readonly Notice[] {
    return [...this.#byId.values()];
  }

  post(notice: Notice): void {
    if (this.#byId.get(notice.id)?.message === notice.message) return;
    this.#byId.set(notice.id, notice);
    this.#changed();
  }

  remove(id: string): void {
    if (this.#byId.delete(id)) this.#changed();
  }
}
