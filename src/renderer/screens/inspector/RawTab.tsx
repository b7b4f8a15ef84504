import { useMemo } from 'react';
import { CodeLines } from '../../parts/CodeLines';
import { CopyButton } from '../../parts/CopyButton';
import { useCopies } from '../../parts/use-copies';
import { shortText } from '../../view-models/bodies/text-lines';
import type { InspectedMessage } from '../../view-models/inspected';
import { rawMessages, WHOLE } from '../../view-models/message-copies';

/** So much of each body is drawn, in bytes; copying takes all. */
const MOST_DRAWN = 262_144;

/** Messages as they stood on the wire, headers and body together, and what of that was put together again. */
export function RawTab({
  messages,
  title,
  reconstructed,
  copied,
}: {
  readonly messages: readonly InspectedMessage[];
  readonly title: string;
  /** What is not as it was on the wire; null where every byte is. */
  readonly reconstructed: string | null;
  /** The name on the button that copies. */
  readonly copied: string;
}) {
  const copies = useCopies();
  const source = useMemo(() => shortText(rawMessages(messages, WHOLE, MOST_DRAWN)), [messages]);
  return (
    <>
      <div className="body-bar">
        <b>{title}</b>
        {reconstructed === null ? null : <span className="chip fill">Reconstructed</span>}
        <span className="grow" />
        <CopyButton text={() => copies(title, (redactor) => rawMessages(messages, redactor))}>{copied}</CopyButton>
      </div>
      {reconstructed === null ? null : <p className="body-note">{reconstructed}</p>}
      <CodeLines label={`${title}, raw`} source={source} />
    </>
  );
}
