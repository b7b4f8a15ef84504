import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Icon } from './Icon';

/** Two steps in place: the first says what happens, the second does it. */
export function ConfirmButton({
  label,
  confirm,
  says,
  icon,
  onConfirm,
}: {
  readonly label: string;
  readonly confirm: string;
  readonly says: string;
  readonly icon: LucideIcon;
  readonly onConfirm: () => void;
}) {
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <button type="button" className="button" onClick={() => setAsking(true)}>
        <Icon of={icon} />
        {label}
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a sentence and two buttons, not a form's fields
    <div
      className="confirm"
      role="group"
      aria-label={confirm}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setAsking(false);
      }}
    >
      <p>{says}</p>
      <button
        type="button"
        className="button danger small"
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {confirm}
      </button>
      {/* biome-ignore lint/a11y/noAutofocus: focus follows the question, on the safe answer */}
      <button type="button" autoFocus className="button small" onClick={() => setAsking(false)}>
        Keep it
      </button>
    </div>
  );
}
