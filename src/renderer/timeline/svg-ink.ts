import type { Ink } from './ink';

type State = {
  fillStyle: Ink['fillStyle'];
  strokeStyle: Ink['strokeStyle'];
  globalAlpha: number;
  lineWidth: number;
  lineCap: Ink['lineCap'];
  font: string;
  textAlign: Ink['textAlign'];
  dash: readonly number[];
  /** What was moved, turned and scaled since the state was made, as an SVG transform. */
  transform: string;
};

const FRESH: State = {
  fillStyle: '#000',
  strokeStyle: '#000',
  globalAlpha: 1,
  lineWidth: 1,
  lineCap: 'butt',
  font: '11px sans-serif',
  textAlign: 'left',
  dash: [],
  transform: '',
};

const ANCHORS: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };
const FULL_TURN = Math.PI * 2;

const n = (value: number): string => String(Math.round(value * 100) / 100);

/** What XML 1.0 cannot hold at all, however it is written. */
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Any text as the text or the attribute of an XML element. */
export const escapeXml = (text: string): string =>
  text.replace(NOT_IN_XML, '\ufffd').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** `600 11px "JetBrains Mono", monospace` in its parts. */
function fontParts(font: string): { readonly weight: string; readonly size: string; readonly family: string } {
  const [, weight = '400', size = '11', family = 'sans-serif'] = /^(?:(\d+) )?([\d.]+)px (.+)$/.exec(font) ?? [];
  return { weight, size, family };
}

/** Writes down as SVG what painters draw. No scripts, no references to anything outside of the document. */
export class SvgInk implements Ink {
  readonly #parts: string[] = [];
  readonly #definitions = new Map<string, { readonly id: string; readonly xml: string }>();
  readonly #measure: (text: string, font: string) => number;
  #state: State = { ...FRESH };
  #saved: State[] = [];
  #path = '';
  #clips = 0;

  /** @param measure how wide a text is in a font, in px */
  constructor(measure: (text: string, font: string) => number) {
    this.#measure = measure;
  }

  get fillStyle(): Ink['fillStyle'] {
    return this.#state.fillStyle;
  }
  set fillStyle(value: Ink['fillStyle']) {
    this.#state.fillStyle = value;
  }
  get strokeStyle(): Ink['strokeStyle'] {
    return this.#state.strokeStyle;
  }
  set strokeStyle(value: Ink['strokeStyle']) {
    this.#state.strokeStyle = value;
  }
  get globalAlpha(): number {
    return this.#state.globalAlpha;
  }
  set globalAlpha(value: number) {
    this.#state.globalAlpha = value;
  }
  get lineWidth(): number {
    return this.#state.lineWidth;
  }
  set lineWidth(value: number) {
    this.#state.lineWidth = value;
  }
  get lineCap(): Ink['lineCap'] {
    return this.#state.lineCap;
  }
  set lineCap(value: Ink['lineCap']) {
    this.#state.lineCap = value;
  }
  get font(): string {
    return this.#state.font;
  }
  set font(value: string) {
    this.#state.font = value;
  }
  get textAlign(): Ink['textAlign'] {
    return this.#state.textAlign;
  }
  set textAlign(value: Ink['textAlign']) {
    this.#state.textAlign = value;
  }
  setLineDash(dash: Iterable<number>): void {
    this.#state.dash = [...dash];
  }

