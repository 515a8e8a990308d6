// `ptc trace`: the tree of a trace, with those of the missions below.

import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

export const traceCommand: Command = {
  name: "trace",
  summary: "show the trace of a mission as a tree",
  usage: ["<file.jsonl | folder> [--depth n] [--json]"],
  arguments: [
    {
      name: "file.jsonl | folder",
      missing: "which trace? Name its file, or a folder",
      offer: "files",
    },
  ],
  options: {
    depth: {
      value: "n",
      description: "missions nested deeper than n are a line each; 0 opens the outermost only",
    },
    json: { description: "print one line of JSON for each span" },
  },
  notes: [
    "The traces of missions below are found in the folder beside the file (audit/ for audit.jsonl) and in the folder where it lies; of a folder, all its traces are shown. What is missing or damaged is told on standard error, and the rest is shown.",
    `--json prints {"level","kind","traceId","spanId","agent"?,"name"?,"text"?,"ok"?,"durationMs"?,"error"?,…}; without "ok" the span did not end. The kind "missing" stands for a mission whose trace is missing.`,
  ],
  run: async (parsed, host) => {
    const { showTrace } = await import("../trace/show-trace.ts");
    const [path = ""] = parsed.positionals;
    const depth = depthOf(parsed.values.get("depth"));
    return showTrace(host, { path, depth, isJson: parsed.flags.has("json") });
  },
};

function depthOf(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError("--depth takes a number from 0 on", { isAboutArguments: true });
  return Number(text);
}
