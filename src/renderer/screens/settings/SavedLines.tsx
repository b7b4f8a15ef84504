import { useEffect, useState } from 'react';
import type { Preferences } from '../../../shared/contract/preferences';
import type { Problem } from '../../../shared/model/problem';
import { FormRow } from '../../parts/FormRow';
import { useEngine } from '../../state/engine-context';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A typed list, one entry a line, checked while it is typed and saved when it is left. */
export function SavedLines({
  label,
  hint,
  value,
  check,
  change,
}: {
  readonly label: string;
  readonly hint: string;
  /** As it is kept now. */
  readonly value: readonly string[];
  /** What is wrong with an entry, or null. */
  readonly check: (line: string) => string | null;
  readonly change: (lines: string[]) => Partial<Preferences>;
}) {
  const { call } = useEngine();
  const kept = value.join('\n');
  const [typed, setTyped] = useState(kept);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    setTyped(kept);
    setProblem(null);
  }, [kept]);
  const wrong = linesOf(typed)
    .map((line) => check(line))
    .find((says) => says !== null);
  const save = async (): Promise<void> => {
    const lines = linesOf(typed);
    if (wrong !== undefined || lines.join('\n') === kept) return;
    const result = await call('settings.set', change(lines));
    setProblem(result.ok ? null : result.problem);
  };
  return (
    <FormRow label={label} hint={hint} wrong={wrong ?? problem?.message}>
      {(control) => (
        <textarea
          {...control}
          className="text mono lines"
          rows={3}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void save()}
        />
      )}
    </FormRow>
  );
}
