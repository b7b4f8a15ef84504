import { useState } from 'react';
import { FormRow } from '../../parts/FormRow';

/** A whole number. What is not one is said at once and changes nothing. */
export function NumberField({
  label,
  value,
  hint,
  wrong = null,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly wrong?: string | null;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const unread = typed !== null && !/^\d+$/.test(typed.trim()) ? 'A whole number.' : null;
  return (
    <FormRow label={label} wrong={unread ?? wrong} hint={hint}>
      {(control) => (
        <input
          {...control}
          className="text mono number"
          inputMode="numeric"
          value={typed ?? String(value)}
          onChange={(event) => {
            const text = event.target.value;
            setTyped(text);
            if (/^\d+$/.test(text.trim())) onChange(Number(text));
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </FormRow>
  );
}
