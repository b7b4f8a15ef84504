import { describe, expect, it } from 'vitest';
import { DRAWINGS, type Glyph } from '../../../src/renderer/timeline/glyphs';
import { layOut } from '../../../src/renderer/timeline/layout';
import type { Palette } from '../../../src/renderer/timeline/palette';
import { svgOf } from '../../../src/renderer/timeline/picture';
import { timeScale } from '../../../src/renderer/timeline/scale';
import { type Still, stillSize } from '../../../src/renderer/timeline/still';
import { escapeXml, SvgInk } from '../../../src/renderer/timeline/svg-ink';
import type { DeliveryRow, EndpointView } from '../../../src/shared/contract/views';
import { fianto } from '../../../src/shared/policies/fianto';
import { anEndpoint, everything, play, reply } from './harness/fixtures';

const MINUTE = 60_000;
const GREY = '#808080';
const PALETTE: Palette = {
  hue: {
    ok: '#00aa00',
    r3: '#0000aa',
    c4: '#aaaa00',
    s5: '#aa0000',
    nr: '#aa00aa',
    intr: GREY,
    fg: '#111111',
    fg3: GREY,
    plan: '#00aaaa',
    held: '#ff8800',
  },
  warp: '#8800ff',
  plot: '#fdfdfd',
  chrome: '#eeeeee',
  raised: '#ffffff',
  head: '#dddddd',
  hover: '#cccccc',
  hair: '#cccccc',
  line: '#bbbbbb',
  edge: GREY,
  fg: '#111111',
  fg2: '#222222',
  fg3: GREY,
  planText: '#006666',
  heldText: '#884400',
  streakText: '#880000',
  onFg: '#ffffff',
  bandAhead: 0.2,
  bandPast: 0.13,
  hatch: 0.5,
  cell: 0.5,
  mono: '"Mono & Sons", monospace',
  ui: 'Inter, sans-serif',
};
/** Every character is a px wide, so that nothing is cut. */
const measure = (text: string): number => text.length;

function stillOf(
  endpoints: readonly EndpointView[],
  rows: readonly DeliveryRow[],
  nowMs: number,
  msPerPx: number,
): Still {
  const layout = layOut({
    endpoints,
    rows,
    collapsed: new Set(),
    opened: new Set(),
    selected: null,
    threadsIn: null,
  });
  const scale = timeScale(msPerPx, [], { atMs: nowMs, px: 700 });
  const leaps = [
    { fromMs: nowMs - 9 * MINUTE, toMs: nowMs - 8 * MINUTE, cause: 'skip', count: 1, leaptMs: MINUTE },
  ] as const;
  const frame = {
    palette: PALETTE,
    scale,
    level: 'minutes',
    nowMs,
    nowPx: 700,
    isPast: false,
    leaps,
    turn: 0,
  } as const;
  return { frame: { ...frame, plotPx: 1_000, heightPx: layout.height }, layout, scrollTop: 0, title: 'First run' };
}

