import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { NEWS_CLASSES, type NewsClass } from '../../shared/contract/shell';

/** What a person chose of the desktop. All of it is off until then. */
export type DesktopChoices = Readonly<Record<NewsClass | 'tray', boolean>>;

export const NO_CHOICES: DesktopChoices = { suspended: false, failed: false, trouble: false, tray: false };

/** Kept in a file of its own beside the window’s place: the shell needs it before the engine is up. */
export class ChoiceKeeper {
  readonly #path: string;
  #choices: DesktopChoices;

  constructor(path: string) {
    this.#path = path;
    this.#choices = readChoices(loadText(path));
  }

  get choices(): DesktopChoices {
    return this.#choices;
  }

  /** @throws Error of the file system; the choice holds until the app ends all the same */
  set(name: keyof DesktopChoices, value: boolean): void {
    this.#choices = { ...this.#choices, [name]: value };
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#choices));
    renameSync(`${this.#path}.new`, this.#path);
  }
}

/** Only a written `true` turns anything on. */
export function readChoices(text: string | null): DesktopChoices {
  let saved: unknown = null;
  try {
    saved = text === null ? null : JSON.parse(text);
  } catch {
    return NO_CHOICES; // cut off or edited by hand
  }
  if (typeof saved !== 'object' || saved === null) return NO_CHOICES;
  const isOn = (name: keyof DesktopChoices): boolean => Reflect.get(saved, name) === true;
  const [suspended, failed, trouble] = NEWS_CLASSES.map(isOn);
  return { suspended: suspended === true, failed: failed === true, trouble: trouble === true, tray: isOn('tray') };
}

function loadText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // nothing was chosen yet
  }
}
