/** How much a pixel holds decides what is drawn. */
export type ZoomLevel = 'seconds' | 'minutes' | 'hours' | 'days';

const MINUTE_MS = 60_000;

export function zoomLevel(msPerPx: number): ZoomLevel {
  const pxPerMinute = MINUTE_MS / msPerPx;
  if (pxPerMinute > 240) return 'seconds';
  if (pxPerMinute >= 12) return 'minutes';
  return pxPerMinute >= 0.3 ? 'hours' : 'days';
}

/** From 50 µs a pixel, where single milliseconds stand apart, to four days a pixel. */
const MIN_MS_PER_PX = 0.05;
const MAX_MS_PER_PX = 4 * 86_400_000;

export const clampZoom = (msPerPx: number): number => Math.min(MAX_MS_PER_PX, Math.max(MIN_MS_PER_PX, msPerPx));
