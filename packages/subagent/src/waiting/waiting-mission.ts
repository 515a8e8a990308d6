// Runs a mission whose calls may wait for decisions, and continues it from a checkpoint. A resumed
// mission runs again from its start. Recorded effects return what they returned before, so it
// reaches the same state: no model is asked and no tool is called twice.
//
//   run ──▶ all calls that can be requested wait ──▶ step with status "waiting" and a checkpoint
//                                                                      │
//   step ◀── the mission ends ◀── effects replayed, decisions applied ◀── resume

import { OptionError } from "@ptc/core/errors";
import { Firewall } from "@ptc/core/firewall";
import { randomHexId } from "@ptc/core/internal/contracts";
import { PassTrace, traceMark } from "@ptc/core/internal/stored";
import { CheckpointError, type CheckpointOptions, type Decisions } from "@ptc/lisp";
import {
  assertIdsShown,
  assertSameInputs,
  assertSameLibraries,
  checkDecisions,
  CheckpointWriter,
  decidedCalls,
  digestsOf,
  fieldsOf,
  inputsOf,
  keysOf,
  markIds,
  newSalt,
  passedValues,
  type PartSecrets,
  unstoredFail,
  UnwritableError,
  waitingMessage,
  wholeJson,
  without,
  type CheckpointInputs,
  type DecidedCall,
  type Digests,
  type Keys,
  type NewEntry,
} from "@ptc/lisp/internal/waiting";
import { presentFields } from "@ptc/llm/adapter";
import { MissionRandom } from "../bounds/mission-random.ts";
import type { GivenMissionOptions, RunFork } from "../loop/mission-options.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { MissionStep, Turn } from "../step/step.ts";
import { effectLocation } from "../recording/effect-location.ts";
import { agentText } from "./agent-text.ts";
import { cutAt, turnOf } from "./cut.ts";
import {
  assertStored,
  checkpointStart,
  plainLine,
  readMissionCheckpoint,
  storedLine,
  writeMissionCheckpoint,
  type Fork,
  type OpenedMission,
} from "./mission-checkpoint.ts";
import { MissionLines, type Line, type LineType } from "./mission-lines.ts";
import type { PreparedMission, RunningMission } from "./prepared-mission.ts";
import { WaitingEffects } from "./waiting-effects.ts";

/** The state with which a pass begins. */
interface Beginning {
  /** The first part of the ids of calls. */
  readonly runId: string;
  readonly seed: string;
  readonly lines: MissionLines;
  readonly pending: ReadonlyMap<string, DecidedCall>;
  readonly salt: string | undefined;
  readonly digests: Digests;
  readonly journal: Readonly<Record<string, unknown>> | undefined;
  readonly entries: MissionCheckpoint["entries"];
  readonly forks: readonly Fork[];
  readonly warnings: readonly string[];
  /** The digests of the inputs, if they are known. */
  readonly inputs: CheckpointInputs | undefined;
}

/** Runs a mission until it ends or can only wait. @throws OptionError */
export async function runWaiting(mission: PreparedMission): Promise<MissionStep> {
  const { options } = mission;
  const keys = keysOf(options.checkpoint);
  if (options.observer !== undefined)
    throw new OptionError(
      "record",
      "can't record a run whose calls may wait: its checkpoints contain its effects",
    );
  const salt = keys.checkpointKey === undefined ? newSalt() : undefined;
  const { seed } = options.random;
  return await new WaitingRun(mission, keys, {
    runId: mission.runId ?? idOf(seed),
    seed,
    lines: new MissionLines(),
    pending: new Map(),
    salt,
    digests: digestsOf(keys.checkpointKey, salt),
    // The application may add entries to its object while the mission runs.
    journal: options.journal === undefined ? undefined : { ...options.journal },
    entries: undefined,
    forks: [],
    warnings: [],
    inputs: undefined,
  }).step();
}

