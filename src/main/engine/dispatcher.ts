import type { EndpointId } from '../../shared/model/ids';
import type { Outcome } from '../../shared/model/outcome';
import type { Problem } from '../../shared/model/problem';
import { type AgendaHost, perform } from './agenda';
import { brokenSender, problemOf } from './broken';
import { Claims, type Start } from './claims';
import { DEFAULT_CONCURRENCY, Slots } from './concurrency';
import type { DispatcherHooks } from './dispatcher-hooks';
import type { DueTimes } from './due-times';
import { earliest } from './earliest';
import type { Claimed } from './ports';
import { wakeEndpoints } from './reopenings';
import type { RunContext } from './run-context';
import { scriptedDurationMs } from './scripted-duration';
import { byEndThenOrdinal, type Ended, settle } from './settle';
import { runSweep } from './sweeper';

/** Outcomes that arrive while others are in flight share a transaction; this bounds how long one may wait. */
const COMMIT_TICK_MS = 4;
/** After a commit that could not be made (disk full, file locked), it is tried again this much later. */
const TROUBLE_PAUSE_MS = 1_000;
/** So many plans are done in one turn. */
const AGENDA_PAGE = 500;

/**
 * Moves deliveries along the line: claims what is due, commits, sends, settles. One alarm, no timer per delivery.
 *
 * Invariants: one turn at a time; a request leaves only after the commit of its claim; an outcome that could not be
 * committed is kept and tried again; nothing is claimed while paused or while a commit is in trouble; while nothing
 * is due, nothing ticks.
 */
export class Dispatcher {
  readonly #context: RunContext;
  readonly #dueTimes: DueTimes;
  readonly #claims: Claims;
  readonly #hooks: DispatcherHooks;
  readonly #slots: Slots;
  /** Outcomes that are not committed yet, each with the virtual instant at which it counts. */
  #ended: Ended[] = [];
  /** Requests that have not come back. */
  #travelling = 0;
  /** Of those, how many were told to stop. */
  #aborted = 0;
  /** Challenges and the like that take real time. */
  #outside = 0;
  #turning = false;
  #again = false;
  #closed = false;
  /** What is in flight is still settled, and nothing else is done. */
  #draining = false;
  /** What is to be written with the next commit that can be made. */
  #owed: (() => void)[] = [];
  #trouble: Problem | null = null;
  #cancelAlarm = (): void => {};
  #cancelTick: (() => void) | null = null;
  #idleWaiters: (() => void)[] = [];

  constructor(context: RunContext, dueTimes: DueTimes, hooks: DispatcherHooks) {
    this.#context = context;
    this.#dueTimes = dueTimes;
    this.#hooks = hooks;
    this.#slots = new Slots(context.ports.limits ?? (() => DEFAULT_CONCURRENCY));
    this.#claims = new Claims(context, this.#slots);
  }

  get inFlight(): number {
    return this.#slots.total;
  }

  inFlightOf(endpointId: EndpointId): number {
    return this.#slots.of(endpointId);
  }

