import type { Hue } from './glyphs';

/** The colours of the canvas, as CSS writes them, and the two fonts. */
export type Palette = {
  readonly hue: Readonly<Record<Hue, string>>;
  /** The clock is not at 1×. */
  readonly warp: string;
  readonly plot: string;
  readonly chrome: string;
  readonly raised: string;
  readonly head: string;
  readonly hover: string;
  readonly hair: string;
  readonly line: string;
  readonly edge: string;
  readonly fg: string;
  readonly fg2: string;
  readonly fg3: string;
  readonly planText: string;
  readonly heldText: string;
  readonly streakText: string;
  readonly onFg: string;
  readonly bandAhead: number;
  readonly bandPast: number;
  readonly hatch: number;
  readonly cell: number;
  readonly mono: string;
  readonly ui: string;
};

/** Reads the tokens from an element's style: once a theme, never once a frame. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const share = (name: string): number => Number(token(name)) || 0;
  return {
    hue: {
      ok: token('--ok'),
      r3: token('--r3'),
      c4: token('--c4'),
      s5: token('--s5'),
      nr: token('--nr'),
      intr: token('--intr'),
      fg: token('--fg'),
      fg3: token('--fg3'),
      plan: token('--plan'),
      held: token('--held'),
    },
    warp: token('--warp'),
    plot: token('--plot'),
    chrome: token('--chrome'),
    raised: token('--raised'),
    head: token('--head'),
    hover: token('--hover'),
    hair: token('--hair'),
    line: token('--line'),
    edge: token('--edge'),
    fg: token('--fg'),
    fg2: token('--fg2'),
    fg3: token('--fg3'),
    planText: token('--planT'),
    heldText: token('--heldT'),
    streakText: token('--s5T'),
    onFg: token('--onFg'),
    bandAhead: share('--bandA'),
    bandPast: share('--bandPast'),
    hatch: share('--hatchA'),
    cell: share('--cellA'),
    mono: token('--mono'),
    ui: token('--ui'),
  };
}
