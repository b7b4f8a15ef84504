import { useMemo, useState } from 'react';
import { bytesOf, textOf } from '../view-models/body-bytes';
import { type BodyForm, bodySource, canFormat, firstForm } from '../view-models/body-lines';
import { plural, sayBytes } from '../view-models/numbers';
import { CodeLines } from './CodeLines';
import { CopyButton } from './CopyButton';
import { Segments } from './Segments';

/** A body: formatted when it is JSON, as it came, or in hex. */
export function BodyView({
  base64,
  trueBytes,
  cut = false,
  contentType,
}: {
  readonly base64: string;
  /** The body's length on the wire; more than is held when it was cut. */
  readonly trueBytes: number;
  readonly cut?: boolean;
  readonly contentType: string;
}) {
  const bytes = useMemo(() => bytesOf(base64), [base64]);
  const text = useMemo(() => textOf(bytes), [bytes]);
  const formattable = useMemo(() => text !== null && canFormat(text, contentType), [text, contentType]);
  const [wanted, setWanted] = useState<BodyForm | null>(null);
  const form = wanted ?? firstForm(bytes, text, formattable);
  const source = useMemo(() => bodySource(bytes, form), [bytes, form]);
  const isCut = cut || bytes.length < trueBytes;
  if (trueBytes === 0 && bytes.length === 0) return <p className="tab-empty">No body.</p>;
  return (
    <>
      <div className="body-bar">
        <b>Body</b>
        <span className="mono muted">{sayBytes(trueBytes)}</span>
        {isCut ? <span className="muted cut">first {sayBytes(bytes.length)} are held</span> : null}
        {text === null ? <span className="muted cut">not UTF-8</span> : null}
        <span className="grow" />
        <CopyButton text={text ?? base64} says={text === null ? 'Copy the body as base64' : 'Copy the body'} />
        <Segments
          label="How the body is shown"
          className="small"
          value={form}
          onChoose={setWanted}
          choices={[
            ...(formattable ? [{ value: 'formatted' as const, label: 'Formatted' }] : []),
            { value: 'raw' as const, label: 'Raw' },
            { value: 'hex' as const, label: 'Hex' },
          ]}
        />
      </div>
      <CodeLines label={`Body, ${form}, ${plural(source.count, 'line')}`} source={source} />
    </>
  );
}
