import type { Session } from 'electron';
import { HOST, SCHEME } from './renderer-files';

/** Copying text is the one thing that the page may ask for. */
const ALLOWED = 'clipboard-sanitized-write';
const ORIGIN = `${SCHEME}://${HOST}`;

const isOurs = (address: string): boolean => address === ORIGIN || address.startsWith(`${ORIGIN}/`);

/** Denies every permission (camera, notifications, devices …) but writing text to the clipboard. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(permission === ALLOWED && isOurs(details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => permission === ALLOWED && isOurs(origin));
  session.setDevicePermissionHandler(() => false);
}
