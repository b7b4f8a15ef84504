import { DRAWINGS, FINAL_RING_R, FINAL_SHRINK, FLIGHT_QUARTER, type Glyph, HUE_OF } from './glyphs';
import { fillOutline, type Ink, strokeOutline } from './ink';
import type { Palette } from './palette';

const NO_DASH: readonly number[] = [];

/** Draws a shape around (x, y). `turn`, in radians, is where the quarter of an arc in flight stands. */
export function drawGlyph(
  c: Ink,
  palette: Palette,
  glyph: Glyph,
  x: number,
  y: number,
  size: number,
  turn: number,
): void {
  const { d, stroke, dash } = DRAWINGS[glyph];
  const colour = palette.hue[HUE_OF[glyph]];
  c.save();
  c.translate(x, y);
  c.scale(size, size);
  if (stroke === null) {
    c.fillStyle = colour;
    fillOutline(c, d);
  } else {
    c.lineWidth = stroke / size;
    c.lineCap = glyph === 'flight' ? 'butt' : 'round';
    c.strokeStyle = glyph === 'flight' ? palette.line : colour;
    c.setLineDash(dash ?? NO_DASH);
    strokeOutline(c, d);
    if (glyph === 'flight') {
      c.rotate(turn);
      c.strokeStyle = colour;
      c.lineCap = 'round';
      strokeOutline(c, FLIGHT_QUARTER);
    }
  }
  c.restore();
}

/** A final outcome: the shape, smaller, in a ring of its own hue, knocked out of the line behind it. */
export function drawFinal(
  c: Ink,
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
