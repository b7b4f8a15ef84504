/** One numbered step of the file format. Once released it is never edited: a later change is a later number. */
export type Migration = {
  /** 1, 2, 3 … without gaps: the file's `user_version` after it. */
  readonly version: number;
  readonly sql: string;
};
