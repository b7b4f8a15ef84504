import { Fragment } from 'react';
import { Modal } from '../../parts/Modal';
import { goTo } from '../../state/navigation';
import { closeOverlay, openOverlay } from '../../state/overlays';
import { FIXED_KEYS, SHORTCUT_GROUPS, SHORTCUTS } from '../../state/shortcut-table';
import { heardFor, keyName, useBindings } from '../../state/shortcuts';

/** Every key there is, as it is now. */
export function ShortcutSheet() {
  const bindings = useBindings();
  const hasOthers = SHORTCUTS.some(({ id }) => heardFor(id, bindings).length > 1);
  return (
    <Modal title="Keys" wide onClose={closeOverlay}>
      <div className="content">
        {hasOthers ? (
          <p className="hint">
            Where two keys stand, a browser may keep the first for itself; the second does the same.
          </p>
        ) : null}
        {SHORTCUT_GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl className="shortcut-list">
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map(({ id, says }) => (
                <Line key={id} says={says} keys={heardFor(id, bindings).map((keys) => keyName(keys))} isEither />
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

/** `isEither`: its keys are alternatives, the second for where a browser keeps the first. */
function Line({
  says,
  keys,
  isEither = false,
}: {
  readonly says: string;
  readonly keys: readonly string[];
  readonly isEither?: boolean;
}) {
  return (
    <div>
      <dt>{says}</dt>
      <dd>
        {keys.map((key, index) => (
          <Fragment key={key}>
            {isEither && index > 0 ? <small className="muted"> or </small> : null}
            <span className="key">{key}</span>
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
