import { DRAWINGS, FINAL_RING_R, FINAL_SHRINK, FLIGHT_QUARTER, type Glyph, HUE_OF } from './glyphs';

/** A shape of the timeline as HTML shows it: 14 px, in its ring when final. Its meaning stands in words beside it. */
export function GlyphIcon({ glyph, final = false }: { readonly glyph: Glyph; readonly final?: boolean }) {
  const { d, stroke, dash } = DRAWINGS[glyph];
  const hue = `var(--${HUE_OF[glyph]})`;
  const colour = glyph === 'flight' ? 'var(--line)' : hue;
  const size = final ? FINAL_SHRINK * 0.82 : 0.93;
  return (
    <svg className="tl-glyph" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
      {final && <circle r={FINAL_RING_R * 0.82} fill="none" stroke={colour} strokeWidth="1.4" />}
      <path
        d={d}
        transform={`scale(${size})`}
        fill={stroke === null ? colour : 'none'}
        stroke={stroke === null ? 'none' : colour}
        strokeWidth={stroke ?? 0}
        strokeLinecap="round"
        strokeDasharray={dash?.join(' ')}
      />
      {glyph === 'flight' && (
        <path d={FLIGHT_QUARTER} transform={`scale(${size})`} fill="none" stroke={hue} strokeWidth={1.8} />
      )}
    </svg>
  );
}
