import { useEffect, useState } from 'react';
import type { Preferences } from '../../../shared/contract/preferences';
import type { Problem } from '../../../shared/model/problem';
import { FormRow } from '../../parts/FormRow';
import { useEngine } from '../../state/engine-context';

/** A typed setting: Enter or leaving it saves it, and what is refused stands below it while the old value holds. */
export function SavedField({
  label,
  hint,
  value,
  numeric = false,
  change,
}: {
  readonly label: string;
  readonly hint?: string;
  /** As it is kept now. */
  readonly value: string;
  readonly numeric?: boolean;
  readonly change: (typed: string) => Partial<Preferences>;
}) {
  const { call } = useEngine();
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    setTyped(value);
    setProblem(null);
  }, [value]);
  const save = async (): Promise<void> => {
    if (typed === value) {
      setProblem(null);
      return;
    }
    const result = await call('settings.set', change(typed.trim()));
    setProblem(result.ok ? null : result.problem);
  };
  return (
    <FormRow label={label} hint={hint} wrong={problem?.message}>
      {(control) => (
        <input
          {...control}
          className={numeric ? 'text mono short' : 'text mono'}
          inputMode={numeric ? 'numeric' : 'text'}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void save();
            if (event.key !== 'Escape' || typed === value) return;
            event.stopPropagation();
            setTyped(value);
            setProblem(null);
          }}
        />
      )}
    </FormRow>
  );
}

/** A whole number as it was typed; anything else is not a number, and is refused as such. */
export const typedNumber = (typed: string): number => (/^\d+$/.test(typed) ? Number(typed) : Number.NaN);
