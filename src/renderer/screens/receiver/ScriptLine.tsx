import type { ReactNode } from 'react';
import type { Script } from '../../../shared/model/receiver';
import { Mark } from '../../parts/Mark';
import { requestNumbers, stepLook } from '../../view-models/script-words';

/** The steps of a script as blocks on a line, with the requests that each answers under it. */
export function ScriptLine({
  script,
  openIndex,
  onOpen,
  children,
}: {
  readonly script: Script;
  readonly openIndex: number | null;
  readonly onOpen: (index: number | null) => void;
  readonly children: ReactNode;
}) {
  const numbers = requestNumbers(script);
  return (
    <div className="script-line">
      <ol aria-label="Steps">
        {script.steps.map((step, index) => {
          const look = stepLook(step, index === script.steps.length - 1);
          const open = index === openIndex;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
            <li key={index}>
              <button
                type="button"
                className={`block block-${look.hue}`}
                aria-expanded={open}
                onClick={() => onOpen(open ? null : index)}
              >
                <span className="only-read">Step {index + 1}:</span>
                <span className="title">
                  <Mark hue={look.hue} shape={look.shape} />
                  <b>{look.title}</b>
                  <small>{look.span}</small>
                </span>
                <span className="detail cut">{look.detail}</span>
              </button>
              <Numbers range={numbers[index] ?? null} perId={script.scope === 'per-id' && index === 0} />
            </li>
          );
        })}
        <li className="add">{children}</li>
      </ol>
    </div>
  );
}

function Numbers({
  range,
  perId,
}: {
  readonly range: readonly [from: number, to: number | null] | null;
  readonly perId: boolean;
}) {
  if (range === null) return <span className="numbers">by time or chance</span>;
  const [from, to] = range;
  const short = to !== null && to - from <= 1;
  return (
    <span className="numbers">
      <i>{from}</i>
      {to === from ? null : short ? <i>{to}</i> : <i>{to === null ? '…' : `… ${to}`}</i>}
      {perId ? <span>{to === from ? 'request' : 'requests'} of an id</span> : null}
    </span>
  );
}
