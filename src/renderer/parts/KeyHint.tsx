import type { ShortcutId } from '../state/shortcut-table';
import { useKeys } from '../state/shortcuts';

/** The keys that a command has now. */
export function KeyHint({ of }: { readonly of: ShortcutId }) {
  return <span className="key">{useKeys(of)}</span>;
}
