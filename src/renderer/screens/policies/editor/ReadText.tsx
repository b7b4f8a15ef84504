import { useState } from 'react';
import { sameValue } from '../../../../shared/policies/file/values';
import { FormRow } from '../../../parts/FormRow';
import type { ReadForm } from './read-forms';

/** A value in one line. What cannot be read is said at once and changes nothing. */
export function ReadText({
  label,
  how,
  value,
  empty,
  fixed,
  wrong,
  onChange,
}: {
  readonly label: string;
  readonly how: ReadForm;
  readonly value: unknown;
  /** Whether it may be left empty, for none. */
  readonly empty: boolean;
  /** Why it cannot be changed, or null. */
  readonly fixed: string | null;
  readonly wrong: string | null;
  /** Null: it was emptied. */
  readonly onChange: (value: unknown) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): unknown => (empty && text.trim() === '' ? null : how.read(text));
  const unread = typed !== null && read(typed) === undefined ? how.says : null;
  const written = value === null || value === undefined ? '' : how.write(value);
  return (
    <FormRow label={label} wrong={unread ?? wrong} hint={fixed ?? (empty ? 'Empty: none.' : how.hint)}>
      {(control) => (
        <input
          {...control}
          className={how.wide === true ? 'text mono' : 'text mono number'}
          spellCheck={false}
          readOnly={fixed !== null}
          inputMode={how.inputMode}
          value={typed ?? written}
          onChange={({ target }) => {
            setTyped(target.value);
            const next = read(target.value);
            if (next !== undefined && !sameValue(next, value ?? null)) onChange(next);
          }}
          onBlur={() => {
            if (unread === null) setTyped(null);
          }}
        />
      )}
    </FormRow>
  );
}
