import { useStore } from 'zustand';
import { Icon } from '../../parts/Icon';
import { useMirror } from '../../state/engine-context';
import { goTo, navigation } from '../../state/navigation';
import { keyName } from '../../state/shortcuts';
import { endpointLook } from '../../view-models/endpoint-look';
import { SECTION_FACES } from './sections';

export function Rail() {
  const closed = useMirror((mirror) => mirror.endpoints.some((endpoint) => endpointLook(endpoint).kind !== 'active'));
  const section = useStore(navigation, (state) => state.section);
  return (
    <nav className="rail" aria-label="Sections">
      {SECTION_FACES.map((face) => (
        <button
          key={face.id}
          type="button"
          aria-current={face.id === section ? 'page' : undefined}
          title={`${face.name} (${keyName(face.keys)})`}
          onClick={() => goTo(face.id)}
        >
          <Icon of={face.icon} size={18} />
          <span>{face.name}</span>
          {face.id === 'endpoints' && closed ? <i className="lamp-held" title="An endpoint does not receive" /> : null}
        </button>
      ))}
    </nav>
  );
}
