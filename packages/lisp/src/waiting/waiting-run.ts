// Runs a program whose calls may wait for decisions, and continues it from a checkpoint. A resumed
// program runs again from its start. Recorded effects return what they returned before, so it
// reaches the same state, and no tool is called twice.
//
//   run ──▶ all calls that can be requested wait ──▶ step with status "waiting" and a checkpoint
//                                                                      │
//   step ◀── the program ends ◀── effects replayed, decisions applied ◀── resume

import { OptionError } from "@ptc/core/errors";
import { Firewall } from "@ptc/core/firewall";
import {
  systemClock,
  type Clock,
  type ToolCallRecord,
  type TraceScope,
  type TypedTool,
} from "@ptc/core/contracts";
import { effectAddressText } from "@ptc/core/internal/contracts";
import {
  tracedPass,
  traceMark,
  type TracedPass,
  decodedValue,
  encodedValue,
  isFields,
  storableValue,
} from "@ptc/core/internal/stored";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { isObject, presentFields } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import { randomStream } from "@ptc/core/internal/random";
import { JournalEntries } from "@ptc/core/internal/journal";
import type { Json } from "@ptc/core/encoding";
import { workBudget, type FieldFirewall } from "@ptc/core/values";
import { Libraries } from "../analysis/known-libraries.ts";
import { isMap } from "../evaluation/host/is-object.ts";
import type { RunActivity } from "../evaluation/evaluation-options.ts";
import { limitTable } from "../evaluation/limits.ts";
import { runIdOf } from "../evaluation/run-id.ts";
import { checkpointOptionNames, runOptionNames } from "../options/option-names.ts";
import { prepareOptionNames } from "../options/prepare-option-names.ts";
import { without } from "../options/without.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import { shortHash } from "../evaluation/short-hash.ts";
import { resolveMemory } from "../persistence/memory.ts";
import type { FailedStep, LispStep, WaitingStep } from "../step/step.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { checkedStore, keysOf, type Keys } from "./checkpoint-keys.ts";
import { checkpointedOptionNames } from "./checkpointed-option-names.ts";
import type {
  Checkpoint,
  CheckpointInputs,
  EntryPlace,
  StoredPending,
} from "../step/checkpoint.ts";
import { checkedDecision } from "./checked-decision.ts";
import type { Decision, Decisions } from "./decisions.ts";
import { EffectLog } from "./effect-log.ts";
import { encodedInPieces } from "./encoded-pieces.ts";
import { canonicalText } from "./pieces.ts";
import { HeldCalls } from "./held-calls.ts";
import type { DecidedCall } from "./waiting-calls.ts";
import { noteStored } from "./noted-values.ts";
import { PassedValues } from "./passed-values.ts";
import { readCheckpoint, type OpenedCheckpoint } from "./read-checkpoint.ts";
import { ReportedRun } from "./reported-run.ts";
import { canonicalJson, digestsOf, newSalt, type Digests } from "./seal.ts";
import type { PartSecrets } from "./stored-parts.ts";
import { unstoredFail } from "./unstored.ts";
import { checkpointStart, UnwritableError, writeCheckpoint } from "./write-checkpoint.ts";

/** The options of `run` with those of its checkpoint. */
export type WaitingRunOptions<Return = unknown> = LispRunOptions<Return> & RunCheckpointOptions;

/** The options of `resume`. The checkpoint determines the others. */
export interface ResumeOptions<Return = unknown> extends Omit<
  WaitingRunOptions<Return>,
  "journal" | "runId" | "turn" | "random"
> {
  /**
   * Decisions by the ids of pending calls: `approve()`, `deny("…")` or `answer(…)`. Calls without a
   * decision wait for longer.
   */
  readonly decisions?: Decisions;
}

/** The evaluator's own `run`, or one in another process, which needs the run's effects. */
export type RunProgram = <Return>(
  source: string,
  options: LispRunOptions<Return>,
  effects: HeldCalls,
) => Promise<LispStep<Return>>;

/** How the program is run: by the evaluator of this process, or in another process. */
export type Runner = RunProgram | { readonly run: RunProgram; readonly isElsewhere: true };

/** A prepared program. */
interface ResumableProgram {
  resume<Return>(checkpoint: Checkpoint, options: ResumeOptions<Return>): Promise<LispStep<Return>>;
}

