import { FormRow } from '../../parts/FormRow';
import { editDraft } from '../../state/draft';
import { bodySize, type DraftBody, textBody } from '../../view-models/draft-body';
import { jsonProblem } from '../../view-models/json-layout';
import { sayBytes } from '../../view-models/numbers';

/** The body as plain text; nothing rewrites it. Bytes that a text field would change stay bytes. */
export function BodyField({
  body,
  contentType,
  wrong,
}: {
  readonly body: DraftBody;
  readonly contentType: string;
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
  const expectsJson = /json/i.test(contentType);
  const problem = expectsJson && body.text !== '' ? jsonProblem(body.text) : null;
  const size = sayBytes(bodySize(body));
  const hint =
    problem !== null
      ? `Not JSON: ${problem} It goes out as it is.`
      : expectsJson && body.text !== ''
        ? `Valid JSON, ${size}. Goes out exactly as typed.`
        : `${size}. Goes out exactly as typed.`;
  return (
    <FormRow label="Body" hint={hint} wrong={wrong}>
      {(control) => (
        <textarea
          {...control}
          className="text"
          rows={11}
          spellCheck={false}
          value={body.text}
          onChange={(event) => editDraft({ body: textBody(event.target.value) })}
        />
      )}
    </FormRow>
  );
}
