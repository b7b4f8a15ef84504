import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import {
  DEFAULT_CHOICES,
  DESKTOP_SWITCHES,
  type DesktopChoices,
  type DesktopSwitch,
} from '../../shared/contract/desktop';

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
  set(name: DesktopSwitch, on: boolean): void {
    this.#choices = { ...this.#choices, [name]: on };
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#choices));
    renameSync(`${this.#path}.new`, this.#path);
  }
}

/** Only a written `true` or `false` is a choice; the rest is as it is before any was made. */
export function readChoices(text: string | null): DesktopChoices {
  let saved: unknown = null;
  try {
    saved = text === null ? null : JSON.parse(text);
  } catch {
    return DEFAULT_CHOICES; // cut off or edited by hand
  }
  if (typeof saved !== 'object' || saved === null) return DEFAULT_CHOICES;
  const chosen = { ...DEFAULT_CHOICES };
  for (const name of DESKTOP_SWITCHES) {
    const value: unknown = Reflect.get(saved, name);
    if (typeof value === 'boolean') chosen[name] = value;
  }
  return chosen;
}

function loadText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // nothing was chosen yet
  }
}