/** The state with which a run begins. */
interface Beginning {
  readonly runId: string;
  readonly seed: number;
  readonly turn: number;
  /** The digests of the inputs, if they are known. */
  readonly inputs: CheckpointInputs | undefined;
  readonly durationMs: number;
  readonly log: EffectLog;
  /** Where the entries of the run continue. */
  readonly entries: EntryPlace | undefined;
  readonly pending: ReadonlyMap<string, DecidedCall>;
  readonly salt: string | undefined;
  readonly digests: Digests;
  readonly journal: Readonly<Record<string, unknown>> | undefined;
  readonly warnings: readonly string[];
}

/** Runs a program until it ends or can only wait. @throws OptionError */
export async function runWaiting<Return>(
  source: string,
  options: WaitingRunOptions<Return>,
  runner: Runner,
): Promise<LispStep<Return>> {
  const keys = keysOf(options);
  const { journal } = options;
  if (journal instanceof JournalEntries)
    throw new OptionError("journal", "a run that can wait can't share its journal");
  checkWaitingOptions(options);
  const seed = (options.random ?? Math.random)();
  if (!(seed >= 0 && seed < 1))
    throw new OptionError("random", "expected a function that returns a number from 0 to 1");
  const salt = keys.checkpointKey === undefined ? newSalt() : undefined;
  const digests = digestsOf(keys.checkpointKey, salt);
  return await new WaitingRun(source, options, runner, keys, {
    runId: options.runId ?? runIdOf(seed),
    seed,
    turn: options.turn ?? 1,
    inputs: undefined,
    durationMs: 0,
    log: new EffectLog(),
    entries: undefined,
    pending: new Map(),
    salt,
    digests,
    // The application may add entries to its object while the program runs.
    journal: journal === undefined ? undefined : { ...journal },
    warnings: [],
  }).step();
}

/**
 * Continues a run from its checkpoint.
 * @throws CheckpointError, OptionError
 */
export async function resumeWaiting<Return>(
  source: string | ResumableProgram,
  checkpoint: unknown,
  { decisions = {}, ...options }: ResumeOptions<Return>,
  runner: Runner,
): Promise<LispStep<Return>> {
  if (typeof source !== "string")
    return await source.resume<Return>(checkpoint as Checkpoint, { ...options, decisions });
  assertKnownOptions(options, resumeOptionNames);
  checkWaitingOptions(options);
  checkDecisions(decisions);
  const keys = keysOf(options);
  const opened = await readCheckpoint(checkpoint, keys, {
    passed: passedValues(options, firewallOf(options.firewall ?? options.trace?.firewall)),
    hasContext: options.context !== undefined,
  });
  const { context, digests, salt } = opened;
  if (options.onJournal === undefined && opened.effects.some(({ type }) => type === "store"))
    throw new CheckpointError(
      "changed",
      "the run reported changes of its journal: pass its `onJournal` again",
    );
  const given =
    context === undefined || options.context !== undefined
      ? options
      : { ...options, context: fieldsOf(context, "context") };
  assertSameLibraries(options.libraries, opened.inputs);
  const inputs = await inputsOf(source, given, digests);
  const isSameProgram = assertSameInputs(inputs, opened.inputs);
  return await new WaitingRun(source, given, runner, keys, {
    runId: opened.runId,
    seed: opened.seed,
    turn: opened.turn,
    inputs,
    durationMs: opened.durationMs,
    log: new EffectLog(opened.effects, opened.times),
    entries: opened.entries,
    pending: decidedCalls(opened, decisions, {
      clock: given.clock ?? systemClock,
      hasEnded: (id) =>
        opened.effects.some(({ type, at }) => type === "tool" && `${opened.runId}/${at}` === id),
      mayContinue: (call) => continuesItself(call, given),
    }),
    salt,
    digests,
    journal: opened.journal === undefined ? undefined : fieldsOf(opened.journal, "journal"),
    warnings: isSameProgram
      ? []
      : ["the program has changed since the checkpoint; its effects so far are the same"],
  }).step();
}

/** Checks that the decisions are an object. @throws OptionError */
export function checkDecisions(decisions: unknown): void {
  if (!isObject(decisions) || isMap(decisions))
    throw new OptionError("decisions", "expected an object of decisions by the ids of calls");
}

/** @throws CheckpointError for an object that can't be read, such as a proxy */
function decisionEntries(decisions: Decisions): readonly (readonly [string, unknown])[] {
  try {
    return Object.entries(decisions);
  } catch {
    throw new CheckpointError("decision", "the decisions can't be read: pass a plain object");
  }
}

