import type { CanvasFrame } from './canvas-frame';
import { HUE_OF } from './glyphs';
import { instantOf } from './place';
import { type Mark, markAt } from './row-model';
import { lastIndex } from './scale';

/**
 * A row as a thread: one column for each pixel with marks, in the hue of the last of them; plans as small rings.
 * The cost follows the pixels: marks that share one are skipped by halving.
 */
export function drawThread(frame: CanvasFrame, marks: readonly Mark[], top: number, height: number): void {
  const { c, palette, scale, plotPx, nowMs } = frame;
  const indexAt = (px: number): number => {
    const atMs = scale.t(px);
    return lastIndex(marks.length, (i) => instantOf(markAt(marks, i), nowMs) < atMs) + 1;
  };
  const tall = Math.max(2, height - 1);
  for (let i = indexAt(-1); i < marks.length; ) {
    const px = Math.floor(scale.x(instantOf(markAt(marks, i), nowMs)));
    if (px > plotPx) return;
    const next = Math.max(i + 1, indexAt(px + 1));
    const mark = markAt(marks, next - 1);
    const colour = palette.hue[HUE_OF[mark.glyph]];
    if (mark.attempt === null && height >= 5) {
      c.strokeStyle = colour;
      c.lineWidth = 1;
      c.beginPath();
      c.arc(px, top + height / 2, 1.7, 0, Math.PI * 2);
      c.stroke();
    } else {
      c.fillStyle = colour;
      c.fillRect(px, top, 1.5, tall);
    }
    i = next;
  }
}