/** The parts of the mission that the checkpoint has. */
export interface KeptParts {
  readonly runId: string;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** How to continue if the run differs from the recorded one; see `MissionResumeOptions`. */
export type OnChange = "fail" | "restart-turn";

export interface ResumedMission {
  readonly checkpoint: unknown;
  readonly decisions: Decisions;
  readonly keys: CheckpointOptions;
  readonly onChange?: OnChange;
  /** The context and memory that the caller passes again, if any. */
  readonly inputs: Pick<GivenMissionOptions, "context" | "memory">;
  /** Returns the mission. */
  readonly prepare: (kept: KeptParts) => PreparedMission;
}

/**
 * Continues a mission from its checkpoint.
 * @throws CheckpointError, OptionError
 */
export async function resumeWaiting({
  checkpoint,
  decisions,
  keys: secrets,
  onChange = "fail",
  inputs,
  prepare,
}: ResumedMission): Promise<MissionStep> {
  checkDecisions(decisions);
  const keys = keysOf(secrets);
  const opened = await readMissionCheckpoint(checkpoint, keys, {
    passed: passedValues(inputs, new Firewall()),
    hasContext: inputs.context !== undefined,
  });
  const { context, message, digests, salt, seed, runId, entries, forks } = opened;
  const mission = prepare({
    runId,
    ...(context === undefined ? {} : { context: fieldsOf(context, "context") }),
    ...presentFields({ message }),
  });
  const { options } = mission;
  assertStored(opened, options.onJournal);
  assertRunId(mission, opened);
  assertSameLibraries(mission.agent.libraries, opened.inputs);
  const digestsNow = await missionInputs(mission, digests);
  const isSameAgent = assertSameInputs(digestsNow, opened.inputs);
  const begin = {
    inputs: digestsNow,
    runId,
    seed,
    salt,
    digests,
    journal: opened.journal === undefined ? undefined : fieldsOf(opened.journal, "journal"),
  };
  const run = new WaitingRun(mission, keys, {
    ...begin,
    lines: new MissionLines(opened.lines, opened.times),
    pending: decidedCalls(opened, decisions, {
      clock: options.clock,
      hasEnded: (id) =>
        opened.lines.some(({ type, at }) => endTypes.has(type) && at === effectLocation(id)),
      mayContinue: () => keys.checkpointKey !== undefined,
    }),
    entries,
    forks,
    warnings: isSameAgent
      ? []
      : [
          `${mission.subject ?? "the agent has"} changed since the checkpoint; its effects so far are the same`,
        ],
  });
  try {
    return await run.step();
  } catch (error) {
    const turn = run.turnToRestart;
    if (onChange === "fail" || turn === undefined || !isChange(error)) throw error;
    const cut = cutAt(turn, opened);
    return await new WaitingRun(mission, keys, {
      ...begin,
      lines: new MissionLines(cut.lines, cut.times),
      pending: new Map(),
      entries: undefined,
      forks: [...forks, [turn, newSalt()]],
      warnings: [
        `turn ${String(turn)} was started again, and its pending calls were dropped: ${error.message}`,
      ],
    }).step();
  }
}

/** The effects of calls that have been made, or decided about. */
const endTypes: ReadonlySet<LineType> = new Set(["tool", "approval", "decision"]);

function isChange(error: unknown): error is CheckpointError {
  return error instanceof CheckpointError && error.problem === "changed";
}

/** @throws CheckpointError if the ids of calls should follow from the seed, and don't */
function assertRunId(mission: PreparedMission, { seed, runId }: OpenedMission): void {
  if ((mission.runId ?? idOf(seed)) !== runId)
    throw new CheckpointError("tampered", "the checkpoint was changed: its run has another id");
}

function idOf(seed: string): string {
  return randomHexId(new MissionRandom(seed, Math.random).stream("trace"), 32);
}

async function missionInputs(
  { agent, options, definition = "", inputs = [] }: PreparedMission,
  digests: Digests,
): Promise<CheckpointInputs> {
  const { context, memory, summaries, toolCache } = options;
  const compared = await inputsOf(
    `${agentText(agent)} ${definition}`,
    { context, memory, inputs: [summaries, toolCache, ...inputs] },
    digests,
  );
  const libraries = agent.libraries?.versions;
  return libraries === undefined ? compared : { ...compared, libraries };
}

class WaitingRun {
  private readonly mission: PreparedMission;
  private readonly keys: Keys;
  private readonly start: Beginning;
  private readonly effects: WaitingEffects;
  private readonly writer: CheckpointWriter | undefined;
  private readonly trace: PassTrace | undefined;
  private readonly run: RunningMission;
  private inputs: Promise<CheckpointInputs> | undefined;
  private madeSecrets: PartSecrets | undefined = undefined;
  private turnsAtPause = 0;
  private turnsAtDivergence: number | undefined = undefined;