const determined: readonly string[] = checkpointedOptionNames;
const resumeOptionNames: readonly string[] = [
  ...prepareOptionNames.filter((name) => name !== "memoryNames"),
  ...runOptionNames.filter((name) => !determined.includes(name)),
  ...checkpointOptionNames,
];

class WaitingRun<Return> {
  private readonly source: string;
  private readonly options: WaitingRunOptions<Return>;
  private readonly run: RunProgram;
  private readonly keys: Keys;
  private readonly start: Beginning;
  private readonly firewall: Firewall;
  /** Undefined if the run isn't traced. */
  private readonly trace: TracedPass | undefined;
  private readonly calls: HeldCalls;
  /** Reports the effects while the run runs. */
  private readonly reports: ReportedRun | undefined;
  private madeSecrets: PartSecrets | undefined = undefined;
  private beganAt = 0;

  constructor(
    source: string,
    options: WaitingRunOptions<Return>,
    runner: Runner,
    keys: Keys,
    start: Beginning,
  ) {
    this.source = source;
    this.options = options;
    const { run, isElsewhere } =
      typeof runner === "function" ? { run: runner, isElsewhere: false } : runner;
    this.run = run;
    this.keys = keys;
    this.start = start;
    this.firewall = firewallOf(options.firewall ?? options.trace?.firewall);
    noteStored(options, this.firewall);
    this.trace = traceOf(options.trace, start);
    this.reports = this.reported();
    this.calls = new HeldCalls({
      reports: this.reports,
      runId: start.runId,
      clock: options.clock ?? systemClock,
      firewall: this.firewall,
      memoryBytes: options.limits?.memoryBytes ?? limitTable.memoryBytes.default,
      log: start.log,
      digests: start.digests,
      trace: this.trace?.pass,
      onResumed: () => {
        this.markResumed();
      },
      pending: start.pending,
      isElsewhere,
    });
  }

  async step(): Promise<LispStep<Return>> {
    const { calls, start, options, reports } = this;
    reports?.start(() => this.checkpointStart(), start.log.effects, start.log.times);
    // So that calls of tools that return at once don't wait for the digests of the inputs.
    await reports?.stored();
    this.beganAt = calls.gate.time;
    calls.gate.start();
    const ended = await this.run<Return>(this.source, this.runOptions(), calls);
    const step = {
      ...ended,
      usage: { ...ended.usage, durationMs: ended.usage.durationMs + start.durationMs },
      ...(start.warnings.length === 0
        ? {}
        : { warnings: [...start.warnings, ...(ended.warnings ?? [])] }),
    };
    if (calls.isPaused) return await this.waitingStep(step);
    if (options.signal?.aborted === true) return step;
    if (reports?.failure === undefined)
      calls.assertComplete(step.ok ? "it ended" : `it failed (${step.fail.message})`);
    reports?.end(step.ok);
    return (await this.unstored(step)) ?? step;
  }

  private reported(): ReportedRun | undefined {
    const { start, keys, firewall } = this;
    const store = checkedStore(this.options.onCheckpoint);
    if (store === undefined) return undefined;
    return new ReportedRun({
      store,
      isSigned: keys.checkpointKey !== undefined,
      digests: start.digests,
      firewall,
      secrets: () => this.secrets,
      after: start.entries,
      durationMs: () => start.durationMs + this.calls.gate.time - this.beganAt,
      onFailure: () => {
        this.calls.abort();
      },
    });
  }

  /** Returns the failed step if an entry couldn't be stored, once all have been. */
  private async unstored(ended: LispStep<Return>): Promise<FailedStep | undefined> {
    const { reports, options } = this;
    await reports?.stored();
    if (reports?.failure === undefined) return undefined;
    // The run ends here, so its spans do too.
    this.trace?.pass.live();
    const { prints, toolCalls, parallelCalls, usage, journal, warnings } = ended;
    return {
      ok: false,
      fail: unstoredFail(reports.failure.error),
      memory: resolveMemory(options.memory),
      prints,
      toolCalls,
      usage,
      summaries: {},
      ...presentFields({ parallelCalls, journal, warnings }),
    };
  }

