import { type ClockReport, virtualAt } from '../../shared/model/pace';
import { sayDuration } from '../../shared/words/duration';
import { calendarDay, clockTime } from './instants';

export type ClockFace = {
  readonly time: string;
  readonly day: string;
  /** Whether virtual time still is the wall's. */
  readonly kind: 'wall time' | 'virtual';
};

const SAME_MS = 1_500;

/** Virtual epoch ms at the page's own monotonic instant. */
export const virtualNow = (report: ClockReport, receivedAtMs: number, nowMs: number): number =>
  virtualAt(report, nowMs - receivedAtMs);

export function clockFace(report: ClockReport, virtualMs: number): ClockFace {
  const apart = Math.abs(report.virtualMs - report.wallMs);
  return {
    time: clockTime(virtualMs),
    day: calendarDay(virtualMs),
    kind: apart <= SAME_MS && !report.paused ? 'wall time' : 'virtual',
  };
}

export type Badge = { readonly text: string; readonly warped: boolean; readonly says: string };

/** What stands beside the time of the past that is looked at. */
export const PAST_BADGE: Badge = {
  text: 'past',
  warped: true,
  says: 'This is how it was. The clock goes on meanwhile; Esc goes back to live.',
};

/** What stands beside the clock: always there, lit whenever time is not 1×. */
export function clockBadge(report: ClockReport): Badge {
  if (report.jumpsTo !== null) {
    const says = 'The clock jumps: waits are skipped until the instant that you chose. Any change of pace ends it.';
    return { text: 'jump', warped: true, says };
  }
  if (report.paused) {
    const says =
      report.inFlight > 0
        ? 'Paused: what is in flight ends first, then time stands still.'
        : 'Paused: virtual time stands still and nothing is sent.';
    return { text: 'paused', warped: true, says };
  }
  if (report.pace.kind === 'skip') {
    return { text: 'skip', warped: true, says: 'Waits are skipped: time jumps to the next thing that can happen.' };
  }
  const { factor } = report.pace;
  if (factor === 1) return { text: '1×', warped: false, says: 'Virtual time runs like the wall’s.' };
  const says =
    report.inFlight > 0
      ? `${factor}× is chosen; while a request is in flight time runs at 1×.`
      : `Virtual time runs ${factor} times as fast as the wall’s.`;
  return { text: `${factor}×`, warped: true, says };
}

/** How much real time a virtual wait takes at the chosen pace, or null when it cannot be said. */
export function realWait(report: ClockReport, virtualWaitMs: number): string | null {
  if (report.paused) return 'paused';
  if (report.pace.kind === 'skip') return 'skipped to at once';
  if (report.pace.factor === 1) return null;
  return `${sayAway(virtualWaitMs / report.pace.factor)} away`;
}

/** A short real wait: tenths below ten seconds. */
function sayAway(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000;
  return seconds < 100 ? `${seconds.toFixed(1)} s` : sayDuration(ms);
}
