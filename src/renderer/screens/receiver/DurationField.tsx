import { useState } from 'react';
import { readDuration, writeDuration } from '../../../shared/words/read-duration';
import { FormRow } from '../../parts/FormRow';

/** A span of time as people write it: `48h`, `1m 30s`, `250ms`. What is none is said at once and changes nothing. */
export function DurationField({
  label,
  value,
  hint,
  wrong = null,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly hint?: string | undefined;
  readonly wrong?: string | null;
  readonly onChange: (ms: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const unread = typed !== null && readDuration(typed) === null ? 'Such as 48h, 1m 30s or 250ms.' : null;
  return (
    <FormRow label={label} wrong={unread ?? wrong} hint={hint}>
      {(control) => (
        <input
          {...control}
          className="text mono number"
          spellCheck={false}
          value={typed ?? writeDuration(value)}
          onChange={(event) => {
            setTyped(event.target.value);
            const ms = readDuration(event.target.value);
            if (ms !== null) onChange(ms);
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </FormRow>
  );
}
