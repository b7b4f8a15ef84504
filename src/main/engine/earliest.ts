/** The earliest of some instants; null is none. */
export const earliest = (...instants: readonly (number | null)[]): number | null =>
  instants.reduce((first, at) => (at !== null && (first === null || at < first) ? at : first), null);
