import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sayProblem } from '../state/toasts';
import { Icon } from './Icon';

const SHOWN_MS = 1_400;

/** What is copied, and what follows once it is. */
export type Copied = { readonly text: string; readonly told: () => void };

/** Puts a text on the clipboard, or says why it could not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    sayProblem(`The clipboard could not be written: ${why}. Select the text and copy it by hand.`);
    return false;
  }
}

/** Copies; shows a check for a moment. `text` may be made on demand. */
export function CopyButton({
  text,
  says,
  children,
  icon = Copy,
  small = true,
  off,
}: {
  readonly text: string | (() => string | Copied | null | Promise<string | null>);
  /** The accessible name when there are no words on the button. */
  readonly says?: string;
  readonly children?: string;
  readonly icon?: LucideIcon;
  readonly small?: boolean;
  /** Why there is nothing to copy. */
  readonly off?: string | undefined;
}) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async (): Promise<void> => {
    const value = typeof text === 'string' ? text : await text();
    if (value === null || !(await copyText(typeof value === 'string' ? value : value.text))) return;
    setDone(true);
    if (typeof value !== 'string') value.told();
  };
  const face = <Icon of={done ? Check : icon} size={13} />;
  if (children === undefined) {
    return (
      <button
        type="button"
        className="square plain small"
        aria-label={done ? 'Copied' : (says ?? 'Copy')}
        title={off ?? says ?? 'Copy'}
        disabled={off !== undefined}
        onClick={() => void copy()}
      >
        {face}
      </button>
    );
  }
  return (
    <button
      type="button"
      className={small ? 'button small' : 'button'}
      title={off}
      disabled={off !== undefined}
      onClick={() => void copy()}
    >
      {face}
      {done ? 'Copied' : children}
    </button>
  );
}
