import { LEAST_LEAP_MS, type Leap, type LeapCause } from '../../shared/model/leap';
import type { Pace } from '../../shared/model/pace';
import type { ClockRecord, SystemClock } from './ports';

/**
 * Longer waits are slept in steps, since a platform's timers fire at once above 2^31 ms and do not count a night's
 * sleep of the machine.
 */
const LONGEST_RING_MS = 60_000;
/** Two clocks of a machine never agree to the millisecond; less than this is no sleep. */
const SHORTEST_SLEEP_MS = 2_000;
/** Nothing ran in it, whichever way: what passes of it in virtual time passes at 1×. */
type Away = { readonly sleptMs: number; readonly stoodStillMs: number };

const SKIP: Pace = { kind: 'skip' };

/**
 * Virtual time over the machine's monotonic clock. It never runs backwards. A request in flight brings it to 1×, so
 * that durations are honest; under `skip` it stands still between jumps; paused, it freezes once nothing is in flight.
 */
export class ElasticClock {
  readonly #system: SystemClock;
  #anchorVirtualMs: number;
  #anchorElapsedMs: number;
  #anchorSleptMs: number;
  #anchorStoodStillMs: number;
  #untoldAwayMs = 0;
  /** Wall time at which the monotonic clock would stand at zero: it moves only when someone sets the machine's clock. */
  #wallAtZero: number;
  #pace: Pace;
  #paused: boolean;
  /** Waits are skipped until here, whatever is chosen; null while there is no such jump. */
  #goal: number | null = null;
  #inFlight = 0;
  #latest: number;
  /** Not yet kept. */
  #leaps: Leap[] = [];

  constructor(
    system: SystemClock,
    start: { readonly virtualMs: number; readonly pace: Pace; readonly paused: boolean },
    /** Where virtual time stood when the app was closed. */
    closedAtMs: number = start.virtualMs,
  ) {
    this.#system = system;
    this.#anchorVirtualMs = start.virtualMs;
    this.#latest = start.virtualMs;
    this.#anchorElapsedMs = system.elapsedMs();
    this.#anchorSleptMs = system.sleptMs?.() ?? 0;
    this.#anchorStoodStillMs = system.stoodStillMs?.() ?? 0;
    this.#wallAtZero = this.#wallAtZeroNow();
    this.#pace = start.pace;
    this.#paused = start.paused;
    this.#noteLeap(closedAtMs, start.virtualMs, 'closed');
  }

  /** Virtual epoch ms, whole: a due time is reached only when it has fully passed. */
  now(): number {
    const { sleptMs, stoodStillMs } = this.#justAway();
    if (sleptMs + stoodStillMs > 0) this.#anchor();
    this.#latest = Math.max(this.#latest, Math.floor(this.#anchorVirtualMs + this.#sinceAnchorMs() * this.rate));
    return this.#latest;
  }