  /** Does everything that can be done now, and sets the alarm for the rest. `skipping` false: time does not jump. */
  turn(skipping = true): void {
    if (this.#closed) return;
    this.#again = true;
    if (this.#turning) return;
    this.#turning = true;
    this.#tellOfAbsence();
    try {
      while (this.#again) {
        this.#again = false;
        this.#endJumpBeyond();
        const plansFirst = this.#plansAreDue();
        this.#settleAndClaim(!plansFirst);
        if (plansFirst) {
          this.#performAgenda();
          // A plan may end this engine as a crash would.
          if (this.#closed) return;
          this.#sweep();
          this.#settleAndClaim(true);
        }
        if (skipping) this.#skipAhead();
      }
    } finally {
      this.#turning = false;
    }
    this.#arm();
    const unrecordable = this.#travelling === 0 && this.#trouble !== null;
    if (this.#slots.total > 0 && !unrecordable) return;
    for (const wake of this.#idleWaiters.splice(0)) wake();
    if (this.#outside === 0 && !unrecordable && this.nextAt() === null) this.#hooks.onIdle();
  }

  /** The next thing that can happen, virtual epoch ms, or null when nothing is left. */
  nextAt(): number | null {
    return this.#dueTimes.nextAt(() => true);
  }

  /** Takes a wait to its end at once: what is due then goes, and the clock is left as it was. */
  step(): void {
    const { clock } = this.#context;
    const next = this.nextAt();
    if (next === null) return;
    const { paused } = clock;
    clock.jumpTo(next, 'step');
    clock.setPaused(false);
    this.turn(false);
    clock.setPaused(paused);
    this.turn(false);
  }

  /**
   * Aborts what is in flight; resolves when every outcome is committed, or cannot be for now. Returns how many requests
   * it stopped.
   */
  async abortAll(): Promise<number> {
    const count = this.#slots.total - this.#aborted;
    this.#aborted = this.#slots.total;
    this.#context.abortRequests();
    // What came back already counts now, whatever length its script gave it.
    const now = this.#context.clock.now();
    this.#ended = this.#ended.map((ended) => ({ ...ended, endedAt: Math.min(ended.endedAt, now) }));
    this.turn(false);
    if (this.#slots.total > 0) await new Promise<void>((wake) => this.#idleWaiters.push(wake));
    return count;
  }

  /** Begins nothing more, aborts what is in flight, and resolves as `abortAll` does. The clock is left as it was. */
  async drain(): Promise<void> {
    this.#draining = true;
    await this.abortAll();
  }

  /** Writes something about the run, and the clock, at once; or with the first commit that can be made again. */
  record(work: (() => void) | null): void {
    if (work !== null) this.#owed.push(work);
    if (this.#trouble === null) this.#payOwed();
    this.#arm();
  }

  /** Forgets that an endpoint could not be used: it was changed. */
  recheck(endpointId: EndpointId): void {
    this.#claims.forget(endpointId);
    this.turn();
  }

  close(): void {
    this.#closed = true;
    this.#cancelAlarm();
    this.#cancelTick?.();
    for (const wake of this.#idleWaiters.splice(0)) wake();
  }

  /**
   * Settles what came back and, when told to, claims what is due: in one transaction, since both change the same
   * pages of the database and a commit writes each of them once.
   */
  #settleAndClaim(claiming: boolean): void {
    this.#cancelTick?.();
    this.#cancelTick = null;
    const { clock } = this.#context;
    const now = clock.now();
    const batch = this.#endedBy(now);
    for (const { claimed } of batch) this.#slots.give(claimed.attempt.endpointId);
    this.#aborted = Math.min(this.#aborted, this.#slots.total);
    const mayClaim = claiming && this.#mayAct;
    const open = mayClaim ? this.#dueTimes.dueEndpoints(now).filter((id) => this.#claims.canStart(id)) : [];
    const settled =
      this.#commitTurn(batch, open, now) ||
      // A claim that cannot be made must not keep outcomes from being recorded.
      (open.length > 0 && batch.length > 0 && this.#commitTurn(batch, [], now));
    if (!settled) {
      for (const { claimed } of batch) this.#slots.take(claimed.attempt.endpointId);
    } else if (batch.length > 0) {
      const done = new Set(batch);
      this.#ended = this.#ended.filter((ended) => !done.has(ended));
      // What was settled may be due again at once.
      this.#again = true;
    }
    this.#tellClock();
  }

  /** Outcomes that count by virtual `now`, in the order in which they are settled. */
  #endedBy(now: number): readonly Ended[] {
    if (this.#ended.length === 0 || (this.#scripted && this.#travelling > 0)) return [];
    return this.#ended.filter((ended) => ended.endedAt <= now).sort(byEndThenOrdinal);
  }

  /** Returns whether it was committed; then the claimed requests are on their way. */
  #commitTurn(batch: readonly Ended[], open: readonly EndpointId[], now: number): boolean {
    if (batch.length === 0 && open.length === 0) return true;
    const starts: Start[] = [];
    const committed = this.#tryCommit(() => {
      for (const ended of batch) settle(this.#context, ended);
      for (const id of open) this.#again = this.#claims.claim(id, now, starts) || this.#again;
    });
    if (!committed) {
      this.#claims.undo(starts);
      return false;
    }
    this.#travelling += starts.length;
    this.#tellClock();
    for (const start of starts) void this.#send(start);
    return true;
  }

  /** Whether anything may be begun. */
  get #mayAct(): boolean {
    return !this.#context.clock.paused && !this.#closed && !this.#draining && this.#trouble === null;
  }

  /** A plan or a sweep comes between what is settled and what is claimed. */
  #plansAreDue(): boolean {
    if (!this.#mayAct) return false;
    const { clock, ports, run } = this.#context;
    let due = false;
    this.#attempt(() => {
      const now = clock.now();
      const item = ports.store.nextAgenda(run.id);
      due = (item !== null && item.at <= now) || this.#isSweepDue(now);
    });
    return due;
  }

  #tellOfAbsence(): void {
    const { clock, ports } = this.#context;
    const jumpMs = clock.takeWallJumpMs();
    if (jumpMs !== 0) this.#hooks.onWallSet(jumpMs);
    const awayMs = clock.takeAwayMs();
    if (awayMs === 0) return;
    const now = clock.now();
    const due = this.#dueTimes.dueEndpoints(now);
    this.#hooks.onWoke(
      awayMs,
      due.reduce((sum, id) => sum + ports.store.countDue(id, now), 0),
    );
  }

  /** Plans that have come due, one transaction each; a page of them in a turn. */
  #performAgenda(): void {
    const { clock, ports, run } = this.#context;
    const host: AgendaHost = { ...this.#hooks.agenda, during: (work) => this.#during(work) };
    for (let i = 0; i < AGENDA_PAGE; i++) {
      if (!this.#mayAct) return;
      const item = ports.store.nextAgenda(run.id);
      if (item === null || item.at > clock.now()) return;
      if (!this.#attempt(() => perform(this.#context, item, host))) return;
    }
    this.#again = true;
  }

  #during(work: Promise<unknown>): void {
    this.#outside += 1;
    this.#tellClock();
    void work.finally(() => {
      this.#outside -= 1;
      this.#tellClock();
      this.turn();
    });
  }

  /** A run whose durations are scripted waits, under skip, for every request to come back before time goes on. */
  get #scripted(): boolean {
    return this.#context.run.durations === 'scripted' && this.#context.clock.pace.kind === 'skip';
  }

  /** What is in flight brings the clock to 1×, but for a run whose durations are scripted. */
  #tellClock(): void {
    this.#context.clock.setInFlight(this.#scripted ? 0 : this.#outside + this.#slots.total);
  }

  /** The sweep that recovers what got stuck, and suspensions whose time is over; a page, so that a turn stays short. */
  #sweep(): void {
    if (!this.#mayAct) return;
    const { clock } = this.#context;
    if (!this.#isSweepDue(clock.now())) return;
    this.#tryCommit(() => {
      wakeEndpoints(this.#context, this.#dueTimes.dueWakes(clock.now()), clock.now());
      this.#again = runSweep(this.#context, clock.now()) || this.#again;
    });
  }

  #isSweepDue(now: number): boolean {
    const { ports, run } = this.#context;
    return this.#dueTimes.dueWakes(now).length > 0 || ports.store.sweepable(run.id, now, 1).length > 0;
  }

