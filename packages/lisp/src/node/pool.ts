// Runs programs in separate processes, one program at a time in each. Processes start when first
// needed, up to a fixed number. Runs wait in order of arrival. A process is replaced if it reached
// a limit, was stopped or broke; otherwise it is reused.

import { OptionError } from "@ptc/core/errors";
import type { Fail } from "@ptc/core/contracts";
import { canWait, prepare, withLibraries } from "../entry/start.ts";
import { without } from "../options/without.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type { LispStep } from "../step/step.ts";
import type * as Waiting from "../waiting/runs.ts";
import type { Runner } from "../waiting/waiting-run.ts";
import { childFile, childText, type ChildProgram } from "./child-program.ts";
import { MemoryEncodings } from "./encoded-memory.ts";
import type { ChildMessage } from "./messages.ts";
import { PoolCode } from "./pool-code.ts";
import { closedFail, endingFail } from "./pool-fail.ts";
import { resolvePoolOptions, type PoolOptions, type ResolvedPoolOptions } from "./pool-options.ts";
import { PooledRun } from "./pooled-run.ts";
import { RemoteEffects } from "./remote-effects.ts";
import {
  assertPoolOptions,
  planRun,
  type PoolResumeOptions,
  type PoolRunOptions,
} from "./run-plan.ts";
import { Turns } from "./reading/turns.ts";
import { Sandbox, type Ending } from "./sandbox.ts";
import { SharedContext } from "./shared-context.ts";

/** A pool of processes that run programs, so that programs can't harm the host. */
export interface Pool {
  /** The largest number of processes. */
  readonly size: number;
  /**
   * Runs a program as soon as a process is free. Always resolves to a step: if the process doesn't
   * survive, the step fails with `timeout`, `memory_exceeded`, `cancelled` or `sandbox_failed`.
   * @throws OptionError for an invalid option, and for one that can't be sent to a process
   */
  run<Return = unknown>(
    source: string,
    options?: PoolRunOptions<Return>,
  ): Promise<LispStep<Return>>;
  /**
   * Continues a run from the checkpoint of its waiting step; see `resume` of `@ptc/lisp`. Also
   * continues runs that began in another pool, or without one.
   * @throws CheckpointError for a checkpoint or a decision that doesn't fit; OptionError
   */
  resume<Return = unknown>(
    source: string,
    checkpoint: Checkpoint,
    options?: PoolResumeOptions<Return>,
  ): Promise<LispStep<Return>>;
  /**
   * Prepares data for the `context` of many runs. It is copied now, and sent once to each process
   * that runs one of them. Long data is copied in pieces, so don't change it until the first of
   * these runs has ended.
   * Don't change the data at all if runs can wait, because they compare it.
   * @throws OptionError for data that can't be sent to another process; if a later piece contains
   * it, the runs throw it
   */
  share(context: Readonly<Record<string, unknown>>): SharedContext;
  /**
   * Resolves when no process is starting, so that a process that was replaced can run programs
   * again.
   */
  settled(): Promise<void>;
  /**
   * Cancels all runs, including waiting ones. Resolves when all processes have ended. May be
   * called twice.
   */
  close(): Promise<void>;
  /** Closes the pool, for `await using pool = createPool()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a pool of processes that run programs. They keep this process alive only while a program
 * runs.
 *
 * @example
 *   await using pool = createPool({ size: 2 });
 *   const step = await pool.run(program, { context: { rows }, signal: AbortSignal.timeout(500) });
 *
 * @throws OptionError for an invalid option
 */
export function createPool(options: PoolOptions = {}): Pool {
  return new ProcessPool(resolvePoolOptions(options));
}

/** The characters of a source that the host analyzes for a policy. */
const longestAnalyzed = 20_000;

type Run = Pick<PooledRun, "start" | "receive" | "gone" | "stop" | "sharedContext">;

/** A process and its current run. */
interface Member {
  readonly sandbox: Sandbox;
  run: Run | undefined;
}

function loadWaiting(): Promise<typeof Waiting> {
  return import("../waiting/runs.ts");
}

class ProcessPool implements Pool {
  readonly size: number;
  private readonly options: ResolvedPoolOptions;
  private readonly encodings = new MemoryEncodings();
  readonly turns = new Turns();
  readonly code = new PoolCode(process.env);
  child: ChildProgram = childFile() ?? { type: "missing" };
  private readonly waiting: Run[] = [];
  private readonly members = new Set<Member>();
  /** Processes that have not ended: the members, and those that were asked to end. */
  private readonly alive = new Set<Sandbox>();
  /** Callers of `settled`. */
  private settling: (() => void)[] = [];
  private isClosed = false;
  private lastNumber = 0;

