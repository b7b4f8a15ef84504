import { useState } from 'react';
import { readDuration, writeDuration } from '../../../shared/words/read-duration';
import { FormRow } from '../../parts/FormRow';

type FieldProps = {
  readonly label: string;
  readonly value: number;
  readonly hint?: string | undefined;
  readonly wrong?: string | null;
  readonly onChange: (value: number) => void;
};

/** How a number is written and read; `says` stands below what cannot be read. */
type Form = {
  readonly read: (text: string) => number | null;
  readonly write: (value: number) => string;
  readonly says: string;
  readonly inputMode: 'numeric' | 'text';
};

const WHOLE: Form = {
  read: (text) => (/^\d+$/.test(text.trim()) ? Number(text) : null),
  write: String,
  says: 'A whole number.',
  inputMode: 'numeric',
};
const SPAN: Form = {
  read: readDuration,
  write: writeDuration,
  says: 'Such as 48h, 1m 30s or 250ms.',
  inputMode: 'text',
};

/** A whole number. */
export const NumberField = (props: FieldProps) => <ReadField {...props} form={WHOLE} />;

/** A span of time as people write it, in ms: `48h`, `1m 30s`, `250ms`. */
export const DurationField = (props: FieldProps) => <ReadField {...props} form={SPAN} />;

/** What cannot be read is said at once and changes nothing. */
function ReadField({ label, value, hint, wrong = null, onChange, form }: FieldProps & { readonly form: Form }) {
  const [typed, setTyped] = useState<string | null>(null);
  const unread = typed !== null && form.read(typed) === null ? form.says : null;
  return (
    <FormRow label={label} wrong={unread ?? wrong} hint={hint}>
      {(control) => (
        <input
          {...control}
          className="text mono number"
          spellCheck={false}
          inputMode={form.inputMode}
          value={typed ?? form.write(value)}
          onChange={(event) => {
            setTyped(event.target.value);
            const read = form.read(event.target.value);
            if (read !== null) onChange(read);
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </FormRow>
  );
}
