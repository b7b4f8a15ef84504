import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type BodyInput, useFormatted, useOpenedBody } from '../bodies/use-body';
import { saveFile } from '../state/save-file';
import { bodyFileName } from '../view-models/bodies/body-file';
import type { BodyPart } from '../view-models/bodies/multipart';
import { ASKS_FIRST, type BodyForm, type OpenedBody, type Shown } from '../view-models/bodies/open-body';
import { linesOf } from '../view-models/bodies/text-lines';
import { base64Of, bytesIn, bytesOf } from '../view-models/body-bytes';
import { hexSource } from '../view-models/body-lines';
import { plural, sayBytes } from '../view-models/numbers';
import { FormFields, PartList, RasterView } from './BodyParts';
import { CodeLines } from './CodeLines';
import { CopyButton } from './CopyButton';
import { Icon } from './Icon';
import { JsonTree } from './JsonTree';
import { Segments } from './Segments';

const FORM_NAMES: Readonly<Record<BodyForm, string>> = {
  formatted: 'Formatted',
  tree: 'Tree',
  fields: 'Fields',
  parts: 'Parts',
  image: 'Picture',
  text: 'Text',
  hex: 'Hex',
};

/** A body in the forms that fit it: its bytes are never changed, and can be saved from every one of them. */
export function BodyView({
  id,
  base64,
  trueBytes,
  cut = false,
  contentType,
  contentEncoding = '',
  fileStem,
}: {
  /** The same only for the same body. */
  readonly id: string;
  readonly base64: string;
  /** The body's length on the wire; more than is held when it was cut. */
  readonly trueBytes: number;
  readonly cut?: boolean;
  readonly contentType: string;
  readonly contentEncoding?: string;
  /** The name under which it is saved, without its ending. */
  readonly fileStem: string;
}) {
  const heldBytes = bytesIn(base64);
  const isCut = cut || heldBytes < trueBytes;
  const input = useMemo<BodyInput>(
    () => ({ key: `${id} ${base64.length}`, base64, contentType, contentEncoding, cut: isCut }),
    [id, base64, contentType, contentEncoding, isCut],
  );
  const { value: opened, problem } = useOpenedBody(input);
  const fileName = bodyFileName(fileStem, contentType, contentEncoding);
  if (trueBytes === 0 && heldBytes === 0) return <p className="tab-empty">No body.</p>;
  const head = (
    <>
      <b>Body</b>
      <span className="mono muted">{sayBytes(trueBytes)}</span>
      {isCut ? <span className="muted cut">first {sayBytes(heldBytes)} are held</span> : null}
    </>
  );
  const save = (
    <button
      type="button"
      className="square plain small"
      aria-label="Save body"
      title={`Save the ${plural(heldBytes, 'byte')} as they came, as ${fileName}`}
      onClick={() => saveFile(new Blob([Uint8Array.from(bytesOf(base64))]), fileName)}
    >
      <Icon of={Download} size={13} />
    </button>
  );
  if (opened !== null) {
    return <Opened key={input.key} input={input} opened={opened} fileStem={fileStem} head={head} save={save} />;
  }
  return (
    <>
      <div className="body-bar">
        {head}
        <span className="grow" />
        {save}
      </div>
      {problem === null ? null : (
        <p className="list-problem" role="alert">
          The body could not be read: {problem}. It can be saved.
        </p>
      )}
    </>
  );
}

