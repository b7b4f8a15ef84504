import { useStore } from 'zustand';
import type { Place } from '../../../shared/contract/shell';
import { Modal } from '../../parts/Modal';
import { askedLink } from '../../state/asked-link';
import { useGoToPlace } from './use-go-to-place';

const NOTHING = 'Nothing is sent and nothing changes.';
const HAPPENS: Readonly<Record<Place['kind'], string>> = {
  delivery: NOTHING,
  endpoint: NOTHING,
  event: NOTHING,
  run: 'The live run is frozen, clock and all, and this one goes on where it was frozen.',
};

/** Asked before a link goes anywhere: whoever wrote it is not known. */
export function LinkDialog() {
  const place = useStore(askedLink, (state) => state.place);
  const goToPlace = useGoToPlace();
  if (place === null) return null;
  const close = (): void => askedLink.setState({ place: null });
  return (
    <Modal title={`Open the ${place.kind} of a link?`} onClose={close}>
      <p className="content">
        Something outside Retryscope asks for {place.kind} <span className="mono">{place.id}</span>.{' '}
        {HAPPENS[place.kind]}
      </p>
      <footer>
        <button type="button" className="button" onClick={close}>
          Leave it
        </button>
        <button
          type="button"
          className="button primary"
          onClick={() => {
            close();
            void goToPlace(place);
          }}
        >
          Open it
        </button>
      </footer>
    </Modal>
  );
}
