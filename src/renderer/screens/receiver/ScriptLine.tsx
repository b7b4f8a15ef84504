import { TriangleAlert } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Script } from '../../../shared/model/script';
import { Icon } from '../../parts/Icon';
import { Mark } from '../../parts/Mark';
import { blockWidth, type ScriptPlace, sayLeft } from '../../view-models/script-place';
import type { StepProblem } from '../../view-models/script-problems';
import { requestNumbers, sayWhich, stepLook } from '../../view-models/script-words';

export type LineActs = {
  readonly onOpen: (index: number | null) => void;
  readonly onMove: (index: number, to: number) => void;
  readonly onDuplicate: (index: number) => void;
  readonly onRemove: (index: number) => void;
};

/**
 * The steps of a script as blocks on a line, with the requests that each answers under it. A block is moved by
 * dragging it or with Alt and an arrow, copied with Ctrl D, removed with Delete.
 */
export function ScriptLine({
  script,
  place,
  openIndex,
  problems,
  focus,
  onFocused,
  acts,
  children,
}: {
  readonly script: Script;
  /** Null: nothing is in force, since the script is not saved or each delivery id has its own place. */
  readonly place: ScriptPlace | null;
  readonly openIndex: number | null;
  readonly problems: readonly StepProblem[];
  /** The block that is to have the focus, or null. */
  readonly focus: number | null;
  readonly onFocused: () => void;
  readonly acts: LineActs;
  readonly children: ReactNode;
}) {
  const numbers = requestNumbers(script);
  const line = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (focus === null) return;
    line.current?.querySelectorAll<HTMLElement>('.block')[focus]?.focus();
    onFocused();
  });
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const last = script.steps.length - 1;
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.altKey && by !== undefined) acts.onMove(index, index + by);
    else if (event.key === 'Delete') acts.onRemove(index);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') acts.onDuplicate(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drop = (event: DragEvent, index: number): void => {
    event.preventDefault();
    if (dragged !== null && dragged !== index) acts.onMove(dragged, index);
    setDragged(null);
    setOver(null);
  };
  return (
    <div className="script-line">
      <ol ref={line} aria-label="Steps">
        {script.steps.map((step, index) => {
          const look = stepLook(step, index === last, script.repeat);
          const open = index === openIndex;
          const here = place?.index === index ? place : null;
          const wrong = problems.some((problem) => problem.step === index);
          const width = blockWidth(step, look);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
              key={index}
              style={{ width }}
              className={over === index && dragged !== index ? 'drop' : undefined}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                setOver(index);
              }}
              onDrop={(event) => drop(event, index)}
            >
              <button
                type="button"
                className={`block block-${look.hue}${here === null ? '' : ' in-force'}`}
                style={{ width }}
                aria-expanded={open}
                aria-current={here === null ? undefined : 'step'}
                aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete Control+D"
                title={`${look.detail}. Drag it, or Alt and an arrow, to move it`}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', String(index));
                  setDragged(index);
                }}
                onDragEnd={() => {
                  setDragged(null);
                  setOver(null);
                }}
                onKeyDown={(event) => onKeyDown(event, index)}
                onClick={() => acts.onOpen(open ? null : index)}
              >
                <span className="only-read">Step {index + 1}:</span>
                <span className="title">
                  {wrong ? <Icon of={TriangleAlert} size={12} /> : <Mark hue={look.hue} shape={look.shape} />}
                  <b>{look.title}</b>
                  <small>{look.span}</small>
                </span>
                <span className="detail cut">{look.detail}</span>
              </button>
              {here === null ? (
                <Numbers
                  range={numbers[index] ?? null}
                  otherwise={sayWhich(script, index)}
                  perId={script.scope === 'per-id' && index === 0}
                />
              ) : (
                <Here place={here} />
              )}
            </li>
          );
        })}
        <li className="add">{children}</li>
      </ol>
    </div>
  );
}

/** What stands under the block that answers the next request. */
function Here({ place }: { readonly place: ScriptPlace }) {
  const left = sayLeft(place);
  return (
    <>
      <span className="numbers here">
        <b>now</b>
        <span className="cut">{place.says}</span>
      </span>
      {left === '' && place.round === null ? null : (
        <span className="numbers place-rest">
          {place.round === null ? '' : `round ${place.round}`}
          {place.round === null || left === '' ? '' : ', '}
          {left}
        </span>
      )}
    </>
  );
}

function Numbers({
  range,
  otherwise,
  perId,
}: {
  readonly range: readonly [from: number, to: number | null] | null;
  readonly otherwise: string;
  readonly perId: boolean;
}) {
  if (range === null) return <span className="numbers">{otherwise}</span>;
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
