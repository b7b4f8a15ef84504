import { useCallback } from 'react';
import { fileWord, saveFile } from '../state/save-file';
import { say, sayProblem } from '../state/toasts';
import { pngBlob, svgBlob } from './picture';
import type { Stage } from './stage';
import { stillSize } from './still';
import { sayCount } from './words';

export const FORMATS = ['svg', 'png'] as const;
export type Format = (typeof FORMATS)[number];
export type Part = 'view' | 'whole';
export type SavePicture = (part: Part, format: Format) => Promise<void>;

/** A canvas of twice as much is as much as browsers make. */
const MOST_PX = 8_000;

/** Saves the timeline as a picture. @param run the run's name, which is the picture's title */
export function usePictures(stage: Stage | null, run: string): SavePicture {
  return useCallback(
    async (part, format) => {
      const seen = stage?.still(part) ?? null;
      if (seen === null) {
        say('There is nothing to make a picture of yet.');
        return;
      }
      const still = { ...seen, title: run };
      const { height } = stillSize(still);
      if (height > MOST_PX) {
        sayProblem(
          `All rows are ${sayCount(height)} px high, and a picture has at most ${sayCount(MOST_PX)}. Hide the deliveries of some endpoints or filter them, or save what is in view.`,
        );
        return;
      }
      const name = `${['retryscope', run, part === 'whole' ? 'timeline of the run' : 'timeline'].map(fileWord).join('-')}.${format}`;
      try {
        saveFile(format === 'svg' ? svgBlob(still) : await pngBlob(still), name);
        say(`${name} is made.`);
      } catch (error) {
        sayProblem(
          `The timeline could not be made into a picture: ${error instanceof Error ? error.message : String(error)}.`,
        );
      }
    },
    [stage, run],
  );
}
