// Tools of a run, some of whose calls wait for an answer that the host doesn't have yet. When the
// run can only wait for such answers, it is aborted.

import { Activity } from "@ptc/core/internal/task";
import type { ToolFunction } from "@ptc/core/contracts";

export class HeldRun {
  readonly activity = new Activity();
  /** Aborted when the run can only wait. */
  readonly signal: AbortSignal;
  /** The ids of the calls that wait. */
  readonly pending: string[] = [];
  private readonly held: readonly string[];
  private readonly abort = new AbortController();

  constructor(held: readonly string[]) {
    this.held = held;
    this.signal = this.abort.signal;
  }

  /** Returns a function that counts the calls of `work`, or holds them. */
  tool(name: string, work: ToolFunction): ToolFunction {
    return (args, context) => {
      if (!this.held.includes(name)) return this.counted(work(args, context));
      if (this.pending.push(context.callId) === 1)
        void this.activity.quiet().then(() => {
          this.abort.abort();
        });
      return new Promise(() => undefined);
    };
  }

  /** Counts work of the host, such as a call or a model request. */
  counted<Answer>(answer: Answer): Answer {
    if (answer instanceof Promise) this.activity.during(answer);
    return answer;
  }
}
