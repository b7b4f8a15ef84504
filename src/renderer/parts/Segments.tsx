import { type KeyboardEvent, useRef } from 'react';

export type Choice<T extends string | number> = {
  readonly value: T;
  readonly label: string;
  readonly title?: string;
  readonly className?: string;
};

/** One of a few, all in sight: a radio group with one tab stop and arrow keys. */
export function Segments<T extends string | number>({
  label,
  choices,
  value,
  onChoose,
  className = '',
}: {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  /** Null: none of them is chosen. */
  readonly value: T | null;
  readonly onChoose: (value: T) => void;
  readonly className?: string;
}) {
  const group = useRef<HTMLDivElement>(null);
  const chosen = choices.findIndex((choice) => choice.value === value);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const next = (at + step + choices.length) % choices.length;
    const choice = choices[next];
    if (choice === undefined) return;
    buttons[next]?.focus();
    onChoose(choice.value);
  };
  return (
    <div ref={group} className={`segments ${className}`} role="radiogroup" aria-label={label} onKeyDown={move}>
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a row of segments, with the keys of a radio group
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={index === Math.max(0, chosen) ? 0 : -1}
          title={choice.title}
          className={choice.className}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
