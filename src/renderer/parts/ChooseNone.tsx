import { X } from 'lucide-react';
import { Icon } from './Icon';

/** Ends a choice of rows. */
export const ChooseNone = ({ onClear }: { readonly onClear: () => void }) => (
  <button type="button" className="square plain small" aria-label="Choose none" title="Choose none" onClick={onClear}>
    <Icon of={X} />
  </button>
);
