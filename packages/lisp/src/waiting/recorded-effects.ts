// The effects of a run that can wait, besides calls of tools: its clock, its pauses, and the store
// of its journal. Recorded effects return what they returned before. All others are real, and are
// recorded.

import type { Clock, EffectTimes } from "@ptc/core/contracts";
import { effectAddressText, isThenable, sleep } from "@ptc/core/internal/contracts";
import { shortened } from "@ptc/core/internal/printing";
import type { JournalStore } from "../effects/journal.ts";
import { CheckpointError, type CheckpointProblem } from "./checkpoint-error.ts";
import { EffectGate } from "./effect-gate.ts";
import type { Effect, EffectLog, Readings } from "./effect-log.ts";
import type { ReportedRun } from "./reported-run.ts";

export interface RecordedEffectsOptions {
  readonly runId: string;
  readonly clock: Clock;
  readonly log: EffectLog;
  /** Reports the effects while the run runs. */
  readonly reports: ReportedRun | undefined;
}

export abstract class RecordedEffects {
  readonly gate: EffectGate;
  /** Set when the run differs from the recorded one. */
  divergence: CheckpointError | undefined = undefined;
  /** Aborts the run when it can only wait, or when it differs from the recorded one. */
  protected readonly controller = new AbortController();
  protected readonly log: EffectLog;
  protected readonly hostClock: Clock;
  protected readonly reports: ReportedRun | undefined;
  private readonly runId: string;
  private readonly changes = new Map<string, number>();
  private lastAddress = "";
  private lastLocation = "";

  constructor({ runId, clock, log, reports }: RecordedEffectsOptions) {
    this.runId = runId;
    this.hostClock = clock;
    this.log = log;
    this.reports = reports;
    this.gate = new EffectGate(
      () => clock.monotonic(),
      () => {
        this.quiet();
      },
      log.lastLater,
    );
  }

