import type { Notice } from '../../shared/contract/views';

/** What the person should know, newest last; one per id, so that a repeated fact replaces itself. */
export class Notices {
  readonly #byId = new Map<string, Notice>();
  readonly #changed: () => void;

  readonly #told: (notice: Notice) => void;

  constructor(changed: () => void, told: (notice: Notice) => void = () => {}) {
    this.#changed = changed;
    this.#told = told;
  }

  all(): readonly Notice[] {
    return [...this.#byId.values()];
  }

  post(notice: Notice): void {
    if (this.#byId.get(notice.id)?.message === notice.message) return;
    this.#byId.set(notice.id, notice);
    this.#told(notice);
    this.#changed();
  }

  remove(id: string): void {
    if (this.#byId.delete(id)) this.#changed();
  }
}
