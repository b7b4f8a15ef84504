import { useCallback } from 'react';
import { readHar } from '../../../shared/imports/read-har';
import { chooseFile, readTextFile } from '../../state/files';
import { openOverlay } from '../../state/overlays';
import { sayProblem } from '../../state/toasts';

/** A HAR file is read whole on the page, bytes. */
const MOST_BYTES = 33_554_432;

export type ImportHar = {
  readonly choose: () => Promise<void>;
  /** A file that was chosen or dropped. */
  readonly take: (file: File) => Promise<void>;
};

/** Reads a HAR file and opens the list of what its requests carried; what is wrong with it is said. */
export function useImportHar(): ImportHar {
  const take = useCallback(async (given: File): Promise<void> => {
    const file = await readTextFile(given, MOST_BYTES);
    if (file === null) return;
    const read = readHar(file.text);
    if (read.ok) openOverlay({ kind: 'import-har', fileName: file.fileName, found: read.value });
    else sayProblem(`${file.fileName}: ${read.problem.message}`);
  }, []);
  const choose = useCallback(async (): Promise<void> => {
    const file = await chooseFile('.har,.json');
    if (file !== null) await take(file);
  }, [take]);
  return { choose, take };
}
