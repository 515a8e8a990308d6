// The mission: find the failed run among recorded ones, and explain it with evidence.

import { defineAgent, type Mission } from "@ptc/subagent";
import { traceTools, type TraceSpan } from "@ptc/tracer";

/** Returns the mission that explains the failed run in a trace. */
export function explainFailure(trace: () => Promise<readonly TraceSpan[]>): Mission {
  return {
    title: "Why did one of the recorded runs fail, and what would have prevented it?",
    agent: defineAgent({
      name: "explain-failure",
      prompt:
        "One of the recorded runs failed. Find it and explain it to its developer. Compare it with a run of the same agent that was answered. Quote the errors of tools as evidence, each once, with its number of calls. In fix, say what to change in the prompt or in the tools so that the next run can be answered.",
      signature:
        "() -> {run :string, reason :string, cause :string, evidence [{turn :int, tool :string, error :string, calls :int}], differs_from :string, first_difference :string, fix :string}",
      tools: traceTools(trace),
      maxTurns: 5,
    }),
  };
}
