import { type KeyboardEvent, useRef } from 'react';
import type { PolicyView } from '../../shared/contract/views';
import { policyInShort } from '../view-models/policy-facts';

/** The policies to choose from: one tab stop, arrows move. */
export function PolicyCards({
  policies,
  value,
  onChoose,
}: {
  readonly policies: readonly PolicyView[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
}) {
  const group = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = policies.findIndex(({ policy }) => policy.id === value);
    const next = (at + step + policies.length) % policies.length;
    const id = policies[next]?.policy.id;
    if (id === undefined) return;
    onChoose(id);
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div ref={group} className="policy-cards" role="radiogroup" aria-label="Policy" onKeyDown={move}>
      {policies.map(({ policy, preview }) => (
        // biome-ignore lint/a11y/useSemanticElements: a card with two lines, with the keys of a radio group
        <button
          key={policy.id}
          type="button"
          role="radio"
          aria-checked={policy.id === value}
          tabIndex={policy.id === value ? 0 : -1}
          className="policy-card"
          title={policy.summary}
          onClick={() => onChoose(policy.id)}
        >
          {policy.name}
          <small>{policyInShort(policy, preview)}</small>
        </button>
      ))}
    </div>
  );
}
