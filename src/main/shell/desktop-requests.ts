import {
  type DesktopAnswer,
  type DesktopChoices,
  type DesktopSwitch,
  desktopRequest,
  type MenuKeys,
} from '../../shared/contract/desktop';
import { LINK_SCHEME } from '../../shared/contract/shell';
import type { Shown } from './notices-outside';

export type DesktopWorld = {
  readonly choices: () => DesktopChoices;
  /** Keeps the choice, and does at once what it means. Throws when it could not be kept. */
  readonly choose: (name: DesktopSwitch, on: boolean) => void;
  readonly testNotification: () => Promise<Shown>;
  /** Opens the data folder in the system's file manager; resolves to why it did not, or null. */
  readonly openFolder: () => Promise<string | null>;
  readonly takesLinks: () => boolean;
  /** Asks the system to open links with this app. */
  readonly takeLinks: () => void;
  readonly setKeys: (keys: MenuKeys) => void;
};

/** Does what the page asks about the desktop. What it sends is read like anything from outside. */
export async function answerDesktop(asked: unknown, world: DesktopWorld): Promise<DesktopAnswer> {
  const read = desktopRequest.safeParse(asked);
  if (!read.success) return { ok: false, message: 'The window asked for something that this version does not know.' };
  const request = read.data;
  const done = (says: string | null = null): DesktopAnswer => ({
    ok: true,
    report: { choices: world.choices(), takesLinks: world.takesLinks() },
    says,
  });
  switch (request.kind) {
    case 'read':
      return done();
    case 'choose':
      try {
        world.choose(request.name, request.on);
        return done();
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return done(`It holds until Retryscope ends, but could not be kept: ${why}`);
      }
    case 'test-notification': {
      const shown = await world.testNotification();
      return shown.kind === 'shown' ? done('The system showed it.') : { ok: false, message: whyNotShown(shown) };
    }
    case 'open-folder': {
      const why = await world.openFolder();
      return why === null
        ? done('The data folder is open in the file manager.')
        : {
            ok: false,
            message: `The system did not open the data folder: ${why}. Copy its path, and open it by hand.`,
          };
    }
    case 'take-links':
      world.takeLinks();
      return world.takesLinks()
        ? done(`${LINK_SCHEME}:// links open Retryscope now.`)
        : {
            ok: false,
            message: `The system did not make Retryscope the app for ${LINK_SCHEME}:// links. It does so for an app that is installed.`,
          };
    case 'keys':
      world.setKeys(request.keys);
      return done();
  }
}

function whyNotShown(shown: Exclude<Shown, { kind: 'shown' }>): string {
  switch (shown.kind) {
    case 'none':
      return 'This system shows no notifications.';
    case 'failed':
      return `The system did not show it: ${shown.why}`;
    case 'silent':
      return 'The system did not say that it showed it. Look whether it is kept back: Do not disturb, or the system’s settings for Retryscope.';
  }
}
