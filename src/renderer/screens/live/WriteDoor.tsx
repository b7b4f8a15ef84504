import { Inbox } from 'lucide-react';
import { Icon } from '../../parts/Icon';
import { Mark } from '../../parts/Mark';
import { useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { plural } from '../../view-models/numbers';
import { SCRIPT_PRESETS } from '../../view-models/script-presets';
import { stepLook } from '../../view-models/script-words';
import { Door } from './Door';

/** The receiver as a door: an endpoint that does what its script says. */
export function WriteDoor() {
  const routes = useMirror((mirror) => mirror.routes);
  return (
    <Door
      title="Script a receiver"
      icon={Inbox}
      about="A path on this computer that answers as you say: down, slow, busy, or failing three times first. Every request is kept, byte for byte."
      picture={
        <ul className="picture presets">
          {SCRIPT_PRESETS.slice(0, 4).map((preset) => {
            const first = preset.steps[0];
            const look = first === undefined ? null : stepLook(first, preset.steps.length === 1);
            return (
              <li key={preset.name}>
                {look === null ? null : <Mark hue={look.hue} shape={look.shape} />}
                <span>
                  <b>{preset.name}</b>
                  <small>{preset.says}</small>
                </span>
              </li>
            );
          })}
        </ul>
      }
    >
      <button
        type="button"
        className="button large"
        onClick={() => {
          goTo('receiver');
          openOverlay({ kind: 'new-route' });
        }}
      >
        <Icon of={Inbox} />
        New route
      </button>
      <span>{routes.length === 0 ? 'Loopback only' : `${plural(routes.length, 'route')} so far`}</span>
    </Door>
  );
}
