import { CodeEditor } from '../../parts/CodeEditor';
import { FormRow } from '../../parts/FormRow';
import { editDraft } from '../../state/draft';
import { sayBodyPromise } from '../../view-models/body-promise';
import { bodySize, type DraftBody, textBody } from '../../view-models/draft-body';
import { sayBytes } from '../../view-models/numbers';

/** The body as plain text; nothing rewrites it. Bytes that a text field would change stay bytes. */
export function BodyField({
  body,
  contentType,
  wrappedBy,
  wrong,
}: {
  readonly body: DraftBody;
  readonly contentType: string;
  /** The providers that put it into an envelope of theirs. */
  readonly wrappedBy: readonly string[];
  readonly wrong: string | null;
}) {
  if (body.kind === 'bytes') {
    return (
      <div className="form-row">
        <span className="label">Body</span>
        <div className="note">
          <p className="grow">
            {sayBytes(body.size)} that a text field would change. They go out exactly as they were.
          </p>
          <button type="button" className="button small" onClick={() => editDraft({ body: textBody('') })}>
            Write text instead
          </button>
        </div>
      </div>
    );
  }
  const hint = sayBodyPromise(body.text, bodySize(body), contentType, wrappedBy);
  return (
    <FormRow label="Body" hint={hint} wrong={wrong}>
      {(control) => (
        <CodeEditor
          control={control}
          label="Body"
          text={body.text}
          language={/json/i.test(contentType) ? 'json' : 'text'}
          onChange={(text) => editDraft({ body: textBody(text) })}
        />
      )}
    </FormRow>
  );
}
