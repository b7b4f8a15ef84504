/**
 * One instant and one chance, read once per decision, so that no decision sees two clocks.
 * `now` is virtual time in epoch ms; `roll` lies in [0, 1).
 */
export type Moment = { readonly now: number; readonly roll: number };
