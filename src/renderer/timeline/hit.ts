import type { Placed } from './place';
import type { PlannedNext, RowModel } from './row-model';
import type { TimeScale } from './scale';

const HIT_PX = 12;
const PILL_PX = 4;

/** What lies under the pointer in a row. */
type Hit = { readonly kind: 'mark'; readonly placed: Placed } | { readonly kind: 'band' };

/**
 * The nearest mark within 24 × 24 px (a pill: 4 px around it) wins; behind the marks the band ahead answers over the
 * row's whole height.
 * @param px from the plot's left edge
 */
export function hitInRow(placed: readonly Placed[], model: RowModel | null, scale: TimeScale, px: number): Hit | null {
  let best: Placed | null = null;
  let bestDistance = Infinity;
  for (const item of placed) {
    const single = item.to - item.from === 1;
    const reach = single ? HIT_PX : 0;
    const left = single ? item.px - reach : item.left - PILL_PX;
    const right = single ? item.px + reach : item.right + PILL_PX;
    if (px < left || px > right) continue;
    const distance = single ? Math.abs(px - item.px) : Math.abs(px - (item.left + item.right) / 2);
    if (distance < bestDistance) [best, bestDistance] = [item, distance];
  }
  if (best !== null) return { kind: 'mark', placed: best };
  const band = model === null ? null : bandPx(model.next, scale);
  return band !== null && px >= band.left && px <= band.right ? { kind: 'band' } : null;
}

/** The band of the next attempt on the plot, null without jitter. */
export function bandPx(next: PlannedNext | null, scale: TimeScale): { left: number; right: number } | null {
  if (next === null || next.band === null || next.band.toMs <= next.band.fromMs) return null;
  return { left: scale.x(next.band.fromMs), right: scale.x(next.band.toMs) };
}
