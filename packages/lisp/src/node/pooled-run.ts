// One run in a pool: it waits, then has a process to itself, and ends in a step whatever happens.
//
//   waiting ── start ──> running ── step ──────────────────────────────────> leaving ──> answered
//      │                    ├── abort, close, overdue ──> process killed ── gone ──┤
//      │                    └── gone ──────────────────────────────────────────────┤
//      └── abort, close ───────────────────────────────────────────────────────────┘

import type { Fail, OpenSpan, ToolCallRecord } from "@ptc/core/contracts";
import { WorkLimitError } from "@ptc/core/values";
import { programEnd } from "../step/program-end.ts";
import type { LispStep } from "../step/step.ts";
import { answeredStep, lostStep } from "./decode-step.ts";
import { JournalEntries } from "@ptc/core/contracts";
import { GrowingJournal } from "./growing-journal.ts";
import { MessageError } from "./message-error.ts";
import type { PooledRunOptions } from "./pooled-run-options.ts";
import type { ChildMessage, PoolMessage, ToolCallMessage, WrittenStep } from "./messages.ts";
import { checkedStep } from "./checked-step.ts";
import { cancelledFail, endingFail, timeoutFail, unreadFail } from "./pool-fail.ts";
import { isReadAtOnce, readArguments } from "./reading/read-arguments.ts";
import type { RunPlan } from "./run-plan.ts";
import { RunWatch } from "./run-watch.ts";
import { longestSaying, sayingBytes } from "./saying.ts";
import type { Ending, Sandbox } from "./sandbox.ts";
import { ToolDoor } from "./tool-door.ts";

/**
 * How long a process that was told to abort may take to end its program and say so. A process that
 * waits for tools reads the message at once; one that computes can hardly do so.
 */
const abortMs = { waiting: 40, computing: 10 } as const;

/** What the process does: read the request and the program, run it, write the step. */
type Phase = "reading" | "running" | "writing";

/** What a run has while a process works for it. */
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
  /** What its tool calls and tasks may take, and what is left of that. */
  private bytesLeft: number;
  private readonly toolAbort = new AbortController();
  private readonly onAbort = (): void => this.abort();
  private answer: (step: LispStep<Return>) => void = () => undefined;
  private work: Work | undefined;
  private phase: Phase = "reading";
  private hasLeft = false;
  /** Whether the step has arrived. What happens to the process does not matter any more then. */
  private isCompleting = false;
  private isAborted = false;
  /** The fail that the run ends with because the pool is ending its process. */
  private stopFail: Fail | undefined;
  private abortTimer: NodeJS.Timeout | undefined;
  private startedAt = performance.now();
  private span: OpenSpan<"program"> | undefined;

  constructor(plan: RunPlan<Return>, options: PooledRunOptions) {
    this.plan = plan;
    this.options = options;
    const { journal, signal } = plan.options;
    // The plan refuses entries that are shared.
    this.journal =
      journal === undefined || journal instanceof JournalEntries
        ? undefined
        : new GrowingJournal(journal, options.turns);
    this.bytesLeft = longestSaying(plan.limits, options.memoryMb);
    this.step = new Promise((resolve) => {
      this.answer = resolve;
    });
    signal?.addEventListener("abort", this.onAbort, { once: true });
  }

  /** The context the run shares with others. */
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
            : this.brokenFail("it did not answer in time"),
        ),
    });
    this.work = { sandbox, watch, door: this.openDoor(sandbox, watch) };
    sandbox.occupy();
    const { sharedContext } = plan;
    if (sharedContext !== undefined && !sandbox.contexts.has(sharedContext.handle.id)) {
      sandbox.sendBytes(sharedContext.message);
      sandbox.contexts.add(sharedContext.handle.id);
    }
    sandbox.sendBytes(plan.request);
  }

  /**
   * Takes a message of `bytes`. The next one has to wait for a promise that is answered.
   * @throws MessageError for a message that no evaluator would send
   */
  receive(message: ChildMessage, bytes: number): Promise<void> | undefined {
    const { work } = this;
    if (work === undefined || this.hasLeft) return undefined;
    if (message.type === "pong") work.watch.pong();
    // A message that still arrives for an earlier run of this process is dropped.
    if (!("run" in message)) return undefined;
    if (message.run !== this.plan.run) {
      work.sandbox.stray();
      return undefined;
    }
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
        this.count(bytes);
        this.journal?.change(message.id, message.result);
        break;
      case "ended":
        // A program that is wrong ends without having begun.
        this.advance(this.phase === "reading" ? "reading" : "running", "writing");
        work.watch.ended();
        break;
      case "step":
        void this.complete(work, message.step);
    }
    return undefined;
  }

  /** The process has ended. */
  gone(ending: Ending): void {
    this.lose(this.stopFail ?? endingFail(ending, this.options.memoryMb));
  }

  /** Ends the run with `fail`: at once while it waits, otherwise by killing its process. */
  stop(fail: Fail): void {
    if (this.work === undefined) {
      this.lose(fail);
      return;
    }
    this.stopFail ??= fail;
    this.work.sandbox.kill();
  }

  /** Aborts the run. A process that waits for a tool gets time to end its program in order. */
  abort(): void {
    if (this.hasLeft) return;
    this.isAborted = true;
    if (this.work === undefined) {
      this.lose(cancelledFail());
      return;
    }
    this.work.sandbox.send({ type: "abort", run: this.plan.run });
    this.toolAbort.abort(this.plan.options.signal?.reason);
    this.abortTimer = setTimeout(
      () => this.stop(cancelledFail()),
      this.work.watch.hasOpenTools ? abortMs.waiting : abortMs.computing,
    );
  }

  /** Each phase has a time limit of its own, so a process must not begin one twice. */
  private advance(from: Phase, to: Phase): void {
    if (this.phase !== from) throw new MessageError("a message out of turn");
    this.phase = to;
  }

  /** What is kept of a run here is bounded by the limit of what it may allocate there. */
  private count(bytes: number): void {
    this.bytesLeft -= sayingBytes(bytes);
    if (this.bytesLeft < 0) throw new MessageError("more than its program may say");
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
      started: () => watch.toolStarted(),
      answer: (answer, call) => {
        const bytes = sandbox.send({
          type: "tool-answer",
          run,
          call,
          ...answer,
        } satisfies PoolMessage);
        watch.toolEnded(bytes);
      },
    });
  }

  private async complete({ sandbox, watch, door }: Work, written: WrittenStep): Promise<void> {
    if (this.isCompleting) return;
    this.isCompleting = true;
    watch.stop();
    // The program has ended, so nobody waits for the tools that are still at work.
    if (watch.hasOpenTools) this.toolAbort.abort();
    const { memory, collections, returns, signal } = this.plan.options;
    const { encodings, turns } = this.options;
    const step = await answeredStep(written, () => ({
      ...{ memory, collections, encodings, turns, journal: this.journal },
      toolCalls: door.records(written.toolCalls),
    }));
    if (this.hasLeft) return;
    if (step === undefined) {
      this.isCompleting = false;
      sandbox.kill();
      this.lose(this.brokenFail("it sent what is no step"));
      return;
    }
    const isReusable =
      !this.isAborted &&
      this.stopFail === undefined &&
      (step.ok || step.fail.details?.limit === undefined);
    this.leave(isReusable);
    this.end(await checkedStep<Return>(step, { memory, returns, signal }));
  }

  /** Answers the run in place of a process that cannot. */
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
    this.work?.watch.stop();
    this.work?.sandbox.vacate();
    clearTimeout(this.abortTimer);
    this.plan.options.signal?.removeEventListener("abort", this.onAbort);
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
