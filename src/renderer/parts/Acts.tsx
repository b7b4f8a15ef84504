import type { ReactNode } from 'react';
import { usePastReason } from '../state/use-past';

/** Controls that change something: while the past is looked at they are there, but cannot be used, and say why. */
export function Acts({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const why = usePastReason();
  return (
    <fieldset className="acts" disabled={why !== null} aria-label={label} title={why ?? undefined}>
      {children}
    </fieldset>
  );
}
