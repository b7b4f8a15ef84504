import type { AttemptDetail } from '../../../shared/contract/views';
import type { HeaderList } from '../../../shared/model/header';
import { showHidden } from '../../../shared/words/hidden';
import { BodyView } from '../../parts/BodyView';
import { CodeLines } from '../../parts/CodeLines';
import { CopyButton } from '../../parts/CopyButton';
import { useCopies } from '../../parts/use-copies';
import { textSource } from '../../view-models/body-lines';
import { exactTime } from '../../view-models/instants';
import { rawExchange, WHOLE } from '../../view-models/message-copies';
import { outcomeLook } from '../../view-models/outcome-look';
import { targetOf } from '../../view-models/raw-message';

export function Headers({ first, headers }: { readonly first: string; readonly headers: HeaderList }) {
  return (
    <section className="headers" aria-label="Headers">
      <p className="start">{showHidden(first)}</p>
      <dl>
        {headers.map(([name, value], index) => (
          // Order and repetition are what is shown here: a field's place is its identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index}>
            <dt className="name cut" title={name}>
              {name}
            </dt>
            <dd className="value" title={timestampNote(name, value)}>
              {showHidden(value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Seconds since 1970 in a timestamp header are wall time, whatever the clock does. */
function timestampNote(name: string, value: string): string | undefined {
  if (!/timestamp$/i.test(name) || !/^\d{10}$/.test(value)) return undefined;
  return `wall time, ${exactTime(Number(value) * 1_000)}`;
}

export function RequestTab({ attempt }: { readonly attempt: AttemptDetail }) {
  const { request } = attempt;
  return (
    <>
      <Headers first={`${request.method} ${targetOf(request.url)} HTTP/1.1`} headers={request.headers} />
      <BodyView
        key={attempt.n}
        base64={attempt.requestBody}
        trueBytes={request.bodyBytes}
        contentType={contentType(request.headers)}
      />
    </>
  );
}

const contentType = (headers: HeaderList): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';

export function ResponseTab({ attempt }: { readonly attempt: AttemptDetail }) {
  const { response, outcome } = attempt;
  if (response === null) {
    const look = outcomeLook(outcome);
    const why = look.detail === '' ? look.word : `${look.word}: ${look.detail}`;
    const says = `No response was read. ${why.replace(/\.$/, '')}.`;
    return <p className="tab-empty">{outcome === null ? 'In flight.' : says}</p>;
  }
  return (
    <>
      <Headers first={`HTTP/1.1 ${response.status} ${response.reason}`.trim()} headers={response.headers} />
      <BodyView
        key={attempt.n}
        base64={response.body}
        trueBytes={response.bodyBytes}
        cut={response.bodyTruncated}
        contentType={contentType(response.headers)}
      />
    </>
  );
}

/** Both messages as they stood on the wire, headers and body together. */
export function RawTab({ attempt }: { readonly attempt: AttemptDetail }) {
  const copies = useCopies();
  const text = rawExchange(attempt, WHOLE);
  const { response } = attempt;
  return (
    <>
      <div className="body-bar">
        <b>{response === null ? 'Request' : 'Request and response'}</b>
        <span className="grow" />
        <CopyButton text={() => copies('The exchange', (redactor) => rawExchange(attempt, redactor))}>
          Copy both
        </CopyButton>
      </div>
      <CodeLines label="Request and response, raw" source={textSource(text)} />
    </>
  );
}
