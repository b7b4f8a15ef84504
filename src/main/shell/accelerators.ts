const NAMED: Readonly<Record<string, string>> = { space: 'Space', enter: 'Enter', '+': 'Plus' };

/** The keys that Electron knows by themselves; a menu with any other could not be built. */
const KNOWN = /^[a-z0-9!@#$%^&*(:<_>?{|~}";=,\-./[\\\]'`)]$/;

/**
 * How a menu writes a combination, or null for one that it shows without keys: `mod+shift+o` is
 * `CommandOrControl+Shift+O`. On a Mac a menu always listens, and would take a bare key from whoever types.
 */
export function acceleratorOf(combination: string | undefined, platform: NodeJS.Platform): string | null {
  if (combination === undefined) return null;
  const parts = combination.split('+');
  const mod = parts.includes('mod');
  if (platform === 'darwin' && !mod) return null;
  const key = combination.endsWith('+') ? '+' : (parts.at(-1) ?? '');
  const name = NAMED[key] ?? (KNOWN.test(key) ? key.toUpperCase() : null);
  if (name === null) return null;
  return [...(mod ? ['CommandOrControl'] : []), ...(parts.includes('shift') ? ['Shift'] : []), name].join('+');
}
