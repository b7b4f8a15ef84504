import { sayBytes } from '../view-models/numbers';
import { sayProblem } from './toasts';

export type TextFile = { readonly fileName: string; readonly text: string };

/** Asks for a text file; null when none was chosen, or when it could not be read, which is said then. */
export async function chooseTextFile(accept: string, mostBytes: number): Promise<TextFile | null> {
  const file = await chooseFile(accept);
  return file === null ? null : readTextFile(file, mostBytes);
}

/** Asks for a file; null when none was chosen. */
export function chooseFile(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.addEventListener('cancel', () => resolve(null));
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.click();
  });
}

/** Reads a file that was chosen or dropped; null when it cannot be read, which is said then. */
export async function readTextFile(file: File, mostBytes: number): Promise<TextFile | null> {
  if (file.size > mostBytes) {
    sayProblem(`${file.name} is larger than ${sayBytes(mostBytes)}, the most that is read.`);
    return null;
  }
  try {
    return { fileName: file.name, text: await file.text() };
  } catch (error) {
    sayProblem(`${file.name} could not be read: ${error instanceof Error ? error.message : String(error)}.`);
    return null;
  }
}
