// The places of a run: one per mission, and one per call of its tools. Each knows whether something
// works below it, or whether it can only wait for calls that someone has to decide about.
//
//   mission ─▶ call of a child ─▶ mission of the child ─▶ call that is held
//              its slot is free     its time stops
//
// A place has stopped while nothing below it works and at least one call below it is held or waits
// to continue. That is known only in a new task, because a branch that continues in a microtask
// isn't counted. The stop then begins at the time when nothing worked any more, so the time of the
// check counts for nothing. Only runs whose effects count their activity have places.

import type { Clock, ToolContext } from "@ptc/core/contracts";
import { isThenable, onAbort, sleep } from "@ptc/core/internal/contracts";
import { nextTask, type Activity } from "@ptc/core/internal/task";
import type { JournalStore, RunActivity } from "@ptc/lisp";
import type { HeldSlot } from "./held-slot.ts";

/** The run of a place. */
export interface PlacesOfRun {
  /** Counts the work that continues without an effect; see `Activity`. */
  readonly activity: Activity;
  readonly clock: Clock;
}

type Counter = "working" | "held" | "queued";

export class Place implements RunActivity {
  private above: Place | undefined;
  private readonly run: PlacesOfRun;
  private readonly checks: Checks;
  /** The slot of the call, if it runs a mission. */
  private readonly slot: HeldSlot | undefined;
  private working = 0;
  private held = 0;
  /** Calls and requests that continue as soon as the calls above have their slots again. */
  private queued = 0;
  private holds: Set<object> | undefined = undefined;
  /** The time at which the last work ended, if it can only wait since then. */
  private since: number | undefined = undefined;
  private stoppedMs = 0;
  private hasStopped = false;
  private hasLeftSlot = false;
  private listeners: Set<() => void> | undefined = undefined;

  constructor(run: PlacesOfRun, above?: Place, slot?: HeldSlot) {
    this.run = run;
    this.above = above;
    this.slot = slot;
    this.checks = above?.checks ?? new Checks(run.activity);
  }

  /** Returns the place of a mission that this call runs. */
  below(): Place {
    return new Place(this.run, this);
  }

  /** Returns the place of a call of this mission that runs a mission, in this slot. */
  missionCall(slot: HeldSlot): Place {
    return new Place(this.run, this, slot);
  }

  /** Returns the place of a call of this mission that works until it is closed. */
  workingCall(): Place {
    return new WorkingCall(this.run, this);
  }

  /** True while nothing below works, and at least one call below is held or waits to continue. */
  get isStopped(): boolean {
    return this.hasStopped;
  }

  /** The time of the clock without the time for which the place has stopped. */
  get time(): number {
    return (this.since ?? this.run.clock.monotonic()) - this.stoppedMs;
  }

  /**
   * Returns the same time for a program of the place. A program that reads it may compute, although
   * nothing is counted as work. So a stop that isn't known yet begins now at the earliest, and the
   * time passes for programs that never end.
   */
  programTime(): number {
    this.noteProgram();
    return this.time;
  }

  private noteProgram(): void {
    if (this.since === undefined || this.hasStopped) return;
    this.since = this.run.clock.monotonic();
    this.above?.noteProgram();
  }

  /** Counts work of the run, which its recorder and replay wait for. */
  enter(): void {
    this.run.activity.enter();
    this.begin();
  }

  leave(): void {
    this.end();
    this.run.activity.leave();
  }

  /** Counts work of the run until it settles or `signal` is aborted. */
  during(work: PromiseLike<unknown>, signal?: AbortSignal): void {
    this.run.activity.during(work, signal);
    void this.effect(work, signal);
  }