  /** Virtual ms per real ms at this instant. */
  get rate(): number {
    if (this.#inFlight > 0) return 1;
    const { pace } = this;
    return this.paused || pace.kind === 'skip' ? 0 : pace.factor;
  }

  /** What is at work now: skip waits during a jump, else what was chosen. */
  get pace(): Pace {
    return this.#goal === null ? this.#pace : SKIP;
  }

  get paused(): boolean {
    return this.#goal === null && this.#paused;
  }

  /** Where a jump will end, virtual epoch ms, or null. */
  get goal(): number | null {
    return this.#goal;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Ends a jump too. */
  setPace(pace: Pace): void {
    this.endJump();
    this.#pace = pace;
  }

  /** Ends a jump too. */
  setPaused(paused: boolean): void {
    this.endJump();
    this.#paused = paused;
  }

  /** Skips waits until an instant; the pace that was chosen, paused or not, is kept for afterwards. */
  jumpUntil(goal: number): void {
    this.#anchor();
    this.#goal = goal;
  }

  endJump(): void {
    this.#anchor();
    this.#goal = null;
  }

  setInFlight(count: number): void {
    if (count > 0 !== this.#inFlight > 0) this.#anchor();
    this.#inFlight = count;
  }

  /** Moves on to a later instant; an earlier one is ignored. */
  jumpTo(virtualMs: number, cause: LeapCause): void {
    this.#anchor();
    this.#noteLeap(this.#anchorVirtualMs, virtualMs, cause);
    this.#anchorVirtualMs = Math.max(this.#anchorVirtualMs, virtualMs);
  }

  /** Stretches that passed at once and are not kept yet, oldest first. */
  get leaps(): readonly Leap[] {
    return this.#leaps;
  }

  /** The oldest so many are kept. */
  dropLeaps(count: number): void {
    if (count > 0) this.#leaps = this.#leaps.slice(count);
  }

  /** Ms in which nothing ran (the machine slept, the process stood still) that passed in virtual time since last asked. */
  takeAwayMs(): number {
    this.now();
    const awayMs = this.#untoldAwayMs;
    this.#untoldAwayMs = 0;
    return awayMs >= SHORTEST_SLEEP_MS ? awayMs : 0;
  }

  /** By how many ms someone has set the machine's clock since this was last asked; a second or two is no setting. */
  takeWallJumpMs(): number {
    const jumpMs = this.#wallAtZeroNow() - this.#wallAtZero;
    if (Math.abs(jumpMs) < SHORTEST_SLEEP_MS) return 0;
    this.#wallAtZero += jumpMs;
    return jumpMs;
  }

  /** As it is kept over a restart, which ends a jump. */
  record(): ClockRecord {
    return { virtualMs: this.now(), wallMs: this.#system.wallMs(), pace: this.#pace, paused: this.#paused };
  }

  /**
   * Rings when virtual time may have reached `virtualMs`: late by a timer's grain, or early after a long step, so
   * whoever is woken looks at the clock again. Never rings while the clock stands still. Returns its own cancel.
   */
  wakeAt(virtualMs: number, bell: () => void): () => void {
    const rate = this.rate;
    if (rate === 0) return () => {};
    const realMs = Math.max(0, Math.ceil((virtualMs - this.now()) / rate));
    return this.#system.ring(Math.min(realMs, LONGEST_RING_MS), bell);
  }

  #anchor(): void {
    const { sleptMs, stoodStillMs } = this.#justAway();
    const stoodMs = stoodStillMs * Math.min(1, this.rate);
    const awayMs = stoodMs + (this.#frozen ? 0 : sleptMs);
    const ranMs = Math.max(0, this.#sinceAnchorMs() - stoodStillMs) * this.rate;
    this.#anchorVirtualMs = Math.max(this.#latest, this.#anchorVirtualMs + ranMs + awayMs);
    this.#anchorElapsedMs = this.#system.elapsedMs();
    this.#anchorSleptMs += sleptMs;
    this.#anchorStoodStillMs += stoodStillMs;
    this.#untoldAwayMs += awayMs;
    if (awayMs >= SHORTEST_SLEEP_MS) {
      this.#noteLeap(this.#anchorVirtualMs - awayMs, this.#anchorVirtualMs, 'away');
    }
  }

  #noteLeap(from: number, to: number, cause: LeapCause): void {
    const [fromMs, toMs] = [Math.floor(from), Math.floor(to)];
    if (toMs - fromMs < LEAST_LEAP_MS) return;
    const last = this.#leaps.at(-1);
    const goesOn = last !== undefined && last.cause === cause && last.toMs >= fromMs;
    if (goesOn) this.#leaps[this.#leaps.length - 1] = { ...last, toMs };
    else this.#leaps.push({ fromMs, toMs, cause });
  }

  #wallAtZeroNow(): number {
    return this.#system.wallMs() - this.#system.elapsedMs() - (this.#system.sleptMs?.() ?? 0);
  }

  #sinceAnchorMs(): number {
    return Math.max(0, this.#system.elapsedMs() - this.#anchorElapsedMs);
  }

  /**
   * A sleep of the machine passes at 1×, like the time in which the app is closed; so does one in which the process
   * stood still, which the monotonic clock counts. A set wall clock is neither.
   */
  #justAway(): Away {
    const sleptMs = (this.#system.sleptMs?.() ?? 0) - this.#anchorSleptMs;
    const stoodStillMs = (this.#system.stoodStillMs?.() ?? 0) - this.#anchorStoodStillMs;
    return { sleptMs: sleptMs >= SHORTEST_SLEEP_MS ? sleptMs : 0, stoodStillMs };
  }

  get #frozen(): boolean {
    return this.paused || this.pace.kind === 'skip';
  }
}

/**
 * Where virtual time goes on after a restart. While nothing ran it passed at 1×, as wall time did, unless it was
 * frozen (paused, or under skip waits); never earlier than what the history already holds.
 */
export function resumeTime(record: ClockRecord, wallMs: number, newestStepAt: number | null): number {
  const frozen = record.paused || record.pace.kind === 'skip';
  const awayMs = frozen ? 0 : Math.max(0, wallMs - record.wallMs);
  return Math.max(record.virtualMs + awayMs, newestStepAt ?? 0);
}
