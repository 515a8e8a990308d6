// One pass of a mission that can wait, and of its child missions: the first one, or one that
// resumes it. Recorded effects are passed on in the same order as before. New ones begin after
// them, and are recorded. The pass ends early if it can only wait or differs from the recorded run.

import type { Clock, TraceScope } from "@ptc/core/contracts";
import type { PassTrace } from "@ptc/core/internal/stored";
import type { Firewall } from "@ptc/core/firewall";
import type { Json } from "@ptc/core/encoding";
import { shownJson, type CheckpointWriter } from "@ptc/lisp/internal/waiting";
import type { StartedRun } from "../loop/run-observer.ts";
import { CallsThatWait, type PendingCalls } from "./calls-that-wait.ts";
import { EndingPass } from "./ending-pass.ts";
import { HeldMissionCalls } from "./held-mission-calls.ts";
import type { HoldingRun } from "./holding-run.ts";
import { LiveAnswers } from "./live-answers.ts";
import { MissionGate } from "./mission-gate.ts";
import type { Line, LineType, MissionLines, NewLine, PlacedLine } from "./mission-lines.ts";
import { ActiveTime } from "./waiting-clock.ts";

export interface MissionPassOptions {
  readonly lines: MissionLines;
  readonly clock: Clock;
  readonly pending: PendingCalls;
  /** Reports the effects while the run runs. */
  readonly writer: CheckpointWriter | undefined;
  /** Appends the entry of a line. */
  readonly append: (line: Line, writer: CheckpointWriter) => void;
  /** Its events are those of this pass alone. */
  readonly trace: PassTrace | undefined;
  /** Called when the run receives an effect, or has made a new one. */
  readonly onReceived: ((line: Line) => void) | undefined;
  /** Called when the run begins, before its first effect. */
  readonly onBegin: () => void;
  /** Called when the run has reached the state in which it waited, and before it continues. */
  readonly onContinued: () => void;
  /** Called when the mission can only wait, before it is ended. */
  readonly onPause: () => void;
  /** Called when the run differs from the recorded one, before it is ended. */
  readonly onDivergence: () => void;
}

/** A new effect with an entry of its own. */
export interface NewEffect {
  /** True if it may be made again, so that it waits for no entries and has none of its own. */
  readonly isRepeatable?: boolean;
  /** Appends the entry. */
  readonly note: (writer: CheckpointWriter) => void;
  readonly begin: () => unknown;
}

export class MissionPass extends EndingPass implements HoldingRun {
  readonly clock: Clock;
  readonly writer: CheckpointWriter | undefined;
  readonly gate: MissionGate;
  /** The answers of new effects. */
  readonly answers: LiveAnswers;
  readonly calls: CallsThatWait;
  readonly holds: HeldMissionCalls;
  readonly time: ActiveTime;
  isPaused = false;
  /** True once the run has made a decision or a new effect. */
  hasContinued = false;
  private readonly options: MissionPassOptions;
  private lastAddress = "";
  private lastLocation = "";
  private run: StartedRun | undefined = undefined;

  constructor(options: MissionPassOptions) {
    const { lines, clock, writer, pending } = options;
    super(lines, options.onDivergence);
    this.options = options;
    this.clock = clock;
    this.writer = writer;
    this.gate = new MissionGate({
      recorded: lines.recordedCount,
      waited: pending.calls.size,
      onReplayed: () => {
        this.time.replayed();
      },
      onQuiet: () => {
        this.quiet();
      },
    });
    this.answers = new LiveAnswers(this.gate);
    this.time = new ActiveTime(clock, () => this.gate.isReplaying);
    this.calls = new CallsThatWait(this, pending, clock, writer);
    this.holds = new HeldMissionCalls(this, this.calls);
  }

  protected override get unmet(): string | undefined {
    return this.calls.unmet;
  }

  get activity() {
    return this.gate.activity;
  }

  get firewall(): Firewall {
    return this.begun.firewall;
  }

  /** The trace of the run, outside of all its spans. */
  get traceScope(): TraceScope {
    return this.begun.trace;
  }

  get trace(): PassTrace | undefined {
    return this.options.trace;
  }

  begin(run: StartedRun): void {
    this.run = run;
    this.options.onBegin();
    this.gate.start();
  }

  end(): void {
    // The step is compared after the run has ended.
    this.answers.release();
  }

