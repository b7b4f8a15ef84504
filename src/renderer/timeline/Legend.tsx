import { GlyphIcon } from './GlyphIcon';
import type { Glyph } from './glyphs';

const ENTRIES: readonly { readonly glyph: Glyph; readonly words: string; readonly final?: boolean }[] = [
  { glyph: 'ok', words: '2xx' },
  { glyph: 'r3', words: '3xx' },
  { glyph: 'c4', words: '4xx' },
  { glyph: 's5', words: '5xx' },
  { glyph: 'timeout', words: 'Time-out' },
  { glyph: 'cross', words: 'No connection' },
  { glyph: 'interrupted', words: 'Interrupted' },
];

const STATES: typeof ENTRIES = [
  { glyph: 's5', words: 'Final', final: true },
  { glyph: 'flight', words: 'In flight' },
  { glyph: 'plan', words: 'Planned' },
  { glyph: 'held', words: 'Held' },
];

/** What the shapes mean. */
export function Legend() {
  return (
    <div className="tl-legend">
      {ENTRIES.map(({ glyph, words }) => (
        <span key={words}>
          <GlyphIcon glyph={glyph} />
          {words}
        </span>
      ))}
      <i className="tl-legend-gap" />
      {STATES.map(({ glyph, words, final = false }) => (
        <span key={words}>
          <GlyphIcon glyph={glyph} final={final} />
          {words}
        </span>
      ))}
      <span>
        <i className="tl-legend-band" />
        Jitter band
      </span>
    </div>
  );
}
