import { useEffect, useRef, useState } from 'react';
import { readCurl } from '../../../shared/imports/read-curl';
import { FormRow } from '../../parts/FormRow';
import { editDraft } from '../../state/draft';
import { base64Of } from '../../view-models/body-bytes';
import { bodyOf } from '../../view-models/draft-body';
import { sayTaken } from '../../view-models/taken';

/** Makes a draft of a cURL command. Nothing of the command is kept: it may hold secrets. */
export function CurlBox({ onTaken }: { readonly onTaken: (says: string) => void }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  const take = (command: string): void => {
    const read = readCurl(command);
    if (!read.ok) {
      setWrong(read.problem.message);
      field.current?.focus();
      return;
    }
    const { type, contentType, body, left } = read.value;
    editDraft({ type: type ?? '', contentType, body: bodyOf(base64Of(body)) });
    onTaken(sayTaken(type !== null, left));
  };

  return (
    <div className="curl-box">
      <FormRow
        label="cURL command"
        wrong={wrong}
        hint="It is read and not run. Only its body and content type are taken over."
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            className="text mono"
            rows={4}
            spellCheck={false}
            autoComplete="off"
            placeholder="curl … --data-raw '{}'"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setWrong(null);
            }}
            onPaste={(event) => {
              if (text !== '') return;
              // A text field would change the ends of lines inside of quotes, so that the clipboard is read itself.
              const pasted = event.clipboardData.getData('text/plain');
              event.preventDefault();
              setText(pasted);
              take(pasted);
            }}
          />
        )}
      </FormRow>
      <button type="button" className="button" onClick={() => take(text)}>
        Take over
      </button>
    </div>
  );
}
