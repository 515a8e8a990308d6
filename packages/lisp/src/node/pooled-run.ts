// One run in a pool. It waits, then uses a process alone, and always ends in a step.
//
//   waiting ── start ──> running ── step ──────────────────────────────────> leaving ──> answered
//      │                    ├── abort, close, overdue ──> process killed ── gone ──┤
//      │                    └── gone ──────────────────────────────────────────────┤
//      └── abort, close ───────────────────────────────────────────────────────────┘

import type { Fail, OpenSpan, ToolCallRecord } from "@ptc/core/contracts";
import { onAbort } from "@ptc/core/internal/contracts";
import { WorkLimitError } from "@ptc/core/values";
import { programEnd } from "../step/program-end.ts";
import type { LispStep } from "../step/step.ts";
import { answeredStep, lostStep } from "./decode-step.ts";
import { JournalEntries } from "@ptc/core/internal/journal";
import { GrowingJournal } from "./growing-journal.ts";
import { MessageError } from "./message-error.ts";
import type { Outgoing } from "./sent-pieces.ts";
import type { PooledRunOptions } from "./pooled-run-options.ts";
import type { ChildMessage, PoolMessage, ToolCallMessage, WrittenStep } from "./messages.ts";
import { checkedStep } from "./checked-step.ts";
import { cancelledFail, endingFail, timeoutFail, unreadFail } from "./pool-fail.ts";
import { isReadAtOnce, readArguments } from "./reading/read-arguments.ts";
import type { RunPlan } from "./run-plan.ts";
import { RunWatch } from "./run-watch.ts";
import { longestSaying, sayingBytes } from "./saying.ts";
import type { Ending, Sandbox, SendingWatcher } from "./sandbox.ts";
import { ToolDoor } from "./tool-door.ts";

/**
 * Milliseconds after an abort in which the process may end its program and report that. A process
 * that waits for tools reads the message immediately; one that computes rarely can.
 */
const abortMs = { waiting: 40, computing: 10 } as const;

/**
 * The activity of the process: receiving the request, reading it and the program, running it, or
 * writing the step.
 */
type Phase = "sending" | "reading" | "running" | "writing";

/** State of a run while a process works for it. */
interface Work {
  readonly sandbox: Sandbox;
  readonly watch: RunWatch;
  readonly door: ToolDoor;
}

export class PooledRun<Return = unknown> {
  readonly step: Promise<LispStep<Return>>;
  private readonly plan: RunPlan<Return>;
  private readonly options: PooledRunOptions;
  private readonly journal: GrowingJournal | undefined;
  /** Bytes left for its tool calls and tasks. */
  private bytesLeft: number;
  private readonly toolAbort = new AbortController();
  private readonly unlink: (() => void) | undefined;
  private answer: (step: LispStep<Return>) => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;
  private work: Work | undefined;
  private phase: Phase = "sending";
  private hasLeft = false;
  /** True once the step has arrived. After that, the state of the process no longer matters. */
  private isCompleting = false;
  private isAborted = false;
  /** The fail of the run while the pool is ending its process. */
  private stopFail: Fail | undefined;
  private abortTimer: NodeJS.Timeout | undefined;
  private startedAt = performance.now();
  private span: OpenSpan<"program"> | undefined;

  constructor(plan: RunPlan<Return>, options: PooledRunOptions) {
    this.plan = plan;
    this.options = options;
    const { journal, signal } = plan.options;
    // The plan rejects shared entries.
    this.journal =
      journal === undefined || journal instanceof JournalEntries
        ? undefined
        : new GrowingJournal(journal, options.turns);
    this.bytesLeft = longestSaying(plan.limits, options.memoryMb);
    this.step = new Promise((resolve, reject) => {
      this.answer = resolve;
      this.reject = reject;
    });
    this.unlink = signal && onAbort(signal, () => this.abort());
  }

  /** The shared context of the run, if any. */
  get sharedContext(): RunPlan<Return>["sharedContext"] {
    return this.plan.sharedContext;
  }

  start(sandbox: Sandbox): void {
    const { plan } = this;
    this.startedAt = performance.now();
    const watch = new RunWatch({
      timeoutMs: plan.limits.timeoutMs,
      chargeToolTime: plan.options.chargeToolTime,
      transferMs: this.options.transferMs,
      ping: () => void sandbox.send({ type: "ping" }),
      overdue: (what) =>
        this.stop(
          what === "program"
            ? timeoutFail(plan.limits.timeoutMs, plan.options.chargeToolTime)
            : this.brokenFail("it did not respond in time"),
        ),
    });
    this.work = { sandbox, watch, door: this.openDoor(sandbox, watch) };
    sandbox.occupy();
    const { sharedContext, request } = plan;
    const watcher: SendingWatcher = {
      isObsolete: () => this.isObsolete,
      sending: () => watch.sending(),
    };
    if (plan.libraries !== undefined) sandbox.sendLibraries(plan.libraries);
    if (sharedContext !== undefined && !sandbox.contexts.has(sharedContext.handle.id)) {
      sandbox.contexts.add(sharedContext.handle.id);
      const sent = sandbox.sendOutgoing(sharedContext.message.outgoing(), watcher);
      if (typeof sent !== "number") {
        void sent.then(() => this.sendRequest(sandbox, request, watcher));
        return;
      }
    }
    this.sendRequest(sandbox, request, watcher);
  }

