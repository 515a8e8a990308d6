// Runs one pass of a mission that can wait, and makes its step. If the mission can only wait, the
// step has a checkpoint.

import { PassTrace, traceMark } from "@ptc/core/internal/stored";
import {
  CheckpointWriter,
  markIds,
  UnwritableError,
  waitingMessage,
  type Keys,
} from "@ptc/lisp/internal/waiting";
import { MissionRandom } from "../bounds/mission-random.ts";
import type { RunFork } from "../loop/mission-options.ts";
import type { PassObserver } from "../loop/run-observer.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { MissionStep } from "../step/step.ts";
import type { Beginning } from "./beginning.ts";
import { turnOf } from "./cut.ts";
import { writeMissionCheckpoint } from "./mission-checkpoint.ts";
import { MissionEntries } from "./mission-entries.ts";
import { MissionPass } from "./mission-pass.ts";
import type { PreparedMission, RunningMission } from "./prepared-mission.ts";
import { WaitingEffects } from "./waiting-effects.ts";
import { unstored, waitingBase } from "./waiting-step.ts";

export class WaitingRun {
  private readonly mission: PreparedMission;
  private readonly keys: Keys;
  private readonly start: Beginning;
  private readonly pass: MissionPass;
  private readonly entries: MissionEntries;
  private readonly writer: CheckpointWriter | undefined;
  private readonly trace: PassTrace | undefined;
  private readonly run: RunningMission;
  private readonly recording: PassObserver | undefined;
  private turnsAtPause = 0;
  private turnsAtDivergence: number | undefined = undefined;

  constructor(mission: PreparedMission, keys: Keys, start: Beginning) {
    const { options, begin } = mission;
    this.mission = mission;
    this.keys = keys;
    this.start = start;
    this.trace = options.sink === undefined ? undefined : new PassTrace(options.sink);
    if (start.lines.recordedCount > 0) this.trace?.replaying();
    this.writer = this.writerOf();
    this.pass = new MissionPass({
      lines: start.lines,
      clock: options.hostClock,
      pending: { digests: start.digests, calls: start.pending },
      writer: this.writer,
      trace: this.trace,
      append: (line, writer) => {
        writer.appendSoon(this.entries.entryOf(line, writer));
      },
      onReceived:
        options.recorder === undefined
          ? undefined
          : (line) => {
              this.recording?.received(line);
            },
      onBegin: () => {
        if (this.writer !== undefined) this.entries.appendStart(this.writer);
      },
      onContinued: () => {
        this.markResumed();
      },
      onPause: () => {
        this.trace?.pausing();
        this.recording?.close();
        this.turnsAtPause = this.run.turnCount;
      },
      onDivergence: () => {
        this.recording?.close();
        this.turnsAtDivergence ??= this.run.turnCount;
      },
    });
    this.entries = new MissionEntries(mission, keys, start, this.pass);
    const { pass } = this;
    const waiting = new WaitingEffects(pass);
    this.recording = options.recorder?.around(waiting);
    const observer = this.recording ?? waiting;
    const { effects } = observer;
    const { signal } = options;
    this.run = begin({
      ...options,
      signal: signal === undefined ? pass.signal : AbortSignal.any([signal, pass.signal]),
      effects,
      observer,
      clock: effects.clock(options.hostClock),
      random: new MissionRandom(start.seed, options.random.jitter),
      journal: start.journal,
      sink: this.trace,
      fork: runFork(start),
    });
  }

  /**
   * The turn that differs from the recorded run; undefined if the run has made effects of its own
   * since then.
   */
  get turnToRestart(): number | undefined {
    const { pass, start, turnsAtDivergence } = this;
    if (pass.hasContinued) return undefined;
    const { unrequested } = start.lines;
    const turns = [
      ...(turnsAtDivergence === undefined ? [] : [turnsAtDivergence + 1]),
      ...(unrequested === undefined ? [] : [turnOf(unrequested.at) ?? 1]),
    ];
    return turns.length === 0 ? 1 : Math.min(...turns);
  }

  async step(): Promise<MissionStep> {
    const { pass, start, mission, run, writer } = this;
    const { options } = mission;
    const ended = await run.run();
    const { warnings } = start;
    const step =
      warnings.length === 0
        ? ended
        : { ...ended, warnings: [...warnings, ...(ended.warnings ?? [])] };
    if (pass.isPaused) return await this.waitingStep(step);
    if (options.signal?.aborted === true) return step;
    if (pass.storeFailure === undefined)
      pass.assertComplete(
        step.ok ? "it ended" : `it failed (${pass.firewall.mask(step.fail.message)})`,
      );
    writer?.append(() => ({ type: "end", ok: step.ok }));
    await writer?.stored();
    const { storeFailure } = pass;
    return storeFailure === undefined ? step : unstored(step, storeFailure);
  }

  private writerOf(): CheckpointWriter | undefined {
    const { start, keys, mission } = this;
    const { onCheckpoint } = mission.options.checkpoint;
    if (onCheckpoint === undefined) return undefined;
    return new CheckpointWriter({
      store: onCheckpoint,
      digests: keys.checkpointKey === undefined ? undefined : start.digests,
      after: start.entries,
      onFailure: (error) => {
        this.pass.failStore(error);
      },
    });
  }

  /** A resumed run doesn't report again what an earlier pass has reported. */
  private markResumed(): void {
    const { trace, start, pass } = this;
    if (trace === undefined || start.lines.recordedCount === 0) return;
    trace.live();
    const decided = [...start.pending.values()].filter(({ decision }) => decision !== undefined);
    const ids = decided.map(({ call }) => call.id);
    const { traceScope } = pass;
    trace.emit(traceMark(traceScope, "run-resumed", { decided: ids }, markIds(traceScope)));
  }

  private markPaused({ pending, effects }: MissionCheckpoint): void {
    const data = { pending: pending.map(({ id }) => id), effects: effects.length };
    const { traceScope } = this.pass;
    this.trace?.paused(traceMark(traceScope, "run-paused", data, markIds(traceScope)));
  }

  private async waitingStep(ended: MissionStep): Promise<MissionStep> {
    const { pass, keys, writer } = this;
    const turns = ended.turns.slice(0, this.turnsAtPause);
    const { pending } = pass.calls;
    const step = waitingBase(ended, turns, pending.length);
    await writer?.stored();
    if (pass.storeFailure !== undefined) {
      this.trace?.live();
      return unstored(ended, pass.storeFailure);
    }
    try {
      const checkpoint = await writeMissionCheckpoint({
        ...(await this.entries.startState()),
        durationMs: Math.round(pass.time.now),
        lines: pass.lines,
        pending,
        isSigned: keys.checkpointKey !== undefined,
        entries: writer?.place,
      });
      this.markPaused(checkpoint);
      return {
        ...step,
        ok: false,
        status: "waiting",
        fail: { reason: "waiting", message: waitingMessage(checkpoint) },
        pending: checkpoint.pending.map(({ digest: _, ...call }) => call),
        checkpoint,
      };
    } catch (error) {
      this.trace?.live();
      if (!(error instanceof UnwritableError)) throw error;
      const message = `the run has to wait, but its checkpoint can't be written: ${error.message}`;
      return { ...step, ok: false, fail: { reason: "checkpoint_failed", message } };
    }
  }
}

function runFork({ runId, forks }: Beginning): RunFork | undefined {
  const last = forks.at(-1);
  if (last === undefined) return undefined;
  return {
    traceId: last[1],
    runId,
    runIdOf: (turn) => forks.findLast(([from]) => from <= turn)?.[1] ?? runId,
  };
}
