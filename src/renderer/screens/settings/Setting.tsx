import type { ReactNode } from 'react';
import { Word } from '../../parts/Term';

/** One setting: its name, its control, and what it does. */
export function Setting({
  name,
  hint,
  children,
}: {
  readonly name: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="form-row setting">
      <span className="label">
        <Word text={name} />
      </span>
      {children}
      {hint === undefined ? null : <p className="hint">{hint}</p>}
    </div>
  );
}
