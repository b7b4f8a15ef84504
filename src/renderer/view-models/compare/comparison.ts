/** `respelt`: the same, written otherwise. `moved`: the same, at another place. */
export type Change = 'same' | 'changed' | 'added' | 'removed' | 'moved' | 'respelt';

/** One line of two columns; null where a side has nothing. */
export type ComparedRow = {
  readonly change: Change;
  /** What is compared: a header, a path, a line's number. May be empty. */
  readonly label: string;
  readonly left: string | null;
  readonly right: string | null;
  /** What is to be known of it. May be empty. */
  readonly note: string;
};

export type ComparedSection = {
  readonly title: string;
  readonly rows: readonly ComparedRow[];
  /** What was compared and how, and what was not. */
  readonly notes: readonly string[];
};

export type Comparison = { readonly sections: readonly ComparedSection[] };

export const differing = (rows: readonly ComparedRow[]): number =>
  rows.reduce((count, { change }) => count + (change === 'same' ? 0 : 1), 0);