  constructor(mission: PreparedMission, keys: Keys, start: Beginning) {
    const { options, begin } = mission;
    this.mission = mission;
    this.keys = keys;
    this.start = start;
    this.inputs = start.inputs === undefined ? undefined : Promise.resolve(start.inputs);
    this.trace = options.sink === undefined ? undefined : new PassTrace(options.sink);
    if (start.lines.recordedCount > 0) this.trace?.replaying();
    this.writer = this.writerOf();
    this.effects = new WaitingEffects({
      lines: start.lines,
      clock: options.clock,
      pending: { digests: start.digests, calls: start.pending },
      writer: this.writer,
      trace: this.trace,
      append: (line, writer) => {
        writer.appendSoon(this.entryOf(line, writer));
      },
      onBegin: () => {
        this.appendStart();
      },
      onContinued: () => {
        this.markResumed();
      },
      onPause: () => {
        this.trace?.pausing();
        this.turnsAtPause = this.run.turnCount;
      },
      onDivergence: () => {
        this.turnsAtDivergence ??= this.run.turnCount;
      },
    });
    const { effects } = this;
    const { signal } = options;
    this.run = begin({
      ...options,
      signal: signal === undefined ? effects.signal : AbortSignal.any([signal, effects.signal]),
      effects,
      observer: effects,
      clock: effects.clock(),
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
    const { effects, start, turnsAtDivergence } = this;
    if (effects.hasContinued) return undefined;
    const { unrequested } = start.lines;
    const turns = [
      ...(turnsAtDivergence === undefined ? [] : [turnsAtDivergence + 1]),
      ...(unrequested === undefined ? [] : [turnOf(unrequested.at) ?? 1]),
    ];
    return turns.length === 0 ? 1 : Math.min(...turns);
  }

  async step(): Promise<MissionStep> {
    const { effects, start, mission, run, writer } = this;
    const { options } = mission;
    const ended = await run.run();
    const { warnings } = start;
    const step =
      warnings.length === 0
        ? ended
        : { ...ended, warnings: [...warnings, ...(ended.warnings ?? [])] };
    if (effects.isPaused) return await this.waitingStep(step);
    if (options.signal?.aborted === true) return step;
    if (effects.storeFailure === undefined)
      effects.assertComplete(
        step.ok ? "it ended" : `it failed (${effects.firewall.mask(step.fail.message)})`,
      );
    writer?.append(() => ({ type: "end", ok: step.ok }));
    await writer?.stored();
    const { storeFailure } = effects;
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
        this.effects.failStore(error);
      },
    });
  }

  /** Appends the start of the run, and the effects of passes that reported none. */
  private appendStart(): void {
    const { writer, start } = this;
    if (writer === undefined || start.entries !== undefined) return;
    writer.append(async () => ({
      type: "start",
      run: await checkpointStart(await this.startState()),
    }));
    for (const [at, times] of start.lines.times) writer.noteTimes(at, times);
    for (const line of start.lines.lines) writer.append(this.entryOf(line, writer));
  }

  private entryOf(line: Line, writer: CheckpointWriter): () => NewEntry | Promise<NewEntry> {
    return () => {
      const { firewall } = this.effects;
      const plain = plainLine(line, firewall);
      return plain === undefined
        ? this.effectEntry(line, writer)
        : { type: "effect", effect: plain, times: writer.takeTimes() };
    };
  }

