import { useMemo } from 'react';
import { CodeLines } from '../../parts/CodeLines';
import { CopyButton } from '../../parts/CopyButton';
import { shortText } from '../../view-models/bodies/text-lines';
import { bytesOf, readableText } from '../../view-models/body-bytes';
import type { InspectedMessage } from '../../view-models/inspected';
import { sayBytes } from '../../view-models/numbers';

/** So much of each body is drawn, in bytes; copying takes all. */
const MOST_DRAWN = 262_144;

function rawText({ first, headers, trailers, body }: InspectedMessage, most: number): string {
  const bytes = bytesOf(body.base64);
  const lines = (list: InspectedMessage['headers']): string =>
    list.map(([name, value]) => `${name}: ${value}`).join('\n');
  const rest = bytes.length > most ? `\n[${sayBytes(bytes.length - most)} more; Body shows all]` : '';
  const after = trailers.length === 0 ? '' : `\n\n${lines(trailers)}`;
  return `${first}\n${lines(headers)}\n\n${readableText(bytes.subarray(0, most))}${rest}${after}`;
}

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
  const source = useMemo(
    () => shortText(messages.map((message) => rawText(message, MOST_DRAWN)).join('\n\n')),
    [messages],
  );
  return (
    <>
      <div className="body-bar">
        <b>{title}</b>
        {reconstructed === null ? null : <span className="chip fill">Reconstructed</span>}
        <span className="grow" />
        <CopyButton text={() => messages.map((message) => rawText(message, Number.POSITIVE_INFINITY)).join('\n\n')}>
          {copied}
        </CopyButton>
      </div>
      {reconstructed === null ? null : <p className="body-note">{reconstructed}</p>}
      <CodeLines label={`${title}, raw`} source={source} />
    </>
  );
}
