import { Menu, type MenuItemConstructorOptions } from 'electron';

/** Edit, zoom, full screen and quit: what the page does not do by itself. Reloading is not among it. */
export function setMenu(platform: NodeJS.Platform): void {
  const onMac = platform === 'darwin';
  const appMenu: MenuItemConstructorOptions = onMac
    ? { role: 'appMenu' }
    : { label: 'Retryscope', submenu: [{ role: 'quit', label: 'Quit', accelerator: 'CommandOrControl+Q' }] };
  const edit: MenuItemConstructorOptions = {
    label: 'Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'resetZoom' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  };
  Menu.setApplicationMenu(Menu.buildFromTemplate([appMenu, edit, view]));
}