  private runOptions(): LispRunOptions<Return> {
    const { calls, start } = this;
    const options = without(this.options, checkpointOptionNames);
    const { tools, signal, activity } = options;
    const onJournal = calls.journalStore(options.onJournal);
    return {
      ...options,
      tools: calls.tools(tools ?? {}),
      clock: calls.clock(),
      random: () => start.seed,
      runId: start.runId,
      turn: start.turn,
      signal: signal === undefined ? calls.signal : AbortSignal.any([signal, calls.signal]),
      activity: activity === undefined ? calls.gate.activity : both(activity, calls.gate.activity),
      firewall: this.firewall,
      ...(this.trace === undefined ? {} : { trace: this.trace.scope }),
      ...(start.journal === undefined ? {} : { journal: start.journal }),
      ...(onJournal === undefined ? {} : { onJournal }),
    };
  }

  private async waitingStep(ended: LispStep<Return>): Promise<LispStep<Return>> {
    const { calls, start, reports } = this;
    const unstored = await this.unstored(ended);
    if (unstored !== undefined) return unstored;
    const { memory, prints, summaries, usage, journal, warnings, libraries } = ended;
    const toolCalls = ended.toolCalls.filter((call) => !this.isHeld(call));
    const step = {
      memory,
      prints,
      summaries,
      toolCalls,
      usage: { ...usage, toolCalls: toolCalls.length },
      ...(journal === undefined ? {} : { journal }),
      ...(warnings === undefined ? {} : { warnings }),
      ...(libraries === undefined ? {} : { libraries }),
    };
    try {
      const checkpoint = await writeCheckpoint({
        ...(await this.startState(libraries)),
        durationMs: usage.durationMs,
        log: start.log,
        pending: calls.pending,
        isSigned: this.keys.checkpointKey !== undefined,
        entries: reports?.place,
      });
      const pending = checkpoint.pending.map(({ digest: _, ...call }) => call);
      this.markPaused(checkpoint);
      return {
        ok: false,
        status: "waiting",
        fail: { reason: "waiting", message: waitingMessage(checkpoint) },
        ...step,
        pending,
        checkpoint,
      } satisfies WaitingStep;
    } catch (error) {
      // The run ends here, so its spans do too.
      this.trace?.pass.live();
      if (!(error instanceof UnwritableError)) throw error;
      const message = `the run has to wait, but its checkpoint can't be written: ${error.message}`;
      return { ok: false, fail: { reason: "checkpoint_failed", message }, ...step };
    }
  }

  /** A run that is killed can't report the libraries that it used, so they are all of them. */
  private async checkpointStart() {
    const { libraries } = this.options;
    const versions = libraries instanceof Libraries ? libraries.versions : undefined;
    return await checkpointStart(await this.startState(versions));
  }

  private async startState(libraries: CheckpointInputs["libraries"]) {
    const { start, firewall, options, source, secrets } = this;
    return {
      ...start,
      inputs: {
        ...(start.inputs ?? (await inputsOf(source, options, start.digests))),
        ...presentFields({ libraries }),
      },
      context:
        options.keepContext === true ? await wholeJson("context", options.context) : undefined,
      journal: start.journal === undefined ? undefined : await wholeJson("journal", start.journal),
      firewall,
      secrets,
    };
  }

  private get secrets(): PartSecrets {
    const { keys, start, options, firewall } = this;
    return (this.madeSecrets ??= {
      cipher: keys.cipher,
      digests: keys.checkpointKey === undefined ? undefined : start.digests,
      passed: passedValues(options, firewall),
    });
  }

  private markPaused({ pending, effects }: Checkpoint): void {
    if (this.trace === undefined) return;
    const { pass, scope } = this.trace;
    const data = { pending: pending.map(({ id }) => id), effects: effects.length };
    pass.paused(traceMark(scope, "run-paused", data));
  }

  private markResumed(): void {
    if (this.trace === undefined) return;
    const { pass, scope } = this.trace;
    const decided = [...this.start.pending].flatMap(([id, { decision }]) =>
      decision === undefined ? [] : [id],
    );
    pass.live();
    pass.emit(traceMark(scope, "run-resumed", { decided }));
  }

  private isHeld({ address }: ToolCallRecord): boolean {
    return this.calls.isHeld(effectAddressText(address));
  }
}

/** The events of the recorded part of a resumed run were emitted before. */
function traceOf(
  scope: TraceScope | undefined,
  { seed, pending }: Beginning,
): TracedPass | undefined {
  const traced = tracedPass(scope, (position) => randomStream(seed, `span ${position}`));
  if (pending.size > 0) traced?.pass.replaying();
  return traced;
}