  async #send({ claimed, request }: Start): Promise<void> {
    const result = await this.#context.ports.sender.send(request, this.#context.stopSignal).catch(brokenSender);
    this.#travelling -= 1;
    this.#ended.push({ claimed, outcome: result.outcome, result, endedAt: this.#endOf(claimed, result.outcome) });
    if (this.#travelling === 0 || this.#ended.length >= this.#slots.total) this.turn();
    else this.#cancelTick ??= this.#context.ports.system.ring(COMMIT_TICK_MS, () => this.turn());
  }

  #endOf(claimed: Claimed, outcome: Outcome): number {
    const now = this.#context.clock.now();
    if (this.#context.run.durations === 'measured') return now;
    const scriptedMs = scriptedDurationMs(this.#context, claimed, outcome);
    return scriptedMs === null ? now : claimed.attempt.startedAt + scriptedMs;
  }

  /** Skip waits: nothing in flight and nothing due, so time jumps to the next thing that can happen. */
  #skipAhead(): void {
    const { clock } = this.#context;
    if (clock.pace.kind !== 'skip' || !this.#mayAct) return;
    if (this.#travelling > 0 || this.#outside > 0 || (this.#slots.total > 0 && !this.#scripted)) return;
    const ends = this.#ended.map((ended) => ended.endedAt);
    const next = earliest(
      this.#dueTimes.nextAt((id) => this.#claims.canStart(id)),
      this.#hooks.nextEdge(),
      ...ends,
    );
    const { goal } = clock;
    if (goal !== null && (next === null || next > goal)) {
      clock.jumpTo(goal, 'jump');
      this.#attempt(this.#hooks.onArrived);
      return;
    }
    if (next === null || next <= clock.now()) return;
    clock.jumpTo(next, goal === null ? 'skip' : 'jump');
    this.#again = true;
  }

  /** Requests run in real time, also past the instant at which a jump was to end. */
  #endJumpBeyond(): void {
    const { goal } = this.#context.clock;
    if (goal !== null && this.#context.clock.now() > goal) this.#attempt(this.#hooks.onArrived);
  }

  #arm(): void {
    this.#cancelAlarm();
    this.#cancelAlarm = () => {};
    if (this.#trouble !== null) {
      this.#cancelAlarm = this.#context.ports.system.ring(TROUBLE_PAUSE_MS, () => this.#retryAfterTrouble());
      return;
    }
    if (!this.#mayAct) return;
    const { goal } = this.#context.clock;
    const next = earliest(
      this.#dueTimes.nextAt((id) => this.#claims.canStart(id)),
      goal === null ? null : goal + 1,
    );
    if (next !== null) this.#cancelAlarm = this.#context.clock.wakeAt(next, () => this.turn());
  }

  #retryAfterTrouble(): void {
    this.#trouble = null;
    this.turn();
    // Only a commit that works proves that the trouble is over; with nothing to commit, the probe is the clock.
    if (this.#trouble === null && this.#payOwed()) this.#hooks.onTrouble(null);
    this.#arm();
  }

  #payOwed(): boolean {
    const owed = this.#owed;
    const paid = this.#tryCommit(() => {
      for (const work of owed) work();
    });
    if (paid) this.#owed = [];
    return paid;
  }

  #tryCommit(work: () => void): boolean {
    return this.#attempt(() => this.#context.commit(work));
  }

  /** Does what commits; a commit that cannot be made stops the line until it can. */
  #attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#trouble = problemOf(error);
      this.#hooks.onTrouble(this.#trouble);
      return false;
    }
  }
}
