import { describe, expect, it } from 'vitest';
import { brushPx, movedEdge } from '../../../src/renderer/timeline/brush';

const RUN = { fromMs: 1_000, toMs: 11_000 };

describe('the brush', () => {
  it('stands where the part in view lies in the run', () => {
    // 10 s on 500 px: 50 px a second.
    expect(brushPx(RUN, { fromMs: 2_000, toMs: 5_000 }, 9_000, 500)).toEqual({ left: 50, right: 200, nowPx: 400 });
  });

  it('ends at the edges of the run, and can always be taken hold of', () => {
    expect(brushPx(RUN, { fromMs: -60_000, toMs: 60_000 }, 9_000, 500)).toMatchObject({ left: 0, right: 500 });
    expect(brushPx(RUN, { fromMs: 3_000, toMs: 3_001 }, 9_000, 500)).toMatchObject({ left: 100, right: 106 });
    expect(brushPx(RUN, { fromMs: 20_000, toMs: 30_000 }, 9_000, 500)).toMatchObject({ left: 494, right: 500 });
    expect(brushPx(RUN, { fromMs: -9_000, toMs: -8_000 }, 9_000, 500)).toMatchObject({ left: 0, right: 6 });
  });

  it('moves one edge, never past the other', () => {
    const view = { fromMs: 2_000, toMs: 5_000 };
    expect(movedEdge(view, 'from', 1_500)).toEqual({ fromMs: 1_500, toMs: 5_000 });
    expect(movedEdge(view, 'to', 9_000)).toEqual({ fromMs: 2_000, toMs: 9_000 });
    expect(movedEdge(view, 'from', 7_000)).toEqual({ fromMs: 4_980, toMs: 5_000 });
    expect(movedEdge(view, 'to', 0)).toEqual({ fromMs: 2_000, toMs: 2_020 });
  });
});
