/**
 * What painters draw with: the part of a canvas' context that they use. What is not a canvas draws outlines and
 * patterns by the methods at the end, which a canvas does not have.
 */
export type Ink = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'globalAlpha'
  | 'lineWidth'
  | 'lineCap'
  | 'font'
  | 'textAlign'
  | 'setLineDash'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'roundRect'
  | 'fill'
  | 'stroke'
  | 'fillRect'
  | 'strokeRect'
  | 'fillText'
  | 'measureText'
  | 'translate'
  | 'scale'
  | 'rotate'
  | 'save'
  | 'restore'
  | 'createPattern'
> & {
  /** Fills or strokes an outline that is given as the data of an SVG path. */
  readonly fillOutline?: (d: string) => void;
  readonly strokeOutline?: (d: string) => void;
  /** A fill of a dot in every five px, and one of diagonal stripes over a ground of their colour. */
  readonly dots?: (colour: string) => string;
  readonly stripes?: (colour: string, alpha: number) => string;
};

/** Shapes are few; the torn edge of a fold is another one for each height of the window. */
const MOST_OUTLINES = 64;
const outlines = new Map<string, Path2D>();

function outline(d: string): Path2D {
  const known = outlines.get(d);
  if (known !== undefined) return known;
  if (outlines.size >= MOST_OUTLINES) outlines.clear();
  const made = new Path2D(d);
  outlines.set(d, made);
  return made;
}

export function fillOutline(c: Ink, d: string): void {
  if (c.fillOutline === undefined) c.fill(outline(d));
  else c.fillOutline(d);
}

export function strokeOutline(c: Ink, d: string): void {
  if (c.strokeOutline === undefined) c.stroke(outline(d));
  else c.strokeOutline(d);
}
