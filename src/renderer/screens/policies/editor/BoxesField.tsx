import { Wrong } from './Wrong';

/** Some of a few words: a box for each. */
export function BoxesField({
  label,
  words,
  value,
  wrong,
  say,
  onChange,
}: {
  readonly label: string;
  readonly words: readonly string[];
  readonly value: unknown;
  readonly wrong: string | null;
  readonly say: (word: string) => string;
  readonly onChange: (next: readonly string[]) => void;
}) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset className="form-row boxes-row">
      <legend className="label">{label}</legend>
      <div>
        {words.map((word) => (
          <label key={word} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(word)}
              onChange={({ target }) =>
                onChange(words.filter((each) => (each === word ? target.checked : chosen.includes(each))))
              }
            />
            {say(word)}
          </label>
        ))}
      </div>
      <Wrong says={wrong} />
    </fieldset>
  );
}