/** Returns the message of a run that waits: the tools, and how to continue. */
export function waitingMessage({ pending }: Pick<Checkpoint, "pending">): string {
  const shown = pending
    .slice(0, 5)
    .map(({ tool, reason }) => `tool/${shortened(tool, 60)} (${shortened(reason, 60)})`)
    .join(", ");
  const more = pending.length > 5 ? ` and ${String(pending.length - 5)} more` : "";
  return `the run waits for ${shown}${more}: continue it with resume and decisions`;
}

/**
 * Returns an input in the tagged encoding.
 * @throws UnwritableError for data that is too large or isn't data
 */
export async function wholeJson(name: string, value: unknown = {}): Promise<Json> {
  try {
    return await encodedInPieces(value, workBudget(`writing the ${name}`, mostWork));
  } catch (error) {
    const why = error instanceof Error ? error.message : "it isn't data";
    throw new UnwritableError(`the ${name} can't be stored: ${shortened(why, 300)}`);
  }
}

/** Returns the fields of a kept input. @throws CheckpointError unless `json` has fields */
export function fieldsOf(json: Json, name: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = decodedValue(json, name);
  } catch {
    value = undefined;
  }
  if (isFields(value)) return value;
  throw new CheckpointError("unreadable", `the checkpoint is damaged: ${name} has no fields`);
}

/** Checks options that the checkpoint needs before the run does. @throws OptionError */
function checkWaitingOptions(options: object): void {
  const { random, runId, turn, history } = options as Readonly<Record<string, unknown>>;
  const check = (name: string, given: unknown, isRight: boolean, expected: string): void => {
    if (given !== undefined && !isRight) throw new OptionError(name, `expected ${expected}`);
  };
  check("random", random, typeof random === "function", "a function");
  check("runId", runId, typeof runId === "string" && runId !== "", "text that isn't empty");
  check("turn", turn, Number.isSafeInteger(turn) && Number(turn) >= 0, "an integer from 0");
  check("history", history, Array.isArray(history), "an array of values");
}

/** Limits of the work to write a context that is kept, and to compare one. */
const mostWork = 4_000_000;
const mostCompared = 400_000;

/**
 * Returns digests of what `resume` receives again. Only the names and sizes of a large context are
 * compared, because reading all of it would take seconds.
 */
export async function inputsOf(
  source: string,
  {
    context = {},
    memory,
    history = [],
    inputs = history,
  }: Pick<LispRunOptions, "context" | "memory" | "history"> & {
    /** Other inputs, which are compared as a whole. */
    readonly inputs?: readonly unknown[];
  },
  digests: Digests,
): Promise<CheckpointInputs> {
  return {
    program: await digests.of(source),
    context: await digests.of(await canonicalText(await comparedJson(context))),
    memory: await digests.of(
      canonicalJson([memoryJson(memory), ...inputs.map((value) => storableValue(value))]),
    ),
  };
}

async function comparedJson(context: Readonly<Record<string, unknown>>): Promise<Json> {
  return (
    (await writtenInPieces(context)) ??
    Object.entries(context).map(([name, value]): Json => {
      const size = Array.isArray(value) ? value.length : null;
      return [name, typeof value, size];
    })
  );
}

/** Returns undefined for a context that is too large, or isn't data. */
function writtenContext(context: Readonly<Record<string, unknown>>): Json | undefined {
  try {
    return encodedValue(context, workBudget("comparing the context", mostCompared));
  } catch {
    return undefined;
  }
}

/** Does the same in pieces. */
async function writtenInPieces(
  context: Readonly<Record<string, unknown>>,
): Promise<Json | undefined> {
  try {
    return await encodedInPieces(context, workBudget("comparing the context", mostCompared));
  } catch {
    return undefined;
  }
}

/** Returns the values that `resume` receives again, unless there are too many. */
export function passedValues(
  { context = {}, memory, history = [] }: Pick<LispRunOptions, "context" | "memory" | "history">,
  firewall: Firewall,
): PassedValues {
  const read = () => {
    const written = writtenContext(context);
    return {
      ...(written === undefined ? {} : { context: written }),
      memory: memoryJson(memory),
      history: history.map((value) => storableValue(value)),
    };
  };
  return new PassedValues(read, firewall);
}

function memoryJson(memory: LispRunOptions["memory"]): Json {
  return resolveMemory(memory).toJSON();
}

/** Returns true if the program is the same. @throws CheckpointError for other differences */
export function assertSameInputs(now: CheckpointInputs, before: CheckpointInputs): boolean {
  for (const name of ["context", "memory"] as const)
    if (now[name] !== before[name])
      throw new CheckpointError(
        "changed",
        `the ${name} isn't the one with which the run began: pass the same \`${name}\` again`,
      );
  return now.program === before.program;
}

