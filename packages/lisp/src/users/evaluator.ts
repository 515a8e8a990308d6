// An evaluator for many users: it runs programs in a pool or in this process, in fair turns and
// within quotas of each user.

import { OptionError } from "@ptc/core/errors";
import { onAbort } from "@ptc/core/internal/contracts";
import { resume, run } from "../entry/start.ts";
import { resolveLimits } from "../evaluation/limits.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import { without } from "../options/without.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import type { LispStep } from "../step/step.ts";
import type { ResumeOptions } from "../waiting/waiting-options.ts";
import { Admission, type Permit } from "./admission.ts";
import type { EvaluatorLoad, UsedWork } from "./evaluator-event.ts";
import { resolveEvaluatorOptions, type EvaluatorOptions } from "./evaluator-options.ts";
import type { Refusal } from "./refusal.ts";
import { usedInPool, usedWork, type CountedStep } from "./used-work.ts";

type Context = Readonly<Record<string, unknown>>;

/** Options that a program in another process can't have. */
type LocalOptions = "activity" | "clock" | "firewall" | "onJournal" | "yieldMs";

/** The options of a run in a pool or in this process. */
export type RunnerOptions<Return = unknown, Data = Context> = Omit<
  LispRunOptions<Return>,
  LocalOptions | "context"
> &
  RunCheckpointOptions & { readonly context?: Context | Data };

/** The options of a run that continues. */
export type RunnerResumeOptions<Return = unknown, Data = Context> = Omit<
  ResumeOptions<Return>,
  LocalOptions | "context"
> & { readonly context?: Context | Data };

/** Runs programs: a pool of `@ptc/lisp/node`. `Data` is the type of its shared contexts. */
export interface ProgramPool<Data = Context> {
  /** The runs that it can run at a time. */
  readonly size: number;
  /** Resolves when processes that were replaced can run programs again. */
  settled?(): Promise<void>;
  run<Return>(source: string, options: RunnerOptions<Return, Data>): Promise<LispStep<Return>>;
  resume<Return>(
    source: string,
    checkpoint: Checkpoint,
    options: RunnerResumeOptions<Return, Data>,
  ): Promise<LispStep<Return>>;
}

/** The user of a run: an id of 1 to 200 characters that your server has authenticated. */
export interface UserOption {
  readonly user: string;
}

/** Runs programs of many users. */
export interface Evaluator<Data = Context> {
  /**
   * Runs a program when it is the user's turn. Resolves to its step, or to a refusal if a quota is
   * used up. A signal also ends the wait.
   * @throws OptionError
   */
  run<Return = unknown>(
    source: string,
    options: RunnerOptions<Return, Data> & UserOption,
  ): Promise<LispStep<Return> | Refusal>;
  /**
   * Continues a run that waited for decisions. It counts as a run.
   * @throws CheckpointError for a checkpoint or a decision that doesn't fit; OptionError
   */
  resume<Return = unknown>(
    source: string,
    checkpoint: Checkpoint,
    options: RunnerResumeOptions<Return, Data> & UserOption,
  ): Promise<LispStep<Return> | Refusal>;
  /**
   * Admits other work under the same quotas, such as a mission of an agent: it may begin when it is
   * the user's turn, and pays the steps and bytes in the `usage` of its result.
   * Rejects with the reason of `signal` if that aborts during the wait, and as `work` does.
   * @throws OptionError
   */
  admit<Made extends CountedStep>(
    options: UserOption & { readonly signal?: AbortSignal },
    work: () => Promise<Made>,
  ): Promise<Made | Refusal>;
  /** The present number of runs and users. */
  load(): EvaluatorLoad;
}

/**
 * Creates an evaluator for the programs of many users. Without a pool, it runs them in this
 * process.
 *
 * @example
 *   const pool = createPool({ size: 2 });
 *   const evaluator = createEvaluator({ pool, perUser: { steps: 50_000_000, concurrent: 1 } });
 *   const step = await evaluator.run(program, { user: "ann" });
 *   if (step.status === "refused") console.log("429", step.retryAfterMs);
 *
 * @throws OptionError for an invalid option
 */
