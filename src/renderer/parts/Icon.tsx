import type { LucideIcon } from 'lucide-react';

/** An icon of the one set: stroke 1.75, 14 px in controls. Words stand beside it or label its button. */
export function Icon({ of: Glyph, size = 14 }: { readonly of: LucideIcon; readonly size?: number }) {
  return <Glyph className="icon" size={size} strokeWidth={1.75} aria-hidden="true" />;
}
