import { FormRow } from '../../parts/FormRow';
import { Picker } from '../../parts/Picker';
import { useMirror } from '../../state/engine-context';
import type { LabForm, LabSubject, SecretChoice } from '../../view-models/signature-form';

/** Whose secret: an endpoint's by its name, which is never shown, or one that is typed. */
export function SecretChooser({
  subject,
  form,
  wrong,
  onChange,
}: {
  readonly subject: LabSubject;
  readonly form: LabForm;
  readonly wrong: string | null;
  readonly onChange: (part: Partial<LabForm>) => void;
}) {
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const routes = useMirror((mirror) => mirror.routes);
  const choices: readonly { readonly value: SecretChoice; readonly label: string }[] = [
    ...endpoints.map(({ id, name }) => ({ value: `endpoint:${id}` as const, label: `Secret of ${name}` })),
    ...(subject.kind === 'attempt' ? [] : routes)
      .filter(({ check }) => check.kind === 'own')
      .map(({ id, path }) => ({ value: `route:${id}` as const, label: `Secret of the route ${path}` })),
    { value: 'typed', label: 'Another one, typed here' },
  ];
  return (
    <>
      <div className="form-row">
        <span className="label">Secret</span>
        <Picker
          label="Secret"
          value={form.secret}
          choices={choices}
          onChoose={(value) => onChange({ secret: choices.find((choice) => choice.value === value)?.value ?? 'typed' })}
        />
        {form.secret !== 'typed' && wrong !== null ? (
          <p className="wrong" role="alert">
            {wrong}
          </p>
        ) : null}
      </div>
      {form.secret === 'typed' ? (
        <FormRow label="The secret, as the provider gave it" wrong={wrong}>
          {(control) => (
            <input
              {...control}
              type="password"
              className="text mono"
              spellCheck={false}
              autoComplete="off"
              value={form.typed}
              onChange={(event) => onChange({ typed: event.target.value })}
            />
          )}
        </FormRow>
      ) : null}
    </>
  );
}
