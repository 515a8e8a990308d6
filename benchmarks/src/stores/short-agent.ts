// An agent whose missions have five calls that do nothing, so that a run is mostly its writes.
import { defineAgent, tool } from "@ptc/subagent";

export const callsOfShortRun = 5;

const note = tool({ signature: "(n :int) -> :int", execute: ({ n }) => Promise.resolve(n) });

export const shortAgent = defineAgent({
  prompt: "Note.",
  tools: { note },
  llm: () =>
    Promise.resolve(`(return (mapv #(tool/note {:n %}) (range ${String(callsOfShortRun)})))`),
});
