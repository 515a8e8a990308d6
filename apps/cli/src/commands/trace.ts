// `ptc trace`: shows the tree of a trace, with the traces of its child missions.

import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

export const traceCommand: Command = {
  name: "trace",
  summary: "show the trace of a mission as a tree",
  usage: ["<file.jsonl | folder> [--depth n] [--json]"],
  arguments: [
    {
      name: "file.jsonl | folder",
      missing: "missing trace: pass its file, or a folder",
      offer: "files",
    },
  ],
  options: {
    depth: {
      value: "n",
      description:
        "show missions below level n as one line each; 0 shows only the outermost in full",
    },
    json: { description: "print one line of JSON for each span" },
  },
  notes: [
    "The traces of child missions are read from the folder next to the file (audit/ for audit.jsonl) and from the folder of the file. For a folder, all its traces are shown. Missing or damaged traces are reported on standard error; the rest are shown.",
    `--json prints {"level","kind","traceId","spanId","agent"?,"name"?,"text"?,"ok"?,"durationMs"?,"error"?,…}; without "ok", the span did not end. The kind "missing" marks a mission whose trace is missing.`,
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
    throw new UsageError("--depth needs a whole number, 0 or more", { isAboutArguments: true });
  return Number(text);
}
