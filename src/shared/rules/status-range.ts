/** Whether a status lies in a range, both ends included. */
export const within = ([from, to]: readonly [number, number], status: number): boolean =>
  status >= from && status <= to;
