import { Pin } from 'lucide-react';
import { Icon } from './Icon';

const SAYS = 'Pinned: clearing and retention leave it';

/** In a list: that a row is pinned. */
export const PinSign = ({ pinned }: { readonly pinned: boolean }) =>
  pinned ? (
    <span className="sign" role="img" aria-label={SAYS} title={SAYS}>
      <Icon of={Pin} size={12} />
    </span>
  ) : null;