/** The names of the elements of a document, in order. @throws Error where it is not well-formed XML */
function elementsOf(xml: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  const text = /[^<&]*(?:&(?:amp|lt|gt|quot);[^<&]*)*/y;
  const tag = /<(?:\?xml [^?]*\?|(\/?)([A-Za-z]+)((?: [A-Za-z:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?))>/y;
  for (let at = 0; at < xml.length; ) {
    text.lastIndex = at;
    at += text.exec(xml)?.[0].length ?? 0;
    if (at >= xml.length) break;
    tag.lastIndex = at;
    const [whole, closes, name, , single] = tag.exec(xml) ?? [];
    if (whole === undefined) throw new Error(`not well-formed at ${at}: ${xml.slice(at, at + 80)}`);
    at += whole.length;
    if (name === undefined) continue;
    if (closes === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    names.push(name);
    if (single !== '/') open.push(name);
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(', ')}`);
  return names;
}

const shapesIn = (svg: string, glyph: Glyph): number => svg.split(`d="${DRAWINGS[glyph].d}"`).length - 1;

describe('the timeline as SVG', () => {
  it('is well-formed, and made of drawing alone', () => {
    const { endpoints, rows, nowMs } = everything();
    const svg = svgOf(stillOf(endpoints, rows, nowMs, 4_000), measure);
    const drawn = new Set(elementsOf(svg));
    expect([...drawn].sort()).toEqual(
      ['svg', 'title', 'defs', 'clipPath', 'pattern', 'g', 'rect', 'path', 'text'].sort(),
    );
    expect(svg).not.toMatch(/href|url\((?!#)|style=|\bon\w+=/);
    // Every pattern and clip that is used is there.
    for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(svg).toContain(`id="${id}"`);
    expect(svg).not.toContain('NaN');
    expect(svg).not.toContain('undefined');
  });

  it('has every mark that is in view, its label and the legend', () => {
    const orders = anEndpoint(1, 'Orders API', 'http://localhost:1/', fianto);
    const row = play(orders, 1, 'order.paid', 0, 9 * MINUTE, [reply(503), reply(422), reply(200)]);
    // A px is 1.5 s: the waits of about 1 m and 5 m keep the marks apart.
    const still = stillOf([orders], [row], 9 * MINUTE, 1_500);
    const svg = svgOf(still, measure);
    // Each once in the legend; the last one in the label too.
    expect([shapesIn(svg, 's5'), shapesIn(svg, 'c4'), shapesIn(svg, 'ok')]).toEqual([2, 2, 3]);
    for (const words of ['First run', 'Orders API', 'Fianto', 'order.paid', 'http://localhost:1/', '3/8', 'Planned']) {
      expect(svg).toContain(`>${words}</text>`);
    }
    expect(svg).toContain('now 00:09:00');
    const { width, height } = stillSize(still);
    // Labels and plot; head, axis, a group's head, a row and its gap, legend.
    expect([width, height]).toEqual([232 + 1_000, 44 + 28 + (28 + 24 + 4) + 30]);
    expect(svg).toContain(`width="${width}" height="${height}"`);
    // The leap of the clock, in its own hue.
    expect(svg).toContain('fill="#8800ff"');
  });

  it('leaves out what is not in view', () => {
    const orders = anEndpoint(1, 'Orders API', 'http://localhost:1/', fianto);
    const row = play(orders, 1, 'order.paid', 0, 9 * MINUTE, [reply(503), reply(422), reply(200)]);
    const early = stillOf([orders], [row], 9 * MINUTE, 1_500);
    const scale = timeScale(1_500, [], { atMs: 60 * MINUTE, px: 0 });
    const svg = svgOf({ ...early, frame: { ...early.frame, scale } }, measure);
    expect([shapesIn(svg, 's5'), shapesIn(svg, 'c4'), shapesIn(svg, 'ok')]).toEqual([1, 1, 2]);
  });

  it('takes any name for what it is: text', () => {
    const type = `<script>alert(1)</script>&"'\u0000\ud800`;
    const name = '</text><image href="http://evil.test/x"/>';
    const endpoint = anEndpoint(1, name, 'http://localhost:1/?a=1&b="2"', fianto);
    const row = play(endpoint, 1, type, 0, 2 * MINUTE, [reply(503)]);
    const svg = svgOf({ ...stillOf([endpoint], [row], 2 * MINUTE, 1_500), title: '<b>Run</b> ]]>' }, measure);
    const drawn = elementsOf(svg);
    expect(drawn).not.toContain('script');
    expect(drawn).not.toContain('image');
    expect(svg).toContain(`&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;'\ufffd\ufffd</text>`);
    expect(svg).toContain('&lt;/text&gt;&lt;image href=&quot;http://evil.test/x&quot;/&gt;</text>');
    expect(svg).toContain('<title>Timeline of &lt;b&gt;Run&lt;/b&gt; ]]&gt;');
  });
});

describe('the ink of an SVG', () => {
  it('writes shapes down with their look', () => {
    const ink = new SvgInk(measure);
    ink.fillStyle = '#123456';
    ink.globalAlpha = 0.5;
    ink.fillRect(1, 2, 3, 4.005);
    ink.save();
    ink.translate(10, 20);
    ink.strokeStyle = 'red';
    ink.lineWidth = 2;
    ink.setLineDash([2, 3]);
    ink.beginPath();
    ink.moveTo(0, 0);
    ink.lineTo(5, 5);
    ink.stroke();
    ink.restore();
    ink.font = '600 11px "A", serif';
    ink.textAlign = 'center';
    ink.fillText('a < b', 7, 8);
    const svg = ink.document(100, 50, 'T');
    expect(svg).toContain('<rect x="1" y="2" width="3" height="4.01" fill="#123456" opacity="0.5"/>');
    expect(svg).toContain(
      '<path d="M0 0L5 5" fill="none" stroke="red" stroke-width="2" stroke-dasharray="2 3" opacity="0.5" transform="translate(10 20)"/>',
    );
    expect(svg).toContain(
      '<text x="7" y="8" font-family="&quot;A&quot;, serif" font-size="11" font-weight="600" text-anchor="middle" fill="#123456" opacity="0.5">a &lt; b</text>',
    );
    expect(elementsOf(svg)).toEqual(['svg', 'title', 'defs', 'rect', 'path', 'text']);
  });

  it('draws a whole circle and a box with round corners', () => {
    const ink = new SvgInk(measure);
    ink.beginPath();
    ink.arc(10, 10, 5, 0, Math.PI * 2);
    ink.fill();
    ink.beginPath();
    ink.roundRect(0, 0, 20, 10, 3);
    ink.fill();
    const svg = ink.document(20, 20, 'T');
    expect(svg).toContain('d="M15 10A5 5 0 1 1 5 10A5 5 0 1 1 15 10"');
    expect(svg).toContain('d="M3 0h14a3 3 0 0 1 3 3v4a3 3 0 0 1 -3 3h-14a3 3 0 0 1 -3 -3v-4a3 3 0 0 1 3 -3Z"');
  });

  it('escapes what XML reserves, and what it cannot hold', () => {
    expect(escapeXml('a & b < c > d "e"')).toBe('a &amp; b &lt; c &gt; d &quot;e&quot;');
    expect(escapeXml('\u0001\u000b\ufffe\ud83d|\u{1f680}\t')).toBe('\ufffd\ufffd\ufffd\ufffd|\u{1f680}\t');
  });
});