  /**
   * Counts an effect, which the run waits for: not for the recorder and the replay, because they
   * decide when it settles. Returns the effect.
   */
  effect<Made extends PromiseLike<unknown>>(made: Made, signal?: AbortSignal): Made {
    if (signal?.aborted === true) return made;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      remove?.();
      this.end();
    };
    this.begin();
    const remove = signal === undefined ? undefined : onAbort(signal, end);
    made.then(end, end);
    return made;
  }

  /** Begins to count one effect. Pair it with `end`. */
  begin(): void {
    this.change("working", 1);
  }

  end(): void {
    this.change("working", -1);
  }

  /**
   * Notes that a call of the place waits for a decision. Returns a function to call immediately
   * before the call continues.
   */
  hold(): () => void {
    const hold = {};
    (this.holds ??= new Set()).add(hold);
    this.change("held", 1);
    return () => {
      if (this.holds?.delete(hold) === true) this.change("held", -1);
    };
  }

  /** Forgets held calls of a turn that has ended: they don't continue. */
  dropHolds(): void {
    const count = this.holds?.size ?? 0;
    this.holds = undefined;
    if (count > 0) this.change("held", -count);
  }

  /** Ends the place: nothing in it counts for the places above any more. */
  close(): void {
    const { above } = this;
    this.above = undefined;
    for (const counter of ["queued", "held", "working"] as const)
      if (this[counter] > 0) above?.change(counter, -this[counter]);
  }

  /** True if a call around the place has released its slot, so its effects have to wait. */
  get isWithoutSlot(): boolean {
    return this.slot?.isAway === true || this.above?.isWithoutSlot === true;
  }

  /**
   * Resolves when the calls around the place have their slots again, or `signal` is aborted. Call
   * it before an effect. Undefined if they have them.
   */
  regained(signal: AbortSignal): Promise<void> | undefined {
    return this.isWithoutSlot ? this.regain(signal) : undefined;
  }

  private async regain(signal: AbortSignal): Promise<void> {
    this.change("queued", 1);
    for (const slot of this.slotsAround) await slot.regained(signal);
    this.change("queued", -1);
  }

  /** The outermost first. */
  private get slotsAround(): readonly HeldSlot[] {
    const around = this.above?.slotsAround ?? [];
    return this.slot === undefined ? around : [...around, this.slot];
  }

  /** Calls `listener` each time the place has stopped. Returns a function that ends this. */
  onStop(listener: () => void): () => void {
    return this.listen(() => {
      if (this.hasStopped) listener();
    });
  }

  /** Resolves when it is known whether the place has stopped. */
  async checked(): Promise<void> {
    while (this.since !== undefined && !this.hasStopped) await this.checks.done;
  }

  /** Resolves when the place hasn't stopped, or `signal` is aborted. */
  async started(signal: AbortSignal): Promise<void> {
    while (this.hasStopped && !signal.aborted)
      await new Promise<void>((resolve) => {
        const end = (): void => {
          removeListener();
          removeAbort();
          resolve();
        };
        const removeListener = this.listen(end);
        const removeAbort = onAbort(signal, end);
      });
  }

  /** Called in a new task without a change since the last one. */
  settle(): void {
    if (this.canOnlyWait && !this.hasStopped) {
      this.hasStopped = true;
      this.report();
    }
    if (this.isIdle && !this.hasLeftSlot) {
      this.hasLeftSlot = true;
      this.slot?.leave();
    }
  }

  private listen(listener: () => void): () => void {
    const { listeners = new Set() } = this;
    this.listeners = listeners;
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  private report(): void {
    for (const listener of [...(this.listeners ?? [])]) listener();
  }

  private get canOnlyWait(): boolean {
    return this.working === 0 && this.held + this.queued > 0;
  }

  /** True if the place needs no slot. */
  private get isIdle(): boolean {
    return this.working === 0 && this.queued === 0 && this.held > 0;
  }

  private change(counter: Counter, by: number): void {
    this[counter] += by;
    this.noteChange();
    this.above?.change(counter, by);
  }

  private noteChange(): void {
    const { canOnlyWait, isIdle } = this;
    if (this.hasLeftSlot && !isIdle) {
      this.hasLeftSlot = false;
      this.slot?.comeBack();
    }
    if (canOnlyWait) {
      this.since ??= this.run.clock.monotonic();
      if (!this.hasStopped || (isIdle && !this.hasLeftSlot)) this.checks.add(this);
      return;
    }
    const { since } = this;
    this.since = undefined;
    if (!this.hasStopped || since === undefined) return;
    this.stoppedMs += this.run.clock.monotonic() - since;
    this.hasStopped = false;
    this.report();
  }
}

/** A call of a function. While it is held, it doesn't work. */
class WorkingCall extends Place {
  constructor(run: PlacesOfRun, above: Place) {
    super(run, above);
    this.begin();
  }

  override hold(): () => void {
    const release = super.hold();
    this.end();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.begin();
      release();
    };
  }
}

/** Checks in new tasks whether the places of a run have stopped. */
class Checks {
  private readonly activity: Activity;
  private readonly due = new Set<Place>();
  /** Resolves when no check is under way. */
  done: Promise<void> | undefined = undefined;

  constructor(activity: Activity) {
    this.activity = activity;
  }

  add(place: Place): void {
    this.due.add(place);
    this.done ??= this.check();
  }

  /** Counts as work of the run, because calls that wait for a slot may begin then. */
  private async check(): Promise<void> {
    const { due, activity } = this;
    activity.enter();
    while (due.size > 0) {
      const places = [...due];
      due.clear();
      await nextTask();
      for (const place of places) if (!due.has(place)) place.settle();
    }
    this.done = undefined;
    activity.leave();
  }
}

/**
 * Resolves when `place` has worked for `milliseconds`, or `signal` is aborted. `timer` is the clock
 * that waits.
 */
export async function timeUsed(
  place: Place,
  milliseconds: number,
  signal: AbortSignal,
  timer: Pick<Clock, "sleep">,
): Promise<void> {
  const end = place.time + milliseconds;
  for (;;) {
    await place.started(signal);
    const before = place.time;
    if (signal.aborted || before >= end) return;
    const wait = new AbortController();
    const wake = (): void => {
      wait.abort();
    };
    const removeAbort = onAbort(signal, wake);
    const removeStop = place.onStop(wake);
    await sleep(timer, end - before, wait.signal);
    removeAbort();
    removeStop();
    await place.checked();
    // The clock may not measure its own waits.
    if (!wait.signal.aborted && !place.isStopped && place.time === before) return;
  }
}

/** Returns the clock of a mission, whose time and pauses are those of its place. */
export function clockIn(place: Place | undefined, clock: Clock): Clock {
  if (place === undefined) return clock;
  return {
    now: (address) => clock.now(address),
    monotonic: () => place.programTime(),
    sleep: (milliseconds, signal, at) => {
      const pause = sleep(clock, milliseconds, signal, at);
      return at === undefined ? pause : place.effect(pause);
    },
    ...(clock.recordedTimes === undefined
      ? {}
      : { recordedTimes: clock.recordedTimes.bind(clock) }),
  };
}

/** Returns the store of a mission, whose place works until a change is stored. */
export function storeIn(
  place: Place | undefined,
  store: JournalStore | undefined,
): JournalStore | undefined {
  if (place === undefined || store === undefined) return store;
  return (change) => {
    const stored: unknown = store(change);
    return isThenable(stored) ? place.effect(Promise.resolve(stored)) : stored;
  };
}

const places = new WeakMap<ToolContext, Place>();

/** Stores the place of a call for as long as its context exists. */
export function rememberPlace(call: ToolContext, place: Place): void {
  places.set(call, place);
}

/** Returns the place in which a call can be held; undefined if no call of the run can wait. */
export function placeOf(call: ToolContext): Place | undefined {
  return places.get(call);
}
