import { Modal } from '../../parts/Modal';
import { goTo } from '../../state/navigation';
import { closeOverlay, openOverlay } from '../../state/overlays';
import { FIXED_KEYS, SHORTCUT_GROUPS, SHORTCUTS } from '../../state/shortcut-table';
import { keyName, useBindings } from '../../state/shortcuts';

/** Every key there is, as it is now. */
export function ShortcutSheet() {
  const bindings = useBindings();
  return (
    <Modal title="Keys" wide onClose={closeOverlay}>
      <div className="content">
        {SHORTCUT_GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl className="shortcut-list">
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map(({ id, says }) => (
                <Line key={id} says={says} keys={[keyName(bindings[id])]} />
              ))}
              {FIXED_KEYS[group].map(([says, keys]) => (
                <Line key={says} says={says} keys={keys} />
              ))}
            </dl>
          </section>
        ))}
        <div className="line">
          <button
            type="button"
            className="button"
            onClick={() => {
              closeOverlay();
              goTo('settings', { settingsPart: 'keyboard' });
            }}
          >
            Change keys
          </button>
          <button type="button" className="button" onClick={() => openOverlay({ kind: 'glossary' })}>
            Glossary
          </button>
        </div>
      </div>
    </Modal>
  );
}

function Line({ says, keys }: { readonly says: string; readonly keys: readonly string[] }) {
  return (
    <div>
      <dt>{says}</dt>
      <dd>
        {keys.map((key) => (
          <span key={key} className="key">
            {key}
          </span>
        ))}
      </dd>
    </div>
  );
}
