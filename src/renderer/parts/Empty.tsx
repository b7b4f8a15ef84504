import type { ReactNode } from 'react';

/** Nothing to show: says so, and what to do. */
export function Empty({ says, children }: { readonly says: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p>{says}</p>
      {children}
    </div>
  );
}
