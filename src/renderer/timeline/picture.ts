import { drawStill, type Sheet, type Still, sayStill, stillSize } from './still';
import { SvgInk } from './svg-ink';

/** Pixels of a PNG for each px of the page. */
const SCALE = 2;

/** Widths by the fonts that the page has. */
function measurer(): (text: string, font: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  return (text, font) => {
    if (context === null) return text.length * 6;
    context.font = font;
    return context.measureText(text).width;
  };
}

/** A still as an SVG document. */
export function svgOf(still: Still, measure: (text: string, font: string) => number): string {
  const ink = new SvgInk(measure);
  drawStill({ c: ink, within: (...box) => ink.within(...box) }, still);
  const { width, height } = stillSize(still);
  return ink.document(width, height, sayStill(still));
}

export const svgBlob = (still: Still): Blob => new Blob([svgOf(still, measurer())], { type: 'image/svg+xml' });

/** A still as a PNG of two pixels a px. @throws Error when the picture could not be made */
export async function pngBlob(still: Still): Promise<Blob> {
  const { width, height } = stillSize(still);
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const c = canvas.getContext('2d');
  if (c === null) throw new Error('this browser draws no pictures');
  c.scale(SCALE, SCALE);
  const within: Sheet['within'] = (x, y, w, h, paint) => {
    c.save();
    c.translate(x, y);
    c.beginPath();
    c.rect(0, 0, w, h);
    c.clip();
    paint();
    c.restore();
  };
  drawStill({ c, within }, still);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture is too large')) : resolve(blob)));
  });
}
