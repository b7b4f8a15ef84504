import { openSettings } from '../person';
import { FURTHER_SETTINGS } from '../settings-parts';
import { main, type Scene } from './scene';

/** What cannot be seen to do something by itself: it saves a file, opens one, or leaves the app. */
const OUTSIDE =
  /^button (Export workspace|Save a diagnostics bundle|Open folder|Choose a workspace file|Open these links)/;

/** The largest of them in a small window, where everything has to be reached all the same. */
export const SMALL_SETTINGS: Scene = {
  name: 'Settings, Data, small',
  open: async (page) => {
    await openSettings(page, 'Data');
    return page.getByRole('region', { name: 'Data', exact: true });
  },
  last: OUTSIDE,
};

const part = (name: string): Scene => ({
  name: `Settings, ${name}`,
  open: async (page) => {
    await openSettings(page, name);
    return name === 'Appearance' ? main(page) : page.getByRole('region', { name, exact: true });
  },
  ...(name === 'Workspace' || name === 'About' || name === 'Data' || name === 'Desktop' ? { last: OUTSIDE } : {}),
  ...(name === 'Keyboard' ? { alike: /^button .*Change$/ } : {}),
});

/** Every part of the settings, and the question before everything is reset. */
export const SETTINGS_SCENES: readonly Scene[] = [
  ...FURTHER_SETTINGS.map(part),
  {
    name: 'Reset everything?',
    open: async (page) => {
      await openSettings(page, 'Data');
      await page.getByRole('button', { name: 'Reset everything' }).click();
      return page.getByRole('group', { name: 'Reset', exact: true });
    },
    last: /^button Reset/,
  },
  // At the end: a theme that is chosen no longer follows the system's.
  part('Appearance'),
];
