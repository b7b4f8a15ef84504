import { type KeyboardEvent, useRef, useState } from 'react';
import type { HeaderList } from '../../../shared/model/header';
import { explainHeader } from '../../../shared/words/headers';
import { showHidden } from '../../../shared/words/hidden';
import { CopyButton, copyText } from '../../parts/CopyButton';
import { Tip } from '../../parts/Tip';
import { useCopies } from '../../parts/use-copies';
import { say } from '../../state/toasts';
import { writeHeaderLines } from '../../view-models/header-lines';
import { exactTime } from '../../view-models/instants';
import { plural } from '../../view-models/numbers';

/**
 * Header fields as they stood: order, case and repetition kept. A name says what it is for on hover and focus, and
 * copies its line when it is pressed; arrows walk from name to name.
 */
export function HeaderTable({
  label = 'Headers',
  first,
  headers,
}: {
  readonly label?: string;
  /** What stands above them: the request line, the status line. */
  readonly first: string;
  readonly headers: HeaderList;
}) {
  const list = useRef<HTMLDListElement>(null);
  const [at, setAt] = useState(0);
  const copies = useCopies();
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: headers.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const bounded = Math.max(0, Math.min(headers.length - 1, next));
    setAt(bounded);
    list.current?.querySelectorAll<HTMLElement>('dt button')[bounded]?.focus();
  };
  const copyLine = async (name: string, value: string): Promise<void> => {
    const copied = copies(name, (redactor) => writeHeaderLines(redactor.headers([[name, value]])));
    if (typeof copied === 'string') {
      if (await copyText(copied)) say(`${name} is copied.`);
    } else if (await copyText(copied.text)) copied.told();
  };
  return (
    <section className="headers" aria-label={label}>
      <div className="line">
        <p className="start grow">{showHidden(first)}</p>
        {headers.length === 0 ? null : (
          <CopyButton
            text={() => copies('The headers', (redactor) => writeHeaderLines(redactor.headers(headers)))}
            says={`Copy ${plural(headers.length, 'header')}`}
          />
        )}
      </div>
      {headers.length === 0 ? <p className="muted">No headers.</p> : null}
      <dl ref={list} onKeyDown={onKeyDown}>
        {headers.map(([name, value], index) => (
          // Order and repetition are what is shown here: a field's place is its identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index}>
            <dt className="name">
              <Tip
                side="top"
                says={`${explainHeader(name) ?? 'A header that is not well known'}. Press to copy the line.`}
              >
                <button
                  type="button"
                  className={explainHeader(name) === null ? '' : 'explained'}
                  tabIndex={index === Math.min(at, headers.length - 1) ? 0 : -1}
                  onFocus={() => setAt(index)}
                  onClick={() => void copyLine(name, value)}
                >
                  {name}
                </button>
              </Tip>
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
