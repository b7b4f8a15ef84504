import { FormRow } from '../../parts/FormRow';
import { Segments } from '../../parts/Segments';
import type { LabForm } from '../../view-models/signature-form';

const FORMS = [
  { value: 'text', label: 'Text' },
  { value: 'base64', label: 'Base64' },
] as const;

/** A request from elsewhere: its headers as lines, and its body. */
export function PastedFields({
  form,
  wrong,
  onChange,
}: {
  readonly form: LabForm;
  readonly wrong: string | null;
  readonly onChange: (part: Partial<LabForm>) => void;
}) {
  return (
    <>
      <FormRow label="Headers, one a line" wrong={wrong}>
        {(control) => (
          <textarea
            {...control}
            className="text mono"
            rows={4}
            spellCheck={false}
            value={form.head}
            onChange={(event) => onChange({ head: event.target.value })}
          />
        )}
      </FormRow>
      <FormRow label="Body" hint="What is typed here ends its lines with a newline alone. Base64 keeps every byte.">
        {(control) => (
          <textarea
            {...control}
            className="text mono"
            rows={4}
            spellCheck={false}
            value={form.body}
            onChange={(event) => onChange({ body: event.target.value })}
          />
        )}
      </FormRow>
      <Segments label="The body is" value={form.bodyIs} choices={FORMS} onChoose={(bodyIs) => onChange({ bodyIs })} />
    </>
  );
}
