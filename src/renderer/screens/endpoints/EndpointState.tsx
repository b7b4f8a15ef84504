import { Ban } from 'lucide-react';
import type { EndpointState as State } from '../../../shared/model/endpoint';
import { Icon } from '../../parts/Icon';

export function EndpointState({ state }: { readonly state: State }) {
  switch (state) {
    case 'enabled':
      return <span className="chip ok">Active</span>;
    case 'disabled':
      return (
        <span className="chip held">
          <Icon of={Ban} size={12} />
          Disabled
        </span>
      );
    case 'deleted':
      return <span className="chip">Deleted</span>;
  }
}