  save(): void {
    this.#saved.push({ ...this.#state });
  }
  restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }
  translate(x: number, y: number): void {
    this.#move(`translate(${n(x)} ${n(y)})`);
  }
  scale(x: number, y: number): void {
    this.#move(`scale(${n(x)} ${n(y)})`);
  }
  rotate(angle: number): void {
    this.#move(`rotate(${n((angle * 360) / FULL_TURN)})`);
  }
  #move(step: string): void {
    this.#state.transform = `${this.#state.transform} ${step}`.trim();
  }

  beginPath(): void {
    this.#path = '';
  }
  moveTo(x: number, y: number): void {
    this.#path += `M${n(x)} ${n(y)}`;
  }
  lineTo(x: number, y: number): void {
    this.#path += `L${n(x)} ${n(y)}`;
  }
  arc(x: number, y: number, r: number, from: number, to: number): void {
    const at = (angle: number): string => `${n(x + r * Math.cos(angle))} ${n(y + r * Math.sin(angle))}`;
    const half = from + (to - from) / 2;
    const isWhole = Math.abs(to - from) >= FULL_TURN - 1e-6;
    this.#path += `M${at(from)}A${n(r)} ${n(r)} 0 ${isWhole ? 1 : 0} 1 ${at(half)}A${n(r)} ${n(r)} 0 ${isWhole ? 1 : 0} 1 ${at(to)}`;
  }
  roundRect(x: number, y: number, width: number, height: number, radii?: unknown): void {
    const asked = typeof radii === 'number' ? radii : 0;
    const r = Math.max(0, Math.min(asked, width / 2, height / 2));
    const corner = (dx: number, dy: number): string => (r === 0 ? '' : `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`);
    this.#path += `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}${corner(r, r)}v${n(height - 2 * r)}${corner(-r, r)}h${n(2 * r - width)}${corner(-r, -r)}v${n(2 * r - height)}${corner(r, -r)}Z`;
  }

  fill(): void {
    this.fillOutline(this.#path);
  }
  stroke(): void {
    this.strokeOutline(this.#path);
  }
  fillOutline(d: string): void {
    if (d !== '') this.#parts.push(`<path d="${d}"${this.#fillLook()}/>`);
  }
  strokeOutline(d: string): void {
    if (d !== '') this.#parts.push(`<path d="${d}" fill="none"${this.#strokeLook()}/>`);
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    if (width > 0 && height > 0) this.#parts.push(`<rect${box(x, y, width, height)}${this.#fillLook()}/>`);
  }
  strokeRect(x: number, y: number, width: number, height: number): void {
    if (width > 0 && height > 0) {
      this.#parts.push(`<rect${box(x, y, width, height)} fill="none"${this.#strokeLook()}/>`);
    }
  }
  fillText(text: string, x: number, y: number): void {
    const { weight, size, family } = fontParts(this.font);
    const anchor = ANCHORS[this.textAlign];
    const anchored = anchor === undefined ? '' : ` text-anchor="${anchor}"`;
    const font = ` font-family="${escapeXml(family)}" font-size="${size}" font-weight="${weight}"`;
    const place = ` x="${n(x)}" y="${n(y)}"`;
    this.#parts.push(`<text${place}${font}${anchored}${this.#fillLook()}>${escapeXml(text)}</text>`);
  }
  measureText(text: string): TextMetrics {
    const width = this.#measure(text, this.font);
    return { width } as TextMetrics;
  }
  /** Patterns come from `dots` and `stripes`. */
  createPattern(): null {
    return null;
  }

  dots(colour: string): string {
    return this.#define(
      `dots ${colour}`,
      (id) =>
        `<pattern id="${id}" width="5" height="5" patternUnits="userSpaceOnUse">${[0, 1, 2, 3, 4].map((i) => `<rect x="${i}" y="${i}" width="1" height="1" fill="${escapeXml(colour)}"/>`).join('')}</pattern>`,
    );
  }
  stripes(colour: string, alpha: number): string {
    const hue = escapeXml(colour);
    return this.#define(
      `stripes ${colour} ${alpha}`,
      (id) =>
        `<pattern id="${id}" width="8.5" height="8.5" patternUnits="userSpaceOnUse"><rect width="8.5" height="8.5" fill="${hue}" fill-opacity="0.1"/><path d="M-1 1L1 -1M-1 9.5L9.5 -1M7.5 9.5L9.5 7.5" stroke="${hue}" stroke-opacity="${n(alpha)}" stroke-width="2"/></pattern>`,
    );
  }

  /** Draws in a box of its own: what would stand outside of it is cut off. */
  within(x: number, y: number, width: number, height: number, paint: () => void): void {
    this.#clips += 1;
    const id = `clip-${this.#clips}`;
    const clip = `<clipPath id="${id}"><rect width="${n(width)}" height="${n(height)}"/></clipPath>`;
    this.#definitions.set(id, { id, xml: clip });
    this.#parts.push(`<g transform="translate(${n(x)} ${n(y)})" clip-path="url(#${id})">`);
    paint();
    this.#parts.push('</g>');
  }

  /** @param title what the picture is, for those who hear it */
  document(width: number, height: number, title: string): string {
    const definitions = [...this.#definitions.values()].map(({ xml }) => xml).join('');
    const size = `width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}"`;
    return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${escapeXml(title)}</title><defs>${definitions}</defs>
${this.#parts.join('\n')}
</svg>
`;
  }

  #define(key: string, xml: (id: string) => string): string {
    const known = this.#definitions.get(key);
    const id = known?.id ?? `fill-${this.#definitions.size + 1}`;
    if (known === undefined) this.#definitions.set(key, { id, xml: xml(id) });
    return `url(#${id})`;
  }

  #fillLook(): string {
    return ` fill="${this.#paintOf(this.fillStyle)}"${this.#shared()}`;
  }
  #strokeLook(): string {
    const { dash, lineCap, lineWidth } = this.#state;
    const dashed = dash.length === 0 ? '' : ` stroke-dasharray="${dash.map(n).join(' ')}"`;
    const capped = lineCap === 'butt' ? '' : ` stroke-linecap="${lineCap}"`;
    return ` stroke="${this.#paintOf(this.strokeStyle)}" stroke-width="${n(lineWidth)}"${dashed}${capped}${this.#shared()}`;
  }
  #shared(): string {
    const { globalAlpha, transform } = this.#state;
    return `${globalAlpha === 1 ? '' : ` opacity="${n(globalAlpha)}"`}${transform === '' ? '' : ` transform="${transform}"`}`;
  }
  #paintOf(style: Ink['fillStyle']): string {
    return typeof style === 'string' ? escapeXml(style) : 'none';
  }
}

const box = (x: number, y: number, width: number, height: number): string =>
  ` x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"`;