  /** Takes the next recorded effect of this type at a location. */
  take<Type extends LineType>(type: Type, at: string): PlacedLine<Type> | undefined {
    return this.lines.take(type, at);
  }

  /** Adds a line, which gets its time. */
  add(line: NewLine): void {
    if (this.signal.aborted) return;
    this.continued();
    const timed = Object.assign(line, { t: Math.round(this.time.now) });
    this.lines.add(timed);
    this.options.onReceived?.(timed);
    const { writer } = this;
    if (writer !== undefined) this.options.append(timed, writer);
  }

  /** Returns `make()` at once, or in the turn of a line that came later. */
  passed<Made>(
    { index, line }: PlacedLine<"tool" | "store" | "budget" | "rule">,
    make: () => Made | PromiseLike<Made>,
  ): Made | PromiseLike<Made> {
    if (line.isLater === true) return this.inLine(index, line, make);
    this.receive(line);
    return make();
  }

  /** Notes that the run has received a recorded effect at once. */
  receive(line: Line): void {
    this.time.reach(line.t);
    this.options.onReceived?.(line);
    this.gate.received();
  }

  inLine<Made>(index: number, line: Line, make: () => Made | PromiseLike<Made>): Promise<Made> {
    return this.gate.inLine(index, () => {
      this.time.reach(line.t);
      this.options.onReceived?.(line);
      return make();
    });
  }

  /** Begins a new effect after the recorded ones, and once their entries are stored. */
  afterRecorded(begin: () => unknown): unknown {
    return this.beginNew({ note: () => undefined, begin });
  }

  /** Does the same for an effect with an entry of its own. */
  beginNew(effect: NewEffect): unknown {
    return this.gate.hasCaughtUp
      ? this.noteAndBegin(effect)
      : this.gate.afterRecorded(() => this.noteAndBegin(effect));
  }

  private noteAndBegin(effect: NewEffect): unknown {
    const { writer } = this;
    if (writer === undefined) return effect.begin();
    if (effect.isRepeatable === true) return this.beginOrEnd(effect);
    effect.note(writer);
    const stored = writer.stored();
    if (stored === undefined) return this.beginOrEnd(effect);
    this.activity.during(stored);
    return stored.then(() => this.beginOrEnd(effect));
  }

  private beginOrEnd(effect: NewEffect): unknown {
    if (this.signal.aborted) throw new Error("the call was ended");
    return effect.begin();
  }

  /** The location within the run: the part of an address after its id, or that of a fork. */
  locationOf(address: string): string {
    // A call asks for it several times: for its line, and for its times.
    if (address !== this.lastAddress) {
      const end = address.indexOf("/");
      this.lastAddress = address;
      this.lastLocation = end < 0 ? "" : address.slice(end + 1);
    }
    return this.lastLocation;
  }

  /** Called when the run can only wait: applies the decisions, or ends the run. */
  private quiet(): void {
    if (this.signal.aborted) return;
    if (this.gate.isReplaying || this.unmet !== undefined) {
      this.diverged(
        `the run no longer requests ${this.missing() ?? "an effect"}, which the checkpoint has`,
      );
      return;
    }
    if (this.calls.decide()) return;
    this.isPaused = true;
    this.options.onPause();
    this.controller.abort();
  }

  /** Called when the run begins to do more than the recorded one. */
  continued(): void {
    if (this.hasContinued) return;
    this.hasContinued = true;
    this.options.onContinued();
  }

  /** Ends an effect that a time limit ended, by letting time limits pass. */
  unanswered(
    index: number,
    { t, at }: Pick<Line, "t" | "at">,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<never> {
    return new Promise((_, reject) => {
      this.gate.holdLine(index, async () => {
        this.time.reach(t);
        const isAborted = await this.time.passLimits(signal, this.activity);
        reject(
          isAborted
            ? new Error("the call was ended")
            : this.diverged(
                `the effect at ${at} had no answer until a time limit ended it, and now there is no such limit`,
              ),
        );
      });
    });
  }

  /** Returns JSON with markers in place of firewalled values. */
  masked(json: Json): Json {
    return shownJson(json, this.firewall);
  }

  private get begun(): StartedRun {
    if (this.run === undefined) throw new Error("the run has not begun");
    return this.run;
  }
}