/**
 * Checks that the libraries which a run used are the same.
 * @throws CheckpointError naming a library that is missing or has another version
 */
export function assertSameLibraries(
  given: LispRunOptions["libraries"],
  { libraries = {} }: Pick<CheckpointInputs, "libraries">,
): void {
  for (const [name, hash] of Object.entries(libraries)) {
    const now = given instanceof Libraries ? given.get(name)?.hash : undefined;
    if (now === hash) continue;
    const shown = shortened(JSON.stringify(name), 120);
    throw new CheckpointError(
      "changed",
      now === undefined
        ? `the run used the library ${shown}: pass it again as \`libraries\``
        : `the library ${shown} has changed since the checkpoint (${shortHash(hash)}, now ${shortHash(now)}): pass the version with which the run began`,
    );
  }
}

/** How decisions apply to the calls of a run. */
export interface PendingRules {
  readonly clock: Clock;
  /** True if the call with this id has an answer. */
  readonly hasEnded: (id: string) => boolean;
  /** True if a call may continue after its time without a decision. */
  readonly mayContinue: (call: StoredPending) => boolean;
}

/**
 * Returns the calls that waited, with their decisions.
 * @throws CheckpointError for a decision that doesn't fit a pending call
 */
export function decidedCalls(
  { pending }: Pick<OpenedCheckpoint, "pending">,
  decisions: Decisions,
  { clock, hasEnded, mayContinue }: PendingRules,
): ReadonlyMap<string, DecidedCall> {
  const calls = new Map(pending.map((call) => [call.id, call]));
  const made = new Map<string, Decision>();
  for (const [id, given] of decisionEntries(decisions)) {
    const decision = checkedDecision(id, given);
    const call = calls.get(id);
    if (call === undefined) {
      throw new CheckpointError(
        "decision",
        `decisions[${shortened(JSON.stringify(id), 200)}]: ` +
          (hasEnded(id) ? "this call has already ended" : "no call with this id waits") +
          `; pending: ${pending.length === 0 ? "none" : shortened([...calls.keys()].join(", "), 500)}`,
      );
    }
    if (isExpired(call, clock) && decision.type !== "deny")
      throw new CheckpointError(
        "decision",
        `decisions[${JSON.stringify(id)}]: the call of tool/${shortened(call.tool, 100)} has expired`,
      );
    made.set(id, decision);
  }
  return new Map(
    pending.map((call) => [
      call.id,
      { call, decision: made.get(call.id) ?? timed(call, clock, mayContinue(call)) },
    ]),
  );
}

function isExpired({ expiresAt }: StoredPending, clock: Clock): boolean {
  return expiresAt !== undefined && clock.now() >= expiresAt;
}

/** Returns what the clock decides, for a call without a decision. */
function timed(call: StoredPending, clock: Clock, mayContinue: boolean): DecidedCall["decision"] {
  if (isExpired(call, clock)) return { type: "expire" };
  const isOver = call.until !== undefined && clock.now() >= call.until;
  return isOver && mayContinue ? { type: "approve" } : undefined;
}

/**
 * True if the call may continue after its time without a decision. In an unsigned checkpoint,
 * anyone can write such a time to a call that waits for an approval.
 */
function continuesItself(
  { tool: name }: StoredPending,
  {
    tools,
    checkpointKey,
  }: Pick<LispRunOptions, "tools"> & Pick<RunCheckpointOptions, "checkpointKey">,
): boolean {
  const tool = toolOf(tools, name);
  if (tool?.suspends !== true) return false;
  return checkpointKey !== undefined || (tool.needsApproval ?? false) === false;
}

/** Returns the tool unless it is a function. */
function toolOf(tools: LispRunOptions["tools"], name: string): TypedTool | undefined {
  const tool = Object.hasOwn(tools ?? {}, name) ? tools?.[name] : undefined;
  return typeof tool === "object" ? tool : undefined;
}

function firewallOf(given: FieldFirewall | undefined): Firewall {
  return given instanceof Firewall ? given : new Firewall();
}

function both(left: RunActivity, right: RunActivity): RunActivity {
  return {
    enter: () => {
      left.enter();
      right.enter();
    },
    leave: () => {
      left.leave();
      right.leave();
    },
    during: (work, signal) => {
      left.during(work, signal);
      right.during(work, signal);
    },
  };
}
