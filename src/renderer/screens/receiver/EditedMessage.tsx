import type { EndpointView } from '../../../shared/contract/views';
import { CodeEditor } from '../../parts/CodeEditor';
import { FormRow } from '../../parts/FormRow';
import { textBody } from '../../view-models/draft-body';
import { readHeaderLines } from '../../view-models/header-lines';
import { sayBytes } from '../../view-models/numbers';
import { framingLines, type SendOnDraft } from '../../view-models/send-on-form';
import { TextRow } from './TextRow';

type Field = 'as.method' | 'as.headers' | 'as.body';

const isJson = (headers: string): boolean => {
  const read = readHeaderLines(headers);
  return read.ok && read.value.some(([name, value]) => /^content-type$/i.test(name) && /json/i.test(value));
};

/** A message that is written anew; what frames it is made from it, and shown. */
export function EditedMessage({
  draft,
  endpoints,
  about,
  onEdit,
}: {
  readonly draft: SendOnDraft;
  readonly endpoints: readonly EndpointView[];
  readonly about: (field: Field) => string | null;
  readonly onEdit: (part: Partial<SendOnDraft>) => void;
}) {
  const { method, headers, body } = draft;
  return (
    <>
      <TextRow label="Method" value={method} wrong={about('as.method')} onChange={(next) => onEdit({ method: next })} />
      <FormRow label="Headers, one a line" wrong={about('as.headers')} hint="Name: value">
        {(control) => (
          <CodeEditor
            control={control}
            label="Headers, one a line"
            text={headers}
            language="text"
            onChange={(next) => onEdit({ headers: next })}
          />
        )}
      </FormRow>
      <div className="form-row">
        <span className="label">Made anew when it is sent</span>
        <pre className="framing mono">{framingLines(draft, endpoints)}</pre>
      </div>
      {body.kind === 'bytes' ? (
        <div className="form-row">
          <span className="label">Body</span>
          <div className="note">
            <p className="grow">{sayBytes(body.size)} that an editor would change. They go out exactly as they came.</p>
            <button
              type="button"
              className="button small"
              onClick={() => onEdit({ body: textBody(''), isBodyEdited: true })}
            >
              Write text instead
            </button>
          </div>
        </div>
      ) : (
        <FormRow label="Body" wrong={about('as.body')}>
          {(control) => (
            <CodeEditor
              control={control}
              label="Body"
              text={body.text}
              language={isJson(headers) ? 'json' : 'text'}
              onChange={(text) => onEdit({ body: textBody(text), isBodyEdited: true })}
            />
          )}
        </FormRow>
      )}
    </>
  );
}
