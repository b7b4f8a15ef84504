import { useState } from 'react';
import type { HeaderList } from '../../../shared/model/header';
import { FormRow } from '../../parts/FormRow';
import { readHeaderLines, writeHeaderLines } from '../../view-models/header-lines';

/** Header fields, one a line, in the order in which they are sent. */
export function HeaderField({
  headers,
  wrong = null,
  onChange,
}: {
  readonly headers: HeaderList;
  readonly wrong?: string | null;
  readonly onChange: (headers: HeaderList) => void;
}) {
  const [text, setText] = useState(() => writeHeaderLines(headers));
  const [unread, setUnread] = useState<string | null>(null);
  return (
    <FormRow label="Headers, one a line" wrong={unread ?? wrong} hint="Name: value">
      {(control) => (
        <textarea
          {...control}
          className="text"
          rows={3}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const read = readHeaderLines(event.target.value);
            setUnread(read.ok ? null : read.problem.message);
            if (read.ok) onChange(read.value);
          }}
        />
      )}
    </FormRow>
  );
}