export function createEvaluator<Data = Context>(
  options: EvaluatorOptions & { readonly pool?: ProgramPool<Data> } = {},
): Evaluator<Data> {
  return new UserEvaluator(options, options.pool ?? thisProcess);
}

const thisProcess: Omit<ProgramPool<never>, "size"> = { run, resume };

class UserEvaluator<Data> implements Evaluator<Data> {
  private readonly runner: Omit<ProgramPool<Data>, "size">;
  private readonly admission: Admission;

  constructor(
    options: EvaluatorOptions & { readonly pool?: ProgramPool<Data> },
    runner: Omit<ProgramPool<Data>, "size">,
  ) {
    this.runner = runner;
    this.admission = new Admission(resolveEvaluatorOptions(options, options.pool?.size));
  }

  async run<Return>(
    source: string,
    options: RunnerOptions<Return, Data> & UserOption,
  ): Promise<LispStep<Return> | Refusal> {
    const own = without(options, ["user"]);
    return await this.program(options, () => this.runner.run<Return>(source, own));
  }

  async resume<Return>(
    source: string,
    checkpoint: Checkpoint,
    options: RunnerResumeOptions<Return, Data> & UserOption,
  ): Promise<LispStep<Return> | Refusal> {
    const own = without(options, ["user"]);
    return await this.program(options, () => this.runner.resume<Return>(source, checkpoint, own));
  }

  async admit<Made extends CountedStep>(
    { user, signal }: UserOption & { readonly signal?: AbortSignal },
    work: () => Promise<Made>,
  ): Promise<Made | Refusal> {
    assertUser(user);
    signal?.throwIfAborted();
    const turn = await this.turn(user, signal);
    if (turn === "aborted") throw signal?.reason;
    return "status" in turn ? turn : await this.counted(turn, work, usedWork);
  }

  load(): EvaluatorLoad {
    return this.admission.load;
  }

  private async program<Return>(
    options: Pick<RunnerOptions, "limits" | "signal"> & UserOption,
    work: () => Promise<LispStep<Return>>,
  ): Promise<LispStep<Return> | Refusal> {
    const { user, signal } = options;
    assertUser(user);
    const limits = resolveLimits(options.limits);
    const turn = signal?.aborted === true ? "aborted" : await this.turn(user, signal);
    // The step of a run that was aborted before it began has the reason `cancelled`.
    if (turn === "aborted") return await work();
    if ("status" in turn) return turn;
    return await this.counted(turn, work, (step) =>
      this.runner.settled === undefined ? usedWork(step) : usedInPool(step, limits),
    );
  }

  private async turn(
    user: string,
    signal: AbortSignal | undefined,
  ): Promise<Permit | Refusal | "aborted"> {
    let unlink = (): void => undefined;
    try {
      return await new Promise((resolve) => {
        const giveUp = this.admission.enter(user, resolve, resolve);
        if (signal === undefined) return;
        unlink = onAbort(signal, () => {
          giveUp();
          resolve("aborted");
        });
      });
    } finally {
      unlink();
    }
  }

  private async counted<Made extends CountedStep>(
    permit: Permit,
    work: () => Promise<Made>,
    usedBy: (made: Made) => UsedWork,
  ): Promise<Made> {
    let made: Made | undefined;
    try {
      made = await work();
      return made;
    } finally {
      this.leave(permit, made, made === undefined ? { steps: 0, bytes: 0 } : usedBy(made));
    }
  }

  /**
   * Ends a run. After a failed one, the pool may have to replace its process. The run keeps its
   * place until then, so that a user with such programs doesn't end one process after the other.
   */
  private leave(permit: Permit, made: CountedStep | undefined, used: UsedWork): void {
    const ok = made?.ok === true;
    const reason = made?.fail?.reason;
    const leave = (): void => {
      this.admission.leave(permit, used, { ok, ...(reason === undefined ? {} : { reason }) });
    };
    if (ok || this.runner.settled === undefined) leave();
    else void this.runner.settled().then(leave, leave);
  }
}

function assertUser(user: unknown): void {
  if (typeof user !== "string" || user === "" || user.length > longestUser)
    throw new OptionError("user", `expected an id of 1 to ${String(longestUser)} characters`);
}

const longestUser = 200;
