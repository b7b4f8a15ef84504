import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { showHidden } from '../../shared/words/hidden';
import { saveFile } from '../state/save-file';
import { safeFileName } from '../view-models/bodies/body-file';
import type { FormField } from '../view-models/bodies/form-fields';
import type { BodyPart } from '../view-models/bodies/multipart';
import { type Raster, whyNotShown } from '../view-models/bodies/raster';
import { base64Of } from '../view-models/body-bytes';
import { plural, sayBytes } from '../view-models/numbers';
import { CopyButton } from './CopyButton';
import { Icon } from './Icon';

const MOST_FIELDS = 1_000;
const MOST_PARTS = 200;

/** The fields of a form, in their order. */
export function FormFields({ fields }: { readonly fields: readonly FormField[] }) {
  return (
    <section className="headers body-fields" aria-label={`Body, ${plural(fields.length, 'field')}`}>
      <dl>
        {fields.slice(0, MOST_FIELDS).map(({ name, value, raw }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fields may repeat; their place is their identity
          <div key={place}>
            <dt className="name cut" title={raw}>
              {name === '' ? <i>no name</i> : showHidden(name)}
            </dt>
            <dd className="value">
              {showHidden(value)}
              <CopyButton text={value} says={`Copy the value of ${name}`} />
            </dd>
          </div>
        ))}
      </dl>
      {fields.length > MOST_FIELDS ? (
        <p className="muted">The first {plural(MOST_FIELDS, 'field')} are shown. Text has them all.</p>
      ) : null}
    </section>
  );
}

/** The parts of a multipart body, each with its headers, its bytes and the way to save them. */
export function PartList({
  parts,
  bytes,
  drawBody,
}: {
  readonly parts: readonly BodyPart[];
  readonly bytes: Uint8Array;
  /** Draws a part's own bytes, when a person wants to see them. */
  readonly drawBody: (part: BodyPart, own: Uint8Array, fileName: string) => ReactNode;
}) {
  return (
    <ol className="body-parts" aria-label={`Body, ${plural(parts.length, 'part')}`}>
      {parts.slice(0, MOST_PARTS).map((part, place) => (
        <Part key={part.start} part={part} place={place} bytes={bytes} drawBody={drawBody} />
      ))}
      {parts.length > MOST_PARTS ? (
        <li className="muted">The first {plural(MOST_PARTS, 'part')} are shown. Hex has them all.</li>
      ) : null}
    </ol>
  );
}

function Part({
  part,
  place,
  bytes,
  drawBody,
}: Omit<Parameters<typeof PartList>[0], 'parts'> & { readonly part: BodyPart; readonly place: number }) {
  const [open, setOpen] = useState(false);
  const own = bytes.subarray(part.start, part.end);
  const title = part.name ?? `Part ${place + 1}`;
  const fileName = safeFileName(part.fileName, `part-${place + 1}.bin`);
  return (
    <li>
      <div className="line">
        <b className="cut">{showHidden(title)}</b>
        {part.fileName === null ? null : <span className="mono cut">{showHidden(part.fileName)}</span>}
        <span className="muted cut grow">{showHidden(part.contentType)}</span>
        <span className="mono muted">{sayBytes(own.length)}</span>
        <button type="button" className="button small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </button>
        <button
          type="button"
          className="square plain small"
          aria-label={`Save ${title}`}
          title={`Save as ${fileName}`}
          onClick={() => saveFile(new Blob([Uint8Array.from(own)]), fileName)}
        >
          <Icon of={Download} size={13} />
        </button>
      </div>
      <dl className="mono">
        {part.headers.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field's place is its identity
          <div key={index}>
            <dt className="muted">{showHidden(name)}</dt>
            <dd>{showHidden(value)}</dd>
          </div>
        ))}
      </dl>
      {open ? <div className="part-body">{drawBody(part, own, fileName)}</div> : null}
    </li>
  );
}

/** A picture that is drawn when a person asks for it. */
export function RasterView({ raster, bytes }: { readonly raster: Raster; readonly bytes: Uint8Array }) {
  const [shown, setShown] = useState(false);
  const [broken, setBroken] = useState(false);
  const why = whyNotShown(raster);
  const size = raster.width === null ? '' : `, ${raster.width} × ${raster.height}`;
  if (why !== null)
    return (
      <p className="tab-empty">
        A picture ({raster.type}) that is not shown: {why}. Hex has its bytes.
      </p>
    );
  if (broken) return <p className="tab-empty">The picture is damaged and cannot be drawn. Hex has its bytes.</p>;
  return shown ? (
    <div className="raster">
      <img
        alt={`The body, ${raster.type}${size}`}
        src={`data:${raster.type};base64,${base64Of(bytes)}`}
        onError={() => setBroken(true)}
      />
    </div>
  ) : (
    <div className="tab-empty">
      <p>
        {raster.type}
        {size}. It came from outside and is drawn only when you ask for it.
      </p>
      <button type="button" className="button" onClick={() => setShown(true)}>
        Show the picture
      </button>
    </div>
  );
}
