import { join } from 'node:path';
import type { Session } from 'electron';
import { isOwnDownload } from './renderer-files';

/** Asks where to save a file that the page offers; nothing that comes from elsewhere is downloaded. */
export function askWhereToSave(session: Session, folder: string): void {
  session.on('will-download', (event, item) => {
    if (!isOwnDownload(item.getURL())) {
      event.preventDefault();
      return;
    }
    const name = item.getFilename();
    item.setSaveDialogOptions({ title: `Save ${name}`, defaultPath: join(folder, name) });
    item.once('done', (_event, state) => {
      if (state === 'interrupted') console.error(`${name} could not be saved to ${item.getSavePath()}.`);
    });
  });
}
