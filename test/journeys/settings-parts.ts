import { SETTINGS_PARTS } from '../../src/renderer/state/navigation';

const nameOf = (part: string): string =>
  part === 'api' ? 'Local API' : `${part.charAt(0).toUpperCase()}${part.slice(1)}`;

/** Every part of the settings but the first, with which the section opens, as it is called on screen. */
export const FURTHER_SETTINGS: readonly string[] = SETTINGS_PARTS.slice(1).map(nameOf);