  private sendRequest(sandbox: Sandbox, request: Outgoing, watcher: SendingWatcher): void {
    if (this.isObsolete) return;
    const sent = sandbox.sendOutgoing(request, {
      ...watcher,
      sending: (isComplete) => {
        watcher.sending?.(isComplete);
        if (isComplete) this.phase = "reading";
      },
    });
    if (typeof sent === "number") this.phase = "reading";
    else sent.catch((error: unknown) => this.refuse(error));
  }

  /** True if the run ends because it can only wait. */
  private get isPaused(): boolean {
    return this.options.effects?.isPaused === true;
  }

  /** True if the process needs no data for this run any more. */
  private get isObsolete(): boolean {
    return this.hasLeft || this.stopFail !== undefined;
  }

  /** Rejects a run whose options can't be sent. A long option shows this only while it is sent. */
  private refuse(error: unknown): void {
    if (this.hasLeft) return;
    this.leave(false);
    const message = error instanceof Error ? error.message : "unknown";
    const fail: Fail = { reason: "sandbox_failed", message };
    const step = lostStep(fail, { memory: this.plan.options.memory, toolCalls: [] }, 0);
    this.programSpan().end(programEnd(step, this.plan.options.firewall));
    this.reject(error);
  }

  /**
   * Handles a message of `bytes`. If it returns a promise, the next message has to wait for it.
   * @throws MessageError for a message that no evaluator would send
   */
  receive(message: ChildMessage, bytes: number): Promise<void> | undefined {
    const { work } = this;
    if (work === undefined || this.hasLeft) return undefined;
    if (message.type === "pong") work.watch.pong();
    // Drop late messages of an earlier run in this process.
    if (!("run" in message)) return undefined;
    if (message.run !== this.plan.run) {
      work.sandbox.stray();
      return undefined;
    }
    if (this.phase === "sending") throw new MessageError("a message out of order");
    switch (message.type) {
      case "begun":
        this.advance("reading", "running");
        work.watch.begun();
        break;
      case "tool-call":
        this.advance("running", "running");
        this.count(bytes);
        return this.call(work, message);
      case "task":
        // A branch that its program left behind may end a task while the step is written.
        if (this.phase === "reading") throw new MessageError("a message out of order");
        this.count(bytes);
        this.journal?.change(message.id, message.result);
        break;
      case "read":
      case "pause":
      case "quiet":
        this.advance("running", "running");
        this.count(message.type === "quiet" ? 0 : bytes);
        this.report(work, message);
        break;
      case "ended":
        // A program with mistakes ends without having begun.
        this.advance(this.phase === "reading" ? "reading" : "running", "writing");
        work.watch.ended();
        break;
      case "step":
        void this.complete(work, message.step);
    }
    return undefined;
  }

  /** Handles the end of the process. */
  gone(ending: Ending): void {
    this.lose(this.stopFail ?? endingFail(ending, this.options.memoryMb));
  }

  /** Handles a report of a program whose run can wait. @throws MessageError */
  private report(
    { sandbox }: Work,
    message: Extract<ChildMessage, { readonly type: "read" | "pause" | "quiet" }>,
  ): void {
    const { effects } = this.options;
    if (effects === undefined) throw new MessageError("a report of a run that can't wait");
    // A program that is being ended continues with nothing.
    if (this.stopFail !== undefined) return;
    if (message.type === "read") effects.read(message);
    else if (message.type === "quiet") effects.quiet(message.answers);
    else
      effects.pause(message, this.toolAbort.signal, () => {
        if (!this.isObsolete)
          sandbox.send({ type: "pause-over", run: this.plan.run, pause: message.pause });
      });
  }

  /** Ends the run with `fail`: immediately if it is waiting, otherwise by killing its process. */
  stop(fail: Fail): void {
    if (this.work === undefined) {
      this.lose(fail);
      return;
    }
    this.stopFail ??= fail;
    this.work.sandbox.kill();
  }

  /** Aborts the run. A process that waits for a tool gets time to end its program cleanly. */
  abort(): void {
    if (this.hasLeft) return;
    this.isAborted = true;
    if (this.work === undefined || this.phase === "sending") {
      this.lose(cancelledFail());
      return;
    }
    this.work.sandbox.send({ type: "abort", run: this.plan.run });
    this.toolAbort.abort(this.plan.options.signal?.reason);
    this.abortTimer = setTimeout(
      () => this.stop(cancelledFail()),
      // The step of a run that can only wait is needed, and its program doesn't compute.
      this.isPaused
        ? this.options.transferMs
        : this.work.watch.hasOpenTools
          ? abortMs.waiting
          : abortMs.computing,
    );
  }

