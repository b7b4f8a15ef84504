import { RotateCcw } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { fixedUse } from '../../../shared/contract/keys';
import { Icon } from '../../parts/Icon';
import { usePreferences, useSetPreferences } from '../../state/preferences';
import { conflictOf, FIXED_KEYS, SHORTCUT_GROUPS, SHORTCUTS, type ShortcutId } from '../../state/shortcut-table';
import { combinationOf, heardFor, keyName, useBindings } from '../../state/shortcuts';

type Waiting = { readonly id: ShortcutId; readonly says: string | null };

/** Every key, and the way to another one for it. */
export function KeyboardPart() {
  const bindings = useBindings();
  const { keys } = usePreferences();
  const set = useSetPreferences();
  const [waiting, setWaiting] = useState<Waiting | null>(null);

  const without = (id: ShortcutId) => Object.fromEntries(Object.entries(keys).filter(([name]) => name !== id));
  const press = (id: ShortcutId, event: KeyboardEvent): void => {
    if (waiting?.id !== id || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      setWaiting(null);
      return;
    }
    if (['Control', 'Meta', 'Shift', 'Alt'].includes(event.key)) return;
    const combination = combinationOf(event.nativeEvent);
    if (combination === null) {
      setWaiting({
        id,
        says: 'This cannot be a command’s key. Press a letter, a figure or a sign, alone or with Ctrl or Cmd.',
      });
      return;
    }
    const use = fixedUse(id, combination);
    if (use !== null) {
      setWaiting({ id, says: `${keyName(combination)} is always “${use}”. Press another, or Esc.` });
      return;
    }
    const conflict = conflictOf(id, combination, bindings);
    if (conflict !== null) {
      setWaiting({ id, says: `${keyName(combination)} is “${conflict.says}” already. Press another, or Esc.` });
      return;
    }
    setWaiting(null);
    const isOwn = SHORTCUTS.some((shortcut) => shortcut.id === id && shortcut.keys === combination);
    void set({ keys: isOwn ? without(id) : { ...keys, [id]: combination } });
  };

  return (
    <>
      <p className="second">
        Choose a command, then press its new keys. The window’s menu shows them too. Some combinations a browser keeps
        for itself; there other keys do the same.
      </p>
      <div>
        <button
          type="button"
          className="button"
          disabled={Object.keys(keys).length === 0}
          onClick={() => void set({ keys: {} })}
        >
          <Icon of={RotateCcw} />
          Reset all keys
        </button>
      </div>
      {SHORTCUT_GROUPS.map((group) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <ul className="key-list">
            {SHORTCUTS.filter((shortcut) => shortcut.group === group).map(({ id, says }) => {
              const isWaiting = waiting?.id === id;
              return (
                <li key={id}>
                  <span>{says}</span>
                  <span className="grow" />
                  {isWaiting && waiting.says !== null ? (
                    <span className="wrong" role="alert">
                      {waiting.says}
                    </span>
                  ) : null}
                  {heardFor(id, bindings)
                    .slice(1)
                    .map((other) => (
                      <small key={other} className="muted">
                        in this browser also <span className="key">{keyName(other)}</span>
                      </small>
                    ))}
                  {id in keys ? (
                    <button
                      type="button"
                      className="square plain small"
                      aria-label={`Reset the keys of “${says}”`}
                      title="Reset"
                      onClick={() => void set({ keys: without(id) })}
                    >
                      <Icon of={RotateCcw} />
                    </button>
                  ) : null}
                  <button
                    type="button"
                    className={isWaiting ? 'button small lit mono' : 'button small mono'}
                    aria-label={
                      isWaiting ? `Press the keys for “${says}”` : `${says}: ${keyName(bindings[id])}. Change`
                    }
                    onClick={() => setWaiting(isWaiting ? null : { id, says: null })}
                    onBlur={() => setWaiting(null)}
                    onKeyDown={(event) => press(id, event)}
                  >
                    {isWaiting ? 'Press keys…' : keyName(bindings[id])}
                  </button>
                </li>
              );
            })}
            {FIXED_KEYS[group].map(([says, fixed]) => (
              <li key={says}>
                <span>{says}</span>
                <span className="grow" />
                {fixed.map((key) => (
                  <span key={key} className="key">
                    {key}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
