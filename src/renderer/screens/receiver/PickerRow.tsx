import { Picker } from '../../parts/Picker';

/** A labelled list that opens. */
export function PickerRow<T extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly onChoose: (value: T) => void;
}) {
  return (
    <div className="form-row">
      <span className="label">{label}</span>
      <Picker
        label={label}
        value={value}
        choices={choices}
        onChoose={(chosen) => {
          const choice = choices.find((candidate) => candidate.value === chosen);
          if (choice !== undefined) onChoose(choice.value);
        }}
      />
    </div>
  );
}
