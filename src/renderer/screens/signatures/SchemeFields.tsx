import type { Problem } from '../../../shared/model/problem';
import { ENCODINGS } from '../../../shared/rules/signatures/encodings';
import { BUILT_IN_SCHEMES, HASHES, KEY_FORMS } from '../../../shared/rules/signatures/scheme';
import { FormRow } from '../../parts/FormRow';
import { Picker } from '../../parts/Picker';
import { Segments } from '../../parts/Segments';
import type { LabForm, TemplateForm } from '../../view-models/signature-form';

type SchemeForm = Pick<LabForm, 'schemeId' | 'template'>;
type TextField = 'header' | 'prefix' | 'signed' | 'idHeader' | 'timestampHeader';

const CHOICES = [
  ...BUILT_IN_SCHEMES.map(({ id, name }) => ({ value: id, label: name })),
  { value: 'template', label: 'A template of your own' },
];

const HASH_LABELS = { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' } as const;
const ENCODING_LABELS = { hex: 'Hex', base64: 'Base64', base64url: 'Base64url' } as const;
const KEY_LABELS = { text: 'Its text', base64: 'Base64 of the key', hex: 'Hex of the key' } as const;

const TEXTS: readonly { readonly field: TextField; readonly label: string; readonly hint?: string }[] = [
  { field: 'header', label: 'Header with the signature' },
  { field: 'prefix', label: 'Prefix before it' },
  { field: 'signed', label: 'What is signed', hint: 'Text with {id}, {timestamp} and {body}.' },
  { field: 'idHeader', label: 'Header with the id' },
  { field: 'timestampHeader', label: 'Header with the timestamp' },
];

/** Which scheme signs: one of those that are known, or one that is written here. */
export function SchemeFields({
  form,
  problem,
  onChange,
}: {
  readonly form: SchemeForm;
  readonly problem: Problem | null;
  readonly onChange: (part: Partial<SchemeForm>) => void;
}) {
  const set = (part: Partial<TemplateForm>): void => onChange({ template: { ...form.template, ...part } });
  return (
    <>
      <div className="form-row">
        <span className="label">Scheme</span>
        <Picker
          label="Scheme"
          value={form.schemeId}
          choices={CHOICES}
          onChoose={(schemeId) => onChange({ schemeId })}
        />
      </div>
      {form.schemeId === 'template' ? (
        <div className="lab-template">
          {TEXTS.map(({ field, label, hint }) => (
            <FormRow
              key={field}
              label={label}
              {...(hint === undefined ? {} : { hint })}
              wrong={problem?.field?.endsWith(`scheme.${field}`) === true ? problem.message : null}
            >
              {(control) => (
                <input
                  {...control}
                  className="text mono"
                  spellCheck={false}
                  autoComplete="off"
                  value={form.template[field]}
                  onChange={(event) => set({ [field]: event.target.value })}
                />
              )}
            </FormRow>
          ))}
          <div className="form-row">
            <span className="label">Hash</span>
            <Segments
              label="Hash"
              value={form.template.hash}
              choices={HASHES.map((value) => ({ value, label: HASH_LABELS[value] }))}
              onChoose={(hash) => set({ hash })}
            />
          </div>
          <div className="form-row">
            <span className="label">Written in</span>
            <Segments
              label="Written in"
              value={form.template.encoding}
              choices={ENCODINGS.map((value) => ({ value, label: ENCODING_LABELS[value] }))}
              onChoose={(encoding) => set({ encoding })}
            />
          </div>
          <div className="form-row">
            <span className="label">The secret is</span>
            <Segments
              label="The secret is"
              value={form.template.key}
              choices={KEY_FORMS.map((value) => ({ value, label: KEY_LABELS[value] }))}
              onChoose={(key) => set({ key })}
            />
          </div>
        </div>
      ) : null}
    </>
  );
}
