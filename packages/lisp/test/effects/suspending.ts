// A small way to hold a run up at a call and to go on later, elsewhere: the run is ended, and what
// its tools answered so far is kept by the address of each call. To go on, the program runs again
// from its start, and every call that was answered is answered from there.

import { wrappedTool, type ToolWrapper } from "../../src/index.ts";
import type { Tool, Tools } from "@ptc/core/contracts";

/** What outlives a run that was held up; plain JSON. */
export interface SuspendedRun {
  readonly runId: string;
  readonly seed: number;
  /** Answers of tools by the id of the call. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** The calls that somebody has to answer. */
  readonly waiting: readonly { readonly callId: string; readonly name: string }[];
}

export type Answer = { readonly result: unknown } | { readonly error: string };

export function newRun(): SuspendedRun {
  return { runId: "order-42", seed: 0.42, answers: {}, waiting: [] };
}

/** `run` with an answer for each call that it waits for. */
export function answered(run: SuspendedRun, result: unknown): SuspendedRun {
  const answers = run.waiting.map(({ callId }) => [callId, { result }] as const);
  return { ...run, answers: { ...run.answers, ...Object.fromEntries(answers) }, waiting: [] };
}

/** The tools of one run that may be held up: those named `held` wait for an answer from outside. */
export class HeldUpTools {
  readonly tools: Tools;
  /** Aborted when the run can go on only with an answer from outside. */
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
   * Ends the run if it only waits for answers from outside. It looks a little later, because the
   * last answer may lead to further calls.
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
