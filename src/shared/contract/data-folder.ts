/** What the choice of a data folder depends on. */
export type Machine = {
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder, absolute. */
  readonly home: string;
};

const given = (text: string | null | undefined): string | null => (text == null || text === '' ? null : text);

/** Where data lives: the option, else RETRYSCOPE_DATA_DIR, else the platform's own place. An option may be relative. */
export function dataFolder(option: string | null | undefined, machine: Machine): string {
  return given(option) ?? given(machine.env['RETRYSCOPE_DATA_DIR']) ?? defaultFolder(machine);
}

function defaultFolder({ platform, env, home }: Machine): string {
  if (platform === 'win32') return `${given(env['APPDATA']) ?? `${home}\\AppData\\Roaming`}\\Retryscope`;
  if (platform === 'darwin') return `${home}/Library/Application Support/Retryscope`;
  return `${given(env['XDG_DATA_HOME']) ?? `${home}/.local/share`}/retryscope`;
}