  /** Ends the run, because an entry can't be stored. */
  abort(): void {
    this.controller.abort();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The readings of the program in earlier passes. */
  get readings(): Readings {
    return this.log.readings;
  }

  /** Called when the run can only wait. */
  protected abstract quiet(): void;

  clock(): Clock {
    const { hostClock: clock } = this;
    return {
      now: (address) => {
        if (address === undefined) return clock.now();
        return this.timeAt(effectAddressText(address), () => clock.now(address));
      },
      monotonic: () => this.gate.time,
      sleep: (milliseconds, signal, place) =>
        place === undefined
          ? sleep(clock, milliseconds, signal)
          : this.slept(milliseconds, signal, place),
      recordedTimes: (place, measured) => this.timesOf(this.locationOf(place), measured),
    };
  }

  /** Returns the recorded time at an address, or records the one that `read` returns. */
  timeAt(address: string, read: () => number): number {
    const { log } = this;
    const at = this.locationOf(address);
    const known = log.take("time", at);
    if (known !== undefined) return known.effect.now;
    this.assertNew(() => `the time at ${at}`);
    const now = read();
    this.add({ type: "time", at, now });
    return now;
  }

  /** Returns a store that doesn't repeat recorded changes. */
  journalStore(store: JournalStore | undefined): JournalStore | undefined {
    if (store === undefined) return undefined;
    const { log } = this;
    return (change) => {
      const number = this.changes.get(change.id) ?? 0;
      this.changes.set(change.id, number + 1);
      const at = `${String(number)} ${change.id}`;
      const known = log.take("store", at);
      if (known !== undefined)
        return known.effect.isLater === true ? this.inTurn(known.line, () => undefined) : undefined;
      this.assertNew(() => `a change of the journal (${shortened(change.id, 100)})`);
      return this.afterEarlier((isLater) => {
        const stored: unknown = store(change);
        if (!isThenable(stored) && !isLater) {
          this.add({ type: "store", at });
          return stored;
        }
        return this.live(Promise.resolve(stored), () => {
          this.add({ type: "store", at, isLater: true });
          return undefined;
        });
      });
    };
  }

  /** Adds an effect to the record, and reports it. */
  protected add(effect: Effect): void {
    this.log.add(effect);
    this.reports?.effect(effect);
  }

  /** Begins an effect once those before it allow it: at once, or later. */
  protected afterEarlier(begin: (isLater: boolean) => unknown): unknown {
    return this.afterStored(begin);
  }

  /** Begins an effect once the entries before it are stored. */
  protected afterStored(begin: (isLater: boolean) => unknown): unknown {
    const stored = this.reports?.stored();
    if (stored === undefined) return begin(false);
    this.gate.activity.during(stored);
    return stored.then(() => {
      if (this.signal.aborted) throw new Error("the run has ended");
      return begin(true);
    });
  }

  private async slept(milliseconds: number, signal: AbortSignal, place: string): Promise<void> {
    const { hostClock: clock, log } = this;
    const at = this.locationOf(place);
    const known = log.take("pause", at);
    if (known !== undefined) {
      await this.inTurn(known.line, () => undefined);
      return;
    }
    this.assertNew(() => `the pause at ${at}`);
    await this.afterEarlier(() =>
      this.live(sleep(clock, milliseconds, signal, place), () => {
        if (!signal.aborted) this.add({ type: "pause", at });
        return undefined;
      }),
    );
  }

  private timesOf(at: string, measured: EffectTimes): EffectTimes {
    const { log } = this;
    const known = log.timesAt(at);
    if (known !== undefined) return known;
    // The records of an aborted run have no final times.
    if (!this.signal.aborted) {
      log.addTimes(at, measured);
      this.reports?.noteTimes(at, measured);
    }
    return measured;
  }

  protected inTurn(line: number, settle: () => unknown): Promise<unknown> {
    return new Promise((resolve) => {
      this.gate.inLine(line, () => {
        resolve(
          new Promise((done) => {
            done(settle());
          }),
        );
      });
    });
  }

  private live(work: PromiseLike<unknown>, record: () => unknown): Promise<unknown> {
    const pass = this.gate.begin();
    return new Promise((resolve, reject) => {
      Promise.resolve(work).then(
        () => {
          pass(() => {
            resolve(record());
          });
        },
        (error: unknown) => {
          pass(() => {
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- stores may reject with any value
            reject(error);
          });
        },
      );
    });
  }

  /** @throws CheckpointError if recorded effects are still to come */
  protected assertNew(what: () => string): void {
    const missing = this.log.unrequested;
    if (missing === undefined) return;
    throw this.diverged(
      `the run requests ${what()}, which the checkpoint doesn't have, before ${effectText(missing)}`,
    );
  }

  /** Ends the run, because it differs from the recorded one. Returns the error. */
  protected diverged(message: string): CheckpointError {
    return this.fail("changed", `${differs}${message}`);
  }

  protected fail(problem: CheckpointProblem, message: string): CheckpointError {
    this.divergence ??= new CheckpointError(problem, message);
    this.controller.abort();
    return this.divergence;
  }

  /** Returns the location within the run: the part of an address after the run's id. */
  protected locationOf(address: string): string {
    // A call asks for it several times: for its record, and for its times.
    if (address !== this.lastAddress) {
      this.lastAddress = address;
      this.lastLocation = address.slice(this.runId.length + 1);
    }
    return this.lastLocation;
  }
}

/** Returns an effect as text for a message. */
export function effectText(effect: Effect): string {
  const at = shortened(effect.at, 200);
  switch (effect.type) {
    case "tool":
    case "edit":
      return `tool/${shortened(effect.tool, 100)} at ${at}`;
    case "store":
      return `a change of the journal (${at.slice(at.indexOf(" ") + 1)})`;
    case "time":
    case "pause":
      return `the ${effect.type} at ${at}`;
  }
}

const differs = "the run differs from the one that wrote the checkpoint: ";

/** Returns the error of a run that differs from the recorded one. */
export function changedError(message: string): CheckpointError {
  return new CheckpointError("changed", `${differs}${message}`);
}
