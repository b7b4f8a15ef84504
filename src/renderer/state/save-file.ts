const KEPT_MS = 60_000;
const MOST_LETTERS = 40;

/** Lets the browser save a file, or the window's shell ask where to. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

export const textBlob = (text: string): Blob => new Blob([text], { type: 'text/plain;charset=utf-8' });

/** `Run 1: Ma\u00f1ana` as a part of a file's name: `run-1-manana`. */
export const fileWord = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MOST_LETTERS)
    .replace(/-+$/, '') || 'unnamed';
