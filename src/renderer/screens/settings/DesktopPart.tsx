import { BellRing, Link2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { DesktopRequest, DesktopSwitch } from '../../../shared/contract/desktop';
import { Icon } from '../../parts/Icon';
import { type Said, useDesktop } from '../../state/desktop';
import { usePageActions } from '../../state/page-actions';

const BROWSER = 'This needs the desktop window: a page in a browser has no say over the desktop.';

const NOTIFICATIONS: readonly (readonly [DesktopSwitch, string])[] = [
  ['suspended', 'An endpoint is suspended'],
  ['failed', 'A delivery has failed'],
  ['trouble', 'Sending is paused by a full disk'],
];

/** What Retryscope does around its window: what it tells of, where it stands, what it asks, and who opens its links. */
export function DesktopPart() {
  const { report, ask } = useDesktop();
  const [said, setSaid] = useState<{ readonly about: DesktopRequest['kind']; readonly says: Said | null } | null>(null);
  const why = useId();
  const inBrowser = window.retryscope === undefined;
  const off = inBrowser
    ? { disabled: true, title: BROWSER, 'aria-describedby': why }
    : { disabled: report === null, 'aria-describedby': undefined };

  const act = useMemo(
    () =>
      async (request: DesktopRequest): Promise<void> => {
        setSaid(null);
        setSaid({ about: request.kind, says: await ask(request) });
      },
    [ask],
  );
  usePageActions(
    'desktop',
    useMemo(
      () =>
        inBrowser
          ? []
          : [
              {
                group: 'Do' as const,
                name: 'Show a test notification',
                icon: BellRing,
                run: () => void act({ kind: 'test-notification' }),
              },
              {
                group: 'Do' as const,
                name: 'Open retryscope:// links with Retryscope',
                icon: Link2,
                run: () => void act({ kind: 'take-links' }),
              },
            ],
      [inBrowser, act],
    ),
  );
  const choice = ([name, says]: readonly [DesktopSwitch, string]) => (
    <label key={name} className="check">
      <input
        type="checkbox"
        {...off}
        checked={report?.choices[name] ?? false}
        onChange={(event) => void act({ kind: 'choose', name, on: event.target.checked })}
      />
      {says}
    </label>
  );
  const answer = (about: DesktopRequest['kind']) => <Answer says={said?.about === about ? said.says : null} />;

  return (
    <>
      {inBrowser ? (
        <p id={why} className="second" role="note">
          {BROWSER} Start Retryscope with <span className="mono">npm start</span> to have it in its window, on the same
          data.
        </p>
      ) : null}
      <h2>Notifications</h2>
      <fieldset className="choices">
        <legend className="hint">Tell me outside the window when</legend>
        {NOTIFICATIONS.map(choice)}
      </fieldset>
      <p className="hint">Several within five seconds come as one. A click opens what it is about.</p>
      <div className="acts">
        <button type="button" className="button" {...off} onClick={() => void act({ kind: 'test-notification' })}>
          <Icon of={BellRing} />
          Show a test notification
        </button>
        {answer('test-notification')}
      </div>
      <h2>Window</h2>
      <div className="choices">
        {choice(['tray', 'Show in the tray'])}
        <p className="hint">How much is in flight and waiting, pause, and Stop, without the window.</p>
        {choice(['askBeforeQuit', 'Ask before quitting while something is in flight'])}
        <p className="hint">
          Or while a delivery waits at 1×. Unasked, what is in flight is broken off and kept as interrupted; nothing is
          lost either way.
        </p>
        {choice(['reopenPlace', 'Open the window where it was last'])}
        <p className="hint">Place, size, and whether it filled the screen. From the next start on.</p>
      </div>
      {answer('choose')}
      <h2>Links</h2>
      <p className="second">
        <span className="mono">retryscope://delivery/…</span>, <span className="mono">endpoint/…</span>,{' '}
        <span className="mono">event/…</span> and <span className="mono">run/…</span> open what they name, once you have
        said yes. <span role="status">{inBrowser ? '' : sayLinks(report?.takesLinks ?? null)}</span>
      </p>
      <div className="acts">
        <button type="button" className="button" {...off} onClick={() => void act({ kind: 'take-links' })}>
          <Icon of={Link2} />
          Open these links with Retryscope
        </button>
        {answer('take-links')}
      </div>
    </>
  );
}

function sayLinks(takesLinks: boolean | null): string {
  if (takesLinks === null) return '';
  return takesLinks
    ? 'The system opens them with this Retryscope.'
    : 'The system does not open them with this Retryscope.';
}

/** What came of the last request, where it was made. */
function Answer({ says }: { readonly says: Said | null }) {
  if (says === null) return null;
  return (
    <p className={says.wrong ? 'wrong' : 'hint'} role={says.wrong ? 'alert' : 'status'}>
      {says.message}
    </p>
  );
}
