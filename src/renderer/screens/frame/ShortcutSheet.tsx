import { Modal } from '../../parts/Modal';
import { closeOverlay } from '../../state/overlays';
import { keyName } from '../../state/shortcuts';

const SHEET: readonly (readonly [
  group: string,
  keys: readonly (readonly [what: string, keys: readonly string[]])[],
])[] = [
  [
    'Everywhere',
    [
      ['All commands', [keyName('mod+k')]],
      ['Sections, from Live to Policies', [`${keyName('mod+1')} to 6`]],
      ['Filter the list', [keyName('mod+f')]],
      ['Send an event; in the form, send it', [keyName('mod+enter')]],
      ['Pause or let the clock run', ['Space']],
      ['Step to the next event, while paused', ['.']],
      ['Skip waits', ['S']],
      ['Jump to a time, or end a jump', ['T']],
      ['Look at the past: one step of the log back, one on', ['[', ']']],
      ['Ten steps of the log back, ten on', ['Shift [', 'Shift ]']],
      ['In the past: to the first step, back to live', ['Home', 'Esc']],
      ['Runs', [keyName('mod+shift+o')]],
      ['Stop all traffic', [keyName('mod+.')]],
      ['These keys', [keyName('mod+shift+/')]],
      ['Close what is open', ['Esc']],
    ],
  ],
  [
    'Lists',
    [
      ['Next and previous', ['J', 'K']],
      ['First and last', ['Home', 'End']],
      ['Open', ['Enter']],
      ['Choose one, or up to here', ['X', 'Shift J']],
      ['Choose all in the list', [keyName('mod+a')]],
      ['Send the delivery again: resend, redeliver or replay', ['R']],
      ['What may be done with the row', ['Shift F10']],
    ],
  ],
  [
    'Timeline',
    [
      ['Along the marks of a row', ['Left', 'Right']],
      ['To the next row', ['Up', 'Down']],
      ['Go to now, fit everything', ['N', 'F']],
      ['Zoom', ['+', '-']],
      ['Fold idle time', ['Z']],
      ['Open the attempt', ['Enter']],
      ['Send the marked delivery again', ['R']],
      ['What may be done with it', ['Shift F10']],
    ],
  ],
];

export function ShortcutSheet() {
  return (
    <Modal title="Keys" wide onClose={closeOverlay}>
      <div className="content">
        {SHEET.map(([group, keys]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl className="shortcut-list">
              {keys.map(([what, combination]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    {combination.map((key) => (
                      <span key={key} className="key">
                        {key}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
