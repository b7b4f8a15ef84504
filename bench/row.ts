/** One line of the report. `values` holds the single measurements, for `--json`. */
export type Row = {
  readonly what: string;
  readonly measured: string;
  readonly target: string | null;
  /** Null where there is no target. */
  readonly met: boolean | null;
  readonly values: Readonly<Record<string, number | readonly number[]>>;
};

export type RowOptions = {
  /** How often each subject is measured. */
  readonly rounds: number;
  /** With a million rows where that takes minutes to prepare. */
  readonly full: boolean;
  /** Where filled data folders are kept for the next time; null fills them anew and removes them. */
  readonly filled: string | null;
  /** Progress, one line. */
  readonly say: (line: string) => void;
};

export const count = (value: number): string => Math.round(value).toLocaleString('en');
export const perSecond = (value: number): string => `${count(value)}/s`;
export const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const MIB = 1_048_576;
