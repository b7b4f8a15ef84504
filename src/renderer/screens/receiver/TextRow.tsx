import { FormRow } from '../../parts/FormRow';

/** One line of text. */
export function TextRow({
  label,
  value,
  hint,
  wrong = null,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly wrong?: string | null;
  readonly onChange: (value: string) => void;
}) {
  return (
    <FormRow label={label} wrong={wrong} hint={hint}>
      {(control) => (
        <input
          {...control}
          className="text mono"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormRow>
  );
}
