import { AppWindow, Globe } from 'lucide-react';
import { useStore } from 'zustand';
import { Icon } from '../../parts/Icon';
import { useMirror } from '../../state/engine-context';
import { goTo, navigation } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { heardFor, keyName, useBindings } from '../../state/shortcuts';
import { endpointLook } from '../../view-models/endpoint-look';
import { SECTION_FACES } from './sections';

export function Rail() {
  const closed = useMirror((mirror) => mirror.endpoints.some((endpoint) => endpointLook(endpoint).kind !== 'active'));
  const inBrowser = useMirror((mirror) => mirror.host.kind === 'browser');
  const keys = useBindings();
  const section = useStore(navigation, (state) => state.section);
  return (
    <nav className="rail" aria-label="Sections">
      {SECTION_FACES.map((face) => (
        <button
          key={face.id}
          type="button"
          aria-current={face.id === section ? 'page' : undefined}
          title={`${face.name} (${heardFor(face.id, keys)
            .map((each) => keyName(each))
            .join(' or ')})`}
          onClick={() => goTo(face.id)}
        >
          <Icon of={face.icon} size={18} />
          <span>{face.name}</span>
          {face.id === 'endpoints' && closed ? <i className="lamp-held" title="An endpoint does not receive" /> : null}
        </button>
      ))}
      <button
        type="button"
        className="place"
        title="What runs here, and where its data lies"
        onClick={() => openOverlay({ kind: 'about' })}
      >
        <Icon of={inBrowser ? Globe : AppWindow} size={16} />
        <span>{inBrowser ? 'Browser' : 'Window'}</span>
      </button>
    </nav>
  );
}