  /** @throws UnwritableError for an id of a task that contains a firewalled value */
  private async effectEntry(line: Line, writer: CheckpointWriter): Promise<NewEntry> {
    const { firewall } = this.effects;
    const isStore = line.type === "store";
    assertIdsShown(isStore ? [] : [line.at], isStore ? [line.at] : [], firewall);
    const effect = await storedLine(line, firewall, this.secrets);
    return { type: "effect", effect, times: writer.takeTimes() };
  }

  private async startState() {
    const { start, mission, effects } = this;
    const { options, message } = mission;
    return {
      runId: start.runId,
      seed: start.seed,
      salt: start.salt,
      digests: start.digests,
      inputs: await (this.inputs ??= missionInputs(mission, start.digests)),
      context:
        options.checkpoint.keepContext === true
          ? await wholeJson("context", options.context)
          : undefined,
      message,
      journal: start.journal === undefined ? undefined : await wholeJson("journal", start.journal),
      firewall: effects.firewall,
      secrets: this.secrets,
      forks: start.forks,
    };
  }

  private get secrets(): PartSecrets {
    const { keys, start, effects, mission } = this;
    return (this.madeSecrets ??= {
      cipher: keys.cipher,
      digests: keys.checkpointKey === undefined ? undefined : start.digests,
      passed: passedValues(mission.options, effects.firewall),
    });
  }

  /** A resumed run doesn't report again what an earlier pass has reported. */
  private markResumed(): void {
    const { trace, start, effects } = this;
    if (trace === undefined || start.lines.recordedCount === 0) return;
    trace.live();
    const decided = [...start.pending.values()].filter(({ decision }) => decision !== undefined);
    const ids = decided.map(({ call }) => call.id);
    const { traceScope } = effects;
    trace.emit(traceMark(traceScope, "run-resumed", { decided: ids }, markIds(traceScope)));
  }

  private markPaused({ pending, effects }: MissionCheckpoint): void {
    const data = { pending: pending.map(({ id }) => id), effects: effects.length };
    const { traceScope } = this.effects;
    this.trace?.paused(traceMark(traceScope, "run-paused", data, markIds(traceScope)));
  }

  private async waitingStep(ended: MissionStep): Promise<MissionStep> {
    const { effects, keys, writer } = this;
    const turns = ended.turns.slice(0, this.turnsAtPause);
    const { pending } = effects.holds;
    const step = waitingBase(ended, turns, pending.length);
    await writer?.stored();
    if (effects.storeFailure !== undefined) {
      this.trace?.live();
      return unstored(ended, effects.storeFailure);
    }
    try {
      const checkpoint = await writeMissionCheckpoint({
        ...(await this.startState()),
        durationMs: Math.round(effects.time.now),
        lines: effects.lines,
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

function unstored(step: MissionStep, { error }: { readonly error: unknown }): MissionStep {
  return { ...without(step, ["ok", "fail", "status"]), ok: false, fail: unstoredFail(error) };
}

/** Returns the fields of a waiting step: those of its complete turns. */
function waitingBase(ended: MissionStep, turns: readonly Turn[], held: number) {
  const { usage, childSteps = [] } = ended;
  const rest = without(ended, ["ok", "fail", "status", "usage", "childSteps", "childTraces"]);
  const toolCalls = turns.flatMap((turn) => turn.toolCalls);
  const childTraces = toolCalls.flatMap((call) => call.childTraceIds ?? []);
  const children = childSteps.filter(({ step }) => childTraces.includes(step.traceId));
  return {
    ...rest,
    turns,
    prints: turns.flatMap((turn) => turn.prints),
    toolCalls,
    ...(children.length === 0 ? {} : { childSteps: children }),
    ...(childTraces.length === 0 ? {} : { childTraces }),
    ...(usage === undefined ? {} : { usage: { ...usage, toolCalls: usage.toolCalls - held } }),
  };
}
