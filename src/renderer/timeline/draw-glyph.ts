import { DRAWINGS, FINAL_RING_R, FINAL_SHRINK, FLIGHT_QUARTER, type Glyph, HUE_OF } from './glyphs';
import type { Palette } from './palette';

const paths = new Map<Glyph, Path2D>();
const quarter = (): Path2D => {
  turning ??= new Path2D(FLIGHT_QUARTER);
  return turning;
};
let turning: Path2D | null = null;

function pathOf(glyph: Glyph): Path2D {
  const known = paths.get(glyph);
  if (known !== undefined) return known;
  const path = new Path2D(DRAWINGS[glyph].d);
  paths.set(glyph, path);
  return path;
}

const NO_DASH: readonly number[] = [];

/** Draws a shape around (x, y). `turn`, in radians, is where the quarter of an arc in flight stands. */
export function drawGlyph(
  c: CanvasRenderingContext2D,
  palette: Palette,
  glyph: Glyph,
  x: number,
  y: number,
  size: number,
  turn: number,
): void {
  const { stroke, dash } = DRAWINGS[glyph];
  const colour = palette.hue[HUE_OF[glyph]];
  c.save();
  c.translate(x, y);
  c.scale(size, size);
  if (stroke === null) {
    c.fillStyle = colour;
    c.fill(pathOf(glyph));
  } else {
    c.lineWidth = stroke / size;
    c.lineCap = glyph === 'flight' ? 'butt' : 'round';
    c.strokeStyle = glyph === 'flight' ? palette.line : colour;
    c.setLineDash(dash ?? NO_DASH);
    c.stroke(pathOf(glyph));
    if (glyph === 'flight') {
      c.rotate(turn);
      c.strokeStyle = colour;
      c.lineCap = 'round';
      c.stroke(quarter());
    }
  }
  c.restore();
}

/** A final outcome: the shape, smaller, in a ring of its own hue, knocked out of the line behind it. */
export function drawFinal(
  c: CanvasRenderingContext2D,
  palette: Palette,
  glyph: Glyph,
  x: number,
  y: number,
  ground: string | null,
  ringR: number = FINAL_RING_R,
): void {
  if (ground !== null) {
    c.fillStyle = ground;
    c.beginPath();
    c.arc(x, y, ringR + 0.9, 0, Math.PI * 2);
    c.fill();
  }
  c.strokeStyle = palette.hue[HUE_OF[glyph]];
  c.lineWidth = 1.4;
  c.setLineDash([]);
  c.beginPath();
  c.arc(x, y, ringR, 0, Math.PI * 2);
  c.stroke();
  drawGlyph(c, palette, glyph, x, y, FINAL_SHRINK * (ringR / FINAL_RING_R), 0);
}