  constructor(options: ResolvedPoolOptions) {
    this.options = options;
    this.size = options.size;
  }

  async run<Return = unknown>(
    source: string,
    options: PoolRunOptions<Return> = {},
  ): Promise<LispStep<Return>> {
    assertPoolOptions(options);
    return await withLibraries(options, (checked) => this.started(source, checked));
  }

  private async started<Return>(
    source: string,
    options: PoolRunOptions<Return>,
  ): Promise<LispStep<Return>> {
    if (options.policy !== undefined) return await this.policed(source, options);
    if (!canWait(options)) return await this.runOnce(source, options);
    const { runWaiting } = await loadWaiting();
    return await runWaiting(source, this.withContext(options), this.runner(options.context));
  }

  /** The analysis of the policy would occupy this process, so it is only for short programs. */
  private async policed<Return>(
    source: string,
    options: PoolRunOptions<Return>,
  ): Promise<LispStep<Return>> {
    assertPoolOptions(options);
    const run = (text: string, policed: PoolRunOptions<Return>): Promise<LispStep<Return>> =>
      this.started(text, policed);
    const { runUnderPolicy, underPolicy } = await loadWaiting();
    if (source.length > longestAnalyzed) return await run(source, underPolicy(options));
    return await runUnderPolicy(source, options, run, prepare, this.withContext(options));
  }

  async resume<Return = unknown>(
    source: string,
    checkpoint: Checkpoint,
    options: PoolResumeOptions<Return> = {},
  ): Promise<LispStep<Return>> {
    assertPoolOptions(options);
    const { resumeWaiting } = await loadWaiting();
    const runner = this.runner(options.context);
    return await withLibraries(options, (checked) =>
      resumeWaiting(source, checkpoint, this.withContext(checked), runner),
    );
  }

  /** Returns options for a run that can wait, with the data of a shared context. */
  private withContext<Options extends Pick<PoolRunOptions, "context">>({
    context,
    ...options
  }: Options): Omit<Options, "context"> & Pick<LispRunOptions, "context"> {
    if (context === undefined) return options;
    if (!(context instanceof SharedContext)) return { ...options, context };
    context.messageFor(this);
    return { ...options, context: context.given ?? {} };
  }

  /** Runs the program of a run that can wait. `given` is the context of its options. */
  private runner(given: PoolRunOptions["context"]): Runner {
    return {
      isElsewhere: true,
      run: (source, options, calls) => {
        const { context, runId = "" } = options;
        return this.runOnce(
          source,
          {
            ...without(options, ["activity", "clock"]),
            // The context of a checkpoint replaces one that isn't given.
            ...(given === undefined ? { context: context ?? {} } : { context: given }),
          },
          new RemoteEffects({ calls, runId }),
        );
      },
    };
  }

  private async runOnce<Return>(
    source: string,
    options: Parameters<typeof planRun<Return>>[2],
    effects?: RemoteEffects,
  ): Promise<LispStep<Return>> {
    const pool = {
      owner: this,
      encodings: this.encodings,
      generate: this.options.generate,
    };
    const plan = planRun(++this.lastNumber, source, options, pool, effects?.readings);
    // Only the encoding of a long shared context takes time.
    const encoding = plan.sharedContext?.message.pending;
    if (encoding !== undefined) await encoding;
    if (this.child.type === "missing") this.child = await childText();
    const { memoryMb, startTimeoutMs } = this.options;
    const run = new PooledRun<Return>(plan, {
      encodings: this.encodings,
      turns: this.turns,
      memoryMb,
      transferMs: startTimeoutMs,
      ...(effects === undefined ? {} : { effects }),
      left: (isReusable) => this.left(run, isReusable),
    });
    this.waiting.push(run);
    if (plan.options.signal?.aborted === true) run.abort();
    else if (this.isClosed) run.stop(closedFail());
    else this.assign();
    return await run.step;
  }

