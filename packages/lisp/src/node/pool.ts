// Runs programs in processes of their own: a fixed number of them, started when first needed, each
// given one program at a time. Runs wait in the order they came. A process that met a limit, was
// told to stop or broke is replaced; any other is used again.

import { OptionError } from "@ptc/core/errors";
import type { Fail } from "@ptc/core/contracts";
import type { LispStep } from "../step/step.ts";
import { MemoryEncodings } from "./encoded-memory.ts";
import type { ChildMessage } from "./messages.ts";
import { PoolCode } from "./pool-code.ts";
import { closedFail, endingFail } from "./pool-fail.ts";
import { resolvePoolOptions, type PoolOptions, type ResolvedPoolOptions } from "./pool-options.ts";
import { PooledRun } from "./pooled-run.ts";
import { planRun, type PoolRunOptions } from "./run-plan.ts";
import { Turns } from "./reading/turns.ts";
import { Sandbox, type Ending } from "./sandbox.ts";
import { SharedContext } from "./shared-context.ts";

/** Processes that run programs, so that nothing a program does can harm the host. */
export interface Pool {
  /**
   * Runs a program in one of the processes, as soon as one is free, and answers with its step.
   * Whatever happens to the process, the answer is a step: `timeout`, `memory_exceeded`,
   * `cancelled`, `sandbox_failed`.
   * @throws OptionError for a bad option, and for one that cannot be sent to a process
   */
  run<Return = unknown>(
    source: string,
    options?: PoolRunOptions<Return>,
  ): Promise<LispStep<Return>>;
  /**
   * Data for the `context` of many runs: copied now, and sent once to each process that runs one of
   * them.
   * @throws OptionError for what cannot be sent to another process
   */
  share(context: Readonly<Record<string, unknown>>): SharedContext;
  /**
   * Cancels all runs, those that wait included. Answers when no process is left. May be called
   * twice.
   */
  close(): Promise<void>;
  /** The same as `close`, for `await using pool = createPool()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A pool of processes that run programs. They keep this process alive only while a program runs.
 *
 * @example
 *   await using pool = createPool({ size: 2 });
 *   const step = await pool.run(program, { context: { rows }, signal: AbortSignal.timeout(500) });
 *
 * @throws OptionError for a bad option
 */
export function createPool(options: PoolOptions = {}): Pool {
  return new ProcessPool(resolvePoolOptions(options));
}

type Run = Pick<PooledRun, "start" | "receive" | "gone" | "stop" | "sharedContext">;

/** A process and the run it works for. */
interface Member {
  readonly sandbox: Sandbox;
  run: Run | undefined;
}

class ProcessPool implements Pool {
  private readonly options: ResolvedPoolOptions;
  private readonly encodings = new MemoryEncodings();
  readonly turns = new Turns();
  readonly code = new PoolCode(process.env);
  private readonly waiting: Run[] = [];
  private readonly members = new Set<Member>();
  /** Every process that has not ended: the members, and those that were told to end. */
  private readonly alive = new Set<Sandbox>();
  private isClosed = false;
  private lastNumber = 0;

  constructor(options: ResolvedPoolOptions) {
    this.options = options;
  }

  async run<Return = unknown>(
    source: string,
    options: PoolRunOptions<Return> = {},
  ): Promise<LispStep<Return>> {
    const plan = planRun(++this.lastNumber, source, options, {
      owner: this,
      encodings: this.encodings,
      generate: this.options.generate,
    });
    const { memoryMb, startTimeoutMs } = this.options;
    const run = new PooledRun<Return>(plan, {
      encodings: this.encodings,
      turns: this.turns,
      memoryMb,
      transferMs: startTimeoutMs,
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
      onRelease: ({ id }) => this.forget(id),
    });
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
        // Whoever waits for `close` waits for the processes, so they keep this process alive.
        sandbox.occupy();
        return sandbox.ended;
      }),
    );
  }

  /** Gives waiting runs to free processes, and starts more processes where there are too few. */
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
    // A process that a run waits for keeps this process alive while it starts.
    if (this.waiting.length > 0) for (const { sandbox } of starting) sandbox.occupy();
  }

  /** A free process, one that has the run's context already if there is one. */
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
    if (this.isClosed || !wasMember) return;
    // A process that ended during a run is replaced at once, an idle one when it is needed again.
    if (run !== undefined) this.add();
    // Where a process could not start, one waiting run fails with that. For the next run another
    // process is started.
    if (!sandbox.isReady) this.waiting[0]?.stop(endingFail(ending, this.options.memoryMb));
    this.assign();
  }

  /** A run no longer needs its process, or its turn among the runs that wait. */
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

  /** Ends a process; `fail` is what the run in it answers with. */
  private dismiss(member: Member, fail?: Fail): void {
    if (fail === undefined || member.run === undefined) {
      this.members.delete(member);
      member.sandbox.kill();
    } else {
      member.run.stop(fail);
    }
  }

  private forget(id: number): void {
    for (const { sandbox } of this.members)
      if (sandbox.contexts.delete(id)) sandbox.send({ type: "forget", id });
  }
}
