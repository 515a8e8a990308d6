// An agent as a tool whose missions are runs of their own, which any worker may continue. The call
// waits, so the mission that made it occupies no worker meanwhile.

import { decodedValue } from "@ptc/core/internal/stored";
import { suspend, tool, type CallableTool } from "@ptc/subagent";
import type { RunInfo } from "@ptc/subagent/runs";

/** The options of `asTool`. */
export interface DurableToolOptions {
  /** Describes the tool to the model. */
  readonly description?: string;
  /** The contract of the tool: that of the agent, such as `(order :int) -> {ok :bool}`. */
  readonly signature: string;
}

/** Starts the run of a call, or returns the one that a call with this id has started. */
export type StartChild = (
  agent: string,
  child: {
    readonly id: string;
    readonly context: Readonly<Record<string, unknown>>;
    readonly parentCall: string;
  },
) => Promise<RunInfo>;

/** A tool that `asTool` returns. */
export type DurableTool = CallableTool<Readonly<Record<string, unknown>>, Promise<unknown>>;

/** @throws OptionError for a mistake in the signature */
export function runTool(
  agent: string,
  { description, signature }: DurableToolOptions,
  start: StartChild,
): DurableTool {
  return tool({
    ...(description === undefined ? {} : { description }),
    // The text is checked when the tool is made.
    signature: signature as "(args :any) -> :any",
    suspends: true,
    execute: async (context: Readonly<Record<string, unknown>>, { callId }): Promise<unknown> => {
      const child = await start(agent, { id: childId(callId), context, parentCall: callId });
      const { step, failure, status } = child;
      if (step?.ok === true) return decodedValue(step.return, "return");
      if (step !== undefined) throw new Error(step.fail.message);
      if (failure === undefined && status !== "cancelled")
        throw suspend({ reason: `the agent ${agent} works on it`, data: { run: child.id } });
      throw new Error(failure?.message ?? `the run of ${agent} was cancelled`);
    },
  }) as unknown as DurableTool;
}

function childId(callId: string): string {
  return `call ${callId}`;
}