  share(context: Readonly<Record<string, unknown>>): SharedContext {
    if (this.isClosed) throw new OptionError("context", "cannot be shared: the pool is closed");
    return new SharedContext(context, {
      id: ++this.lastNumber,
      owner: this,
      turns: this.turns,
      onRelease: ({ id }) => this.forget(id),
    });
  }

  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.settling.push(resolve);
      this.settle();
    });
  }

  private settle(): void {
    if ([...this.members].some(({ sandbox }) => !sandbox.isReady)) return;
    for (const resolve of this.settling.splice(0)) resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const run of [...this.waiting]) run.stop(closedFail());
    for (const member of [...this.members]) this.dismiss(member, closedFail());
    await Promise.all(
      Array.from(this.alive, (sandbox) => {
        // Callers of `close` wait for the processes, so these keep this process alive.
        sandbox.occupy();
        return sandbox.ended;
      }),
    );
  }

  /** Assigns waiting runs to free processes, and starts more processes if needed. */
  private assign(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      const free = this.freeMemberFor(next);
      if (free === undefined) break;
      this.waiting.shift();
      free.run = next;
      next.start(free.sandbox);
    }
    const starting = [...this.members].filter(({ sandbox }) => !sandbox.isReady);
    while (starting.length < this.waiting.length && this.members.size < this.options.size)
      starting.push(this.add());
    // A starting process keeps this process alive if a run waits for it.
    if (this.waiting.length > 0) for (const { sandbox } of starting) sandbox.occupy();
  }

  /** Returns a free process, preferably one that already has the run's context. */
  private freeMemberFor({ sharedContext }: Run): Member | undefined {
    const free = [...this.members].filter(
      ({ sandbox, run }) => sandbox.isReady && run === undefined,
    );
    return (
      free.find(
        ({ sandbox }) =>
          sharedContext !== undefined && sandbox.contexts.has(sharedContext.handle.id),
      ) ?? free[0]
    );
  }

  private add(): Member {
    const sandbox = new Sandbox(this.options, this, {
      message: (message, bytes) => this.received(member, message, bytes),
      gone: (ending) => this.gone(member, ending),
    });
    const member: Member = { sandbox, run: undefined };
    sandbox.vacate();
    this.members.add(member);
    this.alive.add(sandbox);
    return member;
  }

  private received(
    { sandbox, run }: Member,
    message: ChildMessage,
    bytes: number,
  ): Promise<void> | undefined {
    if (message.type === "ready") {
      sandbox.vacate();
      this.assign();
      this.settle();
      return undefined;
    }
    if (run !== undefined) return run.receive(message, bytes);
    sandbox.stray();
    return undefined;
  }

  private gone(member: Member, ending: Ending): void {
    const { sandbox, run } = member;
    this.alive.delete(sandbox);
    const wasMember = this.members.delete(member);
    run?.gone(ending);
    if (this.isClosed || !wasMember) {
      this.settle();
      return;
    }
    // Replace a process that ended during a run now, and an idle one when it is needed again.
    if (run !== undefined) this.add();
    // If a process could not start, one waiting run fails with its error. The next run starts
    // another process.
    if (!sandbox.isReady) this.waiting[0]?.stop(endingFail(ending, this.options.memoryMb));
    this.assign();
    this.settle();
  }

  /** Releases the process of a run, or its position in the queue. */
  private left(run: Run, isReusable: boolean): void {
    const index = this.waiting.indexOf(run);
    if (index >= 0) this.waiting.splice(index, 1);
    const member = [...this.members].find((each) => each.run === run);
    if (member === undefined) return;
    member.run = undefined;
    const { sharedContext } = run;
    if (sharedContext?.handle.isReleased === true) this.forget(sharedContext.handle.id);
    if (!isReusable) {
      this.dismiss(member);
      if (!this.isClosed) this.add();
    }
    this.assign();
  }

  /** Ends a process. If there is a run in it, that run ends with `fail`. */
  private dismiss(member: Member, fail?: Fail): void {
    if (fail === undefined || member.run === undefined) {
      this.members.delete(member);
      member.sandbox.kill();
    } else {
      member.run.stop(fail);
    }
  }

  private forget(id: number): void {
    for (const { sandbox, run } of this.members)
      // A run may not have received its context yet. It drops the context when it ends.
      if (run?.sharedContext?.handle.id !== id && sandbox.contexts.delete(id))
        sandbox.send({ type: "forget", id });
  }
}
