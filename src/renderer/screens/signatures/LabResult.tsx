import { useMemo } from 'react';
import type { SignatureReport } from '../../../shared/contract/signature';
import { showHidden } from '../../../shared/words/hidden';
import { sayVerdictWord } from '../../../shared/words/signature';
import { CodeLines } from '../../parts/CodeLines';
import { CopyButton } from '../../parts/CopyButton';
import { Mark } from '../../parts/Mark';
import { bytesOf, readableText, textOf } from '../../view-models/body-bytes';
import { plural, sayBytes } from '../../view-models/numbers';
import { baseSource, signatureMark, WHITE_SPACE_SAYS } from '../../view-models/signature-form';

/** The verdict, the two values, the mistake, and what was signed. */
export function LabResult({ report }: { readonly report: SignatureReport }) {
  const { verdict, received, expected, explained } = report;
  const mark = signatureMark(verdict);
  return (
    <>
      <p className="lab-verdict">
        <Mark hue={mark.hue} shape={mark.shape} />
        <b>{sayVerdictWord(verdict)}</b>
        <span>{verdict.why}</span>
      </p>
      {explained === null ? null : (
        <p className={explained.known ? 'lab-found known' : 'lab-found'}>{explained.says}</p>
      )}
      <dl className="lab-values">
        {received.map((value, index) => (
          // A repeated header is known by its place alone.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index}>
            <dt>Received</dt>
            <dd className="mono">{value === '' ? 'empty' : showHidden(value)}</dd>
          </div>
        ))}
        {received.length > 0 ? null : (
          <div>
            <dt>Received</dt>
            <dd className="muted">no such header</dd>
          </div>
        )}
        {expected === null ? null : (
          <div>
            <dt>Right</dt>
            <dd className="mono right-value">
              <span>{expected}</span>
              <CopyButton text={expected} says="Copy the right value" />
            </dd>
          </div>
        )}
      </dl>
      <BaseString report={report} />
    </>
  );
}

function BaseString({ report: { base, baseBytes } }: { readonly report: SignatureReport }) {
  const bytes = useMemo(() => bytesOf(base), [base]);
  const source = useMemo(() => baseSource(readableText(bytes)), [bytes]);
  const isText = useMemo(() => textOf(bytes) !== null, [bytes]);
  const isCut = bytes.length < baseBytes;
  return (
    <>
      <div className="body-bar">
        <b>What is signed</b>
        <span className="mono muted">{sayBytes(baseBytes)}</span>
        {isCut ? <span className="muted cut">the first {sayBytes(bytes.length)} are shown</span> : null}
        {isText || isCut ? null : <span className="muted cut">not UTF-8</span>}
        <span className="grow" />
        <span className="muted">{WHITE_SPACE_SAYS}</span>
      </div>
      <CodeLines label={`What is signed, ${plural(source.count, 'line')}`} source={source} />
    </>
  );
}
