/** What was looked at: the program and what it runs in, the data folder, the database, the ports. */
export type DoctorPart = 'program' | 'folder' | 'database' | 'ports';

/** One thing that was looked at. */
export type Finding = {
  readonly part: DoctorPart;
  readonly name: string;
  /** `note`: works, but is worth knowing; `problem`: does not work. */
  readonly level: 'good' | 'note' | 'problem';
  /** What was found, one sentence or a value. */
  readonly says: string;
  /** What to do about it; null when there is nothing to do. */
  readonly mend: string | null;
};

type Words = { readonly name: string; readonly says: string };

/** Makes the findings of one part. */
export const findingsOf = (part: DoctorPart) => ({
  good: (name: string, says: string): Finding => ({ part, name, level: 'good', says, mend: null }),
  note: ({ name, says }: Words, mend: string | null = null): Finding => ({ part, name, level: 'note', says, mend }),
  problem: ({ name, says }: Words, mend: string): Finding => ({ part, name, level: 'problem', says, mend }),
});