function Opened({
  input,
  opened,
  fileStem,
  head,
  save,
}: {
  readonly input: BodyInput;
  readonly opened: OpenedBody;
  readonly fileStem: string;
  /** What stands at the left of its bar. */
  readonly head: ReactNode;
  /** The button that saves the stored bytes. */
  readonly save: ReactNode;
}) {
  const isLarge = opened.bytes.length > ASKS_FIRST;
  const [wanted, setWanted] = useState<BodyForm | null>(isLarge ? null : (opened.forms[0] ?? 'hex'));
  const { value: formatted, problem } = useFormatted(input, opened, wanted);
  const form = formatted?.shown.form ?? wanted;
  const { text } = opened;
  const notes = [...opened.notes, ...(formatted?.notes ?? [])];
  const choices = opened.forms.map((value) => ({ value, label: FORM_NAMES[value] }));
  return (
    <>
      <div className="body-bar">
        {head}
        {text === null || text.charset === 'utf-8' ? null : <span className="muted cut">{text.charset}</span>}
        <span className="grow" />
        {save}
        <CopyButton
          text={() => text?.text ?? base64Of(opened.bytes)}
          says={text === null ? 'Copy the body as base64' : 'Copy the body'}
        />
        <Segments label="How the body is shown" className="small" value={form} onChoose={setWanted} choices={choices} />
      </div>
      {opened.steps.length === 0 ? null : <Decoded input={input} opened={opened} fileStem={fileStem} />}
      {notes.map((note) => (
        <p key={note} className="body-note">
          {note}
        </p>
      ))}
      {problem === null ? null : (
        <p className="list-problem" role="alert">
          It could not be formatted: {problem}. Hex shows the bytes.
        </p>
      )}
      {wanted === null ? (
        <div className="tab-empty large-body">
          <p>
            {sayBytes(opened.bytes.length)} is a large body. Choose how it is shown, or save it: formatting goes on
            beside the page, which stays free.
          </p>
          <div className="line">
            {choices.map(({ value, label }) => (
              <button key={value} type="button" className="button" onClick={() => setWanted(value)}>
                Show as {label.toLowerCase()}
              </button>
            ))}
          </div>
        </div>
      ) : formatted === null ? (
        <p className="tab-empty" aria-live="polite">
          {isLarge && problem === null ? 'Formatting' : ''}
        </p>
      ) : (
        <Drawn shown={formatted.shown} opened={opened} />
      )}
    </>
  );
}

/** What was taken off, and that what is stored is not. */
function Decoded({
  input,
  opened,
  fileStem,
}: {
  readonly input: BodyInput;
  readonly opened: OpenedBody;
  readonly fileStem: string;
}) {
  const codings = opened.steps.map(({ coding }) => coding).join(', then ');
  return (
    <div className="body-note line">
      <span className="grow">
        Shown without {codings}: {sayBytes(opened.stored.length)} became {sayBytes(opened.bytes.length)}. The stored
        bytes are unchanged.
      </span>
      <button
        type="button"
        className="button small"
        onClick={() =>
          saveFile(new Blob([Uint8Array.from(opened.bytes)]), bodyFileName(fileStem, input.contentType, ''))
        }
      >
        Save decoded
      </button>
    </div>
  );
}

function Drawn({ shown, opened }: { readonly shown: Shown; readonly opened: OpenedBody }) {
  switch (shown.form) {
    case 'hex':
      return <HexLines bytes={opened.bytes} />;
    case 'image':
      return opened.raster === null ? null : <RasterView raster={opened.raster} bytes={opened.bytes} />;
    case 'fields':
      return <FormFields fields={shown.fields} />;
    case 'parts':
      return <PartList parts={shown.multipart.parts} bytes={opened.bytes} drawBody={drawPart} />;
    case 'tree':
      return <JsonTree text={shown.text} index={shown.index} />;
    case 'formatted':
    case 'text':
      return <TextLines shown={shown} />;
  }
}

const drawPart = (part: BodyPart, own: Uint8Array, fileName: string) => (
  <BodyView
    id={`part ${part.start}`}
    base64={base64Of(own)}
    trueBytes={own.length}
    contentType={part.contentType}
    fileStem={fileName.replace(/\.[^.]*$/, '')}
  />
);

function HexLines({ bytes }: { readonly bytes: Uint8Array }) {
  const source = useMemo(() => hexSource(bytes), [bytes]);
  return <CodeLines label={`Body, hex, ${plural(source.count, 'line')}`} source={source} />;
}

function TextLines({ shown }: { readonly shown: Extract<Shown, { readonly form: 'formatted' | 'text' }> }) {
  const source = useMemo(() => linesOf(shown.text, shown.lines, shown.json ? 'json' : 'plain'), [shown]);
  return <CodeLines label={`Body, ${shown.form}, ${plural(source.count, 'line')}`} source={source} />;
}
