// Suspends a run at a call and resumes it later in another process. The run is aborted, and its
// tool results are stored by the address of each call. To resume, the program runs again from its
// start, and stored calls return their results.

import { wrappedTool, type ToolWrapper } from "../../src/internal.ts";
import type { Tool, Tools } from "@ptc/core/contracts";

/** The state of a suspended run, as plain JSON. */
export interface SuspendedRun {
  readonly runId: string;
  readonly seed: number;
  /** Tool results by call id. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** The calls that need an external result. */
  readonly waiting: readonly { readonly callId: string; readonly name: string }[];
}

export type Answer = { readonly result: unknown } | { readonly error: string };

export function newRun(): SuspendedRun {
  return { runId: "order-42", seed: 0.42, answers: {}, waiting: [] };
}

/** Returns `run` with a result for each call that it waits for. */
export function answered(run: SuspendedRun, result: unknown): SuspendedRun {
  const answers = run.waiting.map(({ callId }) => [callId, { result }] as const);
  return { ...run, answers: { ...run.answers, ...Object.fromEntries(answers) }, waiting: [] };
}

/** The tools of a run that can be suspended: those named `held` wait for an external result. */
export class HeldUpTools {
  readonly tools: Tools;
  /** Aborted when the run can only continue with an external result. */
  readonly signal: AbortSignal;
  /** The ids of the calls that reached a tool in this run. */
  readonly made: string[] = [];
  private readonly run: SuspendedRun;
  private readonly answers = new Map<string, Answer>();
  private readonly waiting: { callId: string; name: string }[] = [];
  private readonly abort = new AbortController();
  private open = 0;

  constructor(tools: Readonly<Record<string, Tool>>, held: readonly string[], run: SuspendedRun) {
    this.run = run;
    this.signal = this.abort.signal;
    const wrap: ToolWrapper = (execute, _, name) => (args, context) => {
      const known = run.answers[context.callId];
      if (known !== undefined) return report(known);
      if (held.includes(name)) return this.holdUp(context.callId, name);
      this.made.push(context.callId);
      return this.recorded(context.callId, async () => await execute(args, context));
    };
    this.tools = Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => [name, wrappedTool(name, tool, [wrap])]),
    );
  }

  get suspended(): SuspendedRun {
    const answers = { ...this.run.answers, ...Object.fromEntries(this.answers) };
    return { ...this.run, answers, waiting: this.waiting };
  }

  private async recorded(callId: string, call: () => Promise<unknown>): Promise<unknown> {
    this.open++;
    try {
      const result = await call();
      this.answers.set(callId, { result });
      return result;
    } catch (error) {
      this.answers.set(callId, { error: error instanceof Error ? error.message : "failed" });
      throw error;
    } finally {
      this.open--;
      this.look();
    }
  }

  private holdUp(callId: string, name: string): Promise<never> {
    this.waiting.push({ callId, name });
    this.look();
    return new Promise(() => undefined);
  }

  /**
   * Aborts the run if it only waits for external results. Checks with a delay, because the last
   * result may cause more calls.
   */
  private look(): void {
    setTimeout(() => {
      if (this.open === 0 && this.waiting.length > 0) this.abort.abort();
    }, 20);
  }
}

function report(answer: Answer): unknown {
  if ("error" in answer) throw new Error(answer.error);
  return answer.result;
}
