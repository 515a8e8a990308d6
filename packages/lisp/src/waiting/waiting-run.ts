// One pass of a run that can wait. It runs the program with its recorded effects until it ends or
// can only wait, and returns its step, with a checkpoint if it waits.

import { systemClock, type ToolCallRecord, type TraceScope } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { effectAddressText } from "@ptc/core/internal/contracts";
import { presentFields } from "@ptc/core/internal/host";
import { randomStream } from "@ptc/core/internal/random";
import { tracedPass, traceMark, type TracedPass } from "@ptc/core/internal/stored";
import { Libraries } from "../analysis/known-libraries.ts";
import { limitTable } from "../evaluation/limits.ts";
import { checkpointOptionNames } from "../options/option-names.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import { without } from "../options/without.ts";
import { resolveMemory } from "../persistence/memory.ts";
import type { Checkpoint, CheckpointInputs, EntryPlace } from "../step/checkpoint.ts";
import type { FailedStep, LispStep, WaitingStep } from "../step/step.ts";
import { bothActivities } from "./both-activities.ts";
import { checkedStore, type Keys } from "./checkpoint-keys.ts";
import type { EffectLog } from "./effect-log.ts";
import type { HeldCalls } from "./held-calls.ts";
import { noteStored } from "./noted-values.ts";
import { ProgramCalls } from "./program-calls.ts";
import { ReportedRun } from "./reported-run.ts";
import { inputsOf, passedValues } from "./same-inputs.ts";
import type { Digests } from "./seal.ts";
import { wholeJson } from "./stored-inputs.ts";
import type { PartSecrets } from "./stored-parts.ts";
import { unstoredFail } from "./unstored.ts";
import { waitingMessage, type DecidedCall } from "./waiting-calls.ts";
import { firewallOf, type WaitingRunOptions } from "./waiting-options.ts";
import { checkpointStart, UnwritableError, writeCheckpoint } from "./write-checkpoint.ts";

/** The evaluator's own `run`, or one in another process, which needs the run's effects. */
export type RunProgram = <Return>(
  source: string,
  options: LispRunOptions<Return>,
  effects: HeldCalls,
) => Promise<LispStep<Return>>;

/** Returns a runner that also records what a policy needs to know. */
export type Recording = <Run extends RunProgram>(run: Run) => Run;

/** How the program is run: by the evaluator of this process, or in another process. */
export type Runner = RunProgram | { readonly run: RunProgram; readonly isElsewhere: true };

/** The state with which a run begins. */
export interface Beginning {
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

export class WaitingRun<Return> {
  private readonly source: string;
  private readonly options: WaitingRunOptions<Return>;
  private readonly run: RunProgram;
  private readonly keys: Keys;
  private readonly start: Beginning;
  private readonly firewall: Firewall;
  /** Undefined if the run isn't traced. */
  private readonly trace: TracedPass | undefined;
  private readonly calls: ProgramCalls;
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
    this.calls = new ProgramCalls({
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
      activity:
        activity === undefined
          ? calls.gate.activity
          : bothActivities(activity, calls.gate.activity),
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
