import './why-card.css';
import { Pin, PinOff } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Rules } from '../parts/Rules';
import type { FactLine } from '../view-models/why';
import type { Why } from './why';

type WhyCardProps = {
  readonly why: Why;
  readonly cardRef: RefObject<HTMLDivElement | null>;
  readonly isPinned: boolean;
  readonly onPin: () => void;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
};

/** What is waited for, by which rule, from which band, with which draw, and what follows. */
export function WhyCard({ why, cardRef, isPinned, onPin, onEnter, onLeave }: WhyCardProps) {
  const { policyId, budget } = why;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card beside a mark, not a part of a form
    <div
      ref={cardRef}
      id="tl-why"
      className="tl-why"
      role="group"
      aria-label="Why"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      <div className="tl-why-head">
        <b>{why.title}</b>
        <Rules ids={why.rules} policyId={policyId} />
        <button
          type="button"
          className="tl-pin"
          aria-label="Keep this card open"
          aria-pressed={isPinned}
          title={isPinned ? 'Let this card go (P)' : 'Keep this card open (P, or Alt and a click on the mark)'}
          onClick={onPin}
        >
          {isPinned ? <PinOff size={13} aria-hidden="true" /> : <Pin size={13} aria-hidden="true" />}
        </button>
      </div>
      <p>{keepUnits(why.sentence)}</p>
      {why.band !== null && <Band band={why.band} />}
      <dl>
        {why.facts.map((fact) => (
          <Fact key={fact.label} fact={fact} policyId={policyId}>
            {fact.label === 'Budget left' && budget !== null && budget.of <= 20 && (
              <Pips used={budget.of - budget.left} left={budget.left} />
            )}
          </Fact>
        ))}
      </dl>
      <div className="tl-why-keys">
        <span>
          <kbd>Enter</kbd>Open
        </span>
        <span>
          <kbd>P</kbd>Keep
        </span>
        <span>
          <kbd>C</kbd>Copy
        </span>
        <span>
          <kbd>G</kbd>Go there
        </span>
      </div>
    </div>
  );
}

function Fact({
  fact: { label, value, link, more, title, ahead, rules },
  policyId,
  children,
}: {
  readonly fact: FactLine;
  readonly policyId: string | null;
  readonly children: ReactNode;
}) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={ahead ? 'is-plan' : undefined} title={title ?? undefined}>
        {children}
        <span>
          {value}
          {link !== null && <i> {link} </i>}
          {more}
        </span>
        <Rules ids={rules} policyId={policyId} />
      </dd>
    </>
  );
}

function Pips({ used, left }: { readonly used: number; readonly left: number }) {
  return (
    <span className="tl-pips" aria-hidden="true">
      {Array.from({ length: used + left }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pip is its place
        <i key={n} className={n < used ? 'tl-pip is-used' : 'tl-pip'} />
      ))}
    </span>
  );
}

/** A figure and its unit stay on one line. */
const keepUnits = (sentence: string): string => sentence.replace(/(\d) (?=(?:ms|[smhd])\b|%)/g, '$1\u00a0');

const BAND_PX = 282;

function Band({ band: { min, nominal, max, nominalShare, drawnShare } }: { readonly band: NonNullable<Why['band']> }) {
  const at = (share: number): number => 6 + share * BAND_PX;
  return (
    <svg className="tl-why-band" width="294" height="40" aria-hidden="true">
      <rect x="6" y="6" width={BAND_PX} height="12" rx="2" />
      {nominalShare > 0 && nominalShare < 1 && <path className="is-nominal" d={`M${at(nominalShare)} 3 V21`} />}
      <path className="is-draw" d={`M${at(drawnShare)} 2 V22`} />
      <circle cx={at(drawnShare)} cy="12" r="5" />
      <text x="6" y="35">
        {min}
      </text>
      {nominal !== null && (
        <text x={at(nominalShare)} y="35" textAnchor="middle">
          {nominal}
        </text>
      )}
      <text x={6 + BAND_PX} y="35" textAnchor="end">
        {max}
      </text>
    </svg>
  );
}