  /**
   * Changes the phase. Each phase has its own time limit, so a process must not begin one twice.
   */
  private advance(from: Phase, to: Phase): void {
    if (this.phase !== from) throw new MessageError("a message out of order");
    this.phase = to;
  }

  /** Counts bytes stored here for a run. They are limited by what its program may allocate. */
  private count(bytes: number): void {
    this.bytesLeft -= sayingBytes(bytes);
    if (this.bytesLeft < 0) throw new MessageError("more data than its program may send");
  }

  private call({ door }: Work, message: ToolCallMessage): Promise<void> | undefined {
    // A program that is being ended calls no more tools.
    if (this.stopFail !== undefined) return undefined;
    if (!isReadAtOnce(message.args)) return this.callLater(door, message);
    door.call(message, readArguments(message.args));
    return undefined;
  }

  private async callLater(door: ToolDoor, message: ToolCallMessage): Promise<void> {
    try {
      const args = await readArguments(message.args, this.options.turns);
      if (!this.hasLeft && this.stopFail === undefined) door.call(message, args);
    } catch (error) {
      if (!(error instanceof WorkLimitError)) throw error;
      this.stop(unreadFail(error));
    }
  }

  private openDoor(sandbox: Sandbox, watch: RunWatch): ToolDoor {
    const { run, tools, limits, runId, options } = this.plan;
    return new ToolDoor({
      tools,
      runId,
      turn: options.turn,
      maximumCalls: limits.toolCalls,
      memoryBytes: limits.memoryBytes,
      signal: this.toolAbort.signal,
      trace: this.programSpan().scope,
      clock: this.options.effects?.clock,
      started: () => watch.toolStarted(),
      answer: (answer, call, crossings) => {
        const message: PoolMessage = { type: "tool-answer", run, call, ...answer };
        this.options.effects?.answering(call);
        const sent = sandbox.sendOutgoing(crossings.outgoing(message), {
          isObsolete: () => this.isObsolete,
        });
        if (typeof sent !== "number")
          return sent.then((bytes) => {
            if (bytes !== undefined) watch.toolEnded(bytes);
          });
        watch.toolEnded(sent);
        return undefined;
      },
    });
  }

  private async complete({ sandbox, watch, door }: Work, written: WrittenStep): Promise<void> {
    if (this.isCompleting) return;
    this.isCompleting = true;
    watch.stop();
    // The program has ended, so tools still running aren't needed.
    if (watch.hasOpenTools) this.toolAbort.abort();
    const { memory, collections, returns, signal } = this.plan.options;
    const { encodings, turns } = this.options;
    const step = await answeredStep(written, () => ({
      ...{ memory, collections, encodings, turns, journal: this.journal },
      libraries: this.plan.libraries,
      toolCalls: door.records(written.toolCalls),
    }));
    if (this.hasLeft) return;
    if (step === undefined) {
      this.isCompleting = false;
      sandbox.kill();
      this.lose(this.brokenFail("it sent an invalid step"));
      return;
    }
    const isReusable =
      (!this.isAborted || this.isPaused) &&
      this.stopFail === undefined &&
      (step.ok || step.fail.details?.limit === undefined);
    this.leave(isReusable);
    this.end(await checkedStep<Return>(step, { memory, returns, signal }));
  }

  /** Ends the run without a result from its process. */
  private lose(fail: Fail): void {
    if (this.isCompleting || this.hasLeft) return;
    const toolCalls: readonly ToolCallRecord[] = this.work?.door.recordsAfter(fail.message) ?? [];
    if (this.work !== undefined && !this.toolAbort.signal.aborted) this.toolAbort.abort();
    const durationMs = performance.now() - this.startedAt;
    this.leave(false);
    void this.answerLost(fail, toolCalls, durationMs);
  }

  private async answerLost(
    fail: Fail,
    toolCalls: readonly ToolCallRecord[],
    durationMs: number,
  ): Promise<void> {
    const journal = await this.journal?.read();
    this.end(
      lostStep(
        fail,
        {
          memory: this.plan.options.memory,
          toolCalls,
          ...(journal === undefined ? {} : { journal }),
        },
        durationMs,
      ),
    );
  }

  private leave(isReusable: boolean): void {
    this.hasLeft = true;
    this.options.effects?.end();
    this.work?.watch.stop();
    this.work?.sandbox.vacate();
    clearTimeout(this.abortTimer);
    this.unlink?.();
    this.options.left(isReusable);
  }

  private end(step: LispStep<Return>): void {
    this.programSpan().end(programEnd(step, this.plan.options.firewall));
    this.answer(step);
  }

  private programSpan(): OpenSpan<"program"> {
    return (this.span ??= this.plan.options.trace.start("program", () => ({
      source: this.plan.source,
    })));
  }

  private brokenFail(problem: string): Fail {
    return endingFail({ type: "broken", problem }, this.options.memoryMb);
  }
}
