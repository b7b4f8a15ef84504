import { useStore } from 'zustand';
import { Icon } from '../../parts/Icon';
import { goTo, navigation } from '../../state/navigation';
import { keyName } from '../../state/shortcuts';
import { SECTION_FACES } from './sections';

export function Rail() {
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
        </button>
      ))}
    </nav>
  );
}
