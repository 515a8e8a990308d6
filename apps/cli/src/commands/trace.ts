// `ptc trace`: shows recorded runs as a tree, or in one of several other views.

import { runGroupings } from "@ptc/tracer/internal/node";
import { UsageError } from "../terminal/usage-error.ts";
import { traceViews, type TraceView } from "../trace/trace-view.ts";
import type { Command } from "./command.ts";
import type { ParsedArguments } from "../arguments/command-spec.ts";

export const traceCommand: Command = {
  name: "trace",
  summary: "show, summarize, compare and export the traces of missions",
  usage: [
    "<file.jsonl | folder> [--depth n] [--json]",
    "summary <file.jsonl | folder> [--by field] [--json]",
    "slowest | timeline | tools <file.jsonl | folder> [--limit n] [--json]",
    "compare <A> <B> [--json]",
    "export <file.jsonl | folder> [--chrome file.json] [--speedscope file.json]",
  ],
  arguments: [
    {
      name: "file.jsonl | folder",
      isMany: true,
      missing: "missing trace: pass its file, or a folder",
      offer: { filesOr: traceViews },
    },
  ],
  options: {
    depth: {
      value: "n",
      description:
        "show missions below level n as one line each; 0 shows only the outermost in full",
    },
    by: {
      value: "field",
      description: `summary: group runs by ${runGroupings.join(", ")}`,
      offer: runGroupings,
    },
    limit: {
      value: "n",
      description: "slowest, timeline, tools: show at most n lines (default 20; of a timeline 200)",
    },
    chrome: {
      value: "file.json",
      description: "export: write Chrome trace JSON to a new file, for Perfetto",
      offer: "files",
    },
    speedscope: {
      value: "file.json",
      description: "export: write a profile to a new file, for speedscope",
      offer: "files",
    },
    json: { description: "print lines of JSON: one for each span, run, row or difference" },
  },
  notes: [
    "The traces of child missions are read from the folder next to the file (audit/ for audit.jsonl) and from the folder of the file. For a folder, all its traces are shown. Missing or damaged traces are reported on standard error; the rest are shown.",
    "summary shows what a run used, and its tree with equal calls as one line (tool/customer × 44, 6 failed). For several runs, it shows the pass rate, turns, repairs, tokens, cost and cache hits of all, by agent, version of the prompt and model.",
    "slowest lists the spans with the most time of their own. timeline shows all spans on one axis of time. tools shows calls, failures, times and sizes of each tool.",
    "compare shows the usage of two runs and the first difference between them: a message, response, program, call or result. For folders with several runs, it shows only the usage.",
    `--json of the tree prints {"level","kind","traceId","spanId","agent"?,"name"?,"text"?,"ok"?,"durationMs"?,"error"?,…}; without "ok", the span did not end. The kind "missing" marks a mission whose trace is missing.`,
    "To show a file that is named like a view, write its path: ptc trace ./summary",
  ],
  run: async (parsed, host) => {
    const isJson = parsed.flags.has("json");
    const { view, paths } = viewOf(parsed.positionals);
    refuseOptions(view, parsed);
    const [path = "", other = ""] = paths;
    if (view === undefined) {
      const { showTrace } = await import("../trace/show-trace.ts");
      const depth = depthOf(parsed.values.get("depth"));
      return showTrace(host, { path, depth, isJson });
    }
    const limit = limitOf(parsed.values.get("limit"));
    switch (view) {
      case "summary": {
        const { showSummary } = await import("../trace/show-summary.ts");
        return showSummary(host, { path, by: parsed.values.get("by"), isJson });
      }
      case "slowest": {
        const { showSlowest } = await import("../trace/show-slowest.ts");
        return showSlowest(host, { path, limit, isJson });
      }
      case "timeline": {
        const { showTimeline } = await import("../trace/show-timeline.ts");
        return showTimeline(host, { path, limit, isJson });
      }
      case "tools": {
        const { showTools } = await import("../trace/show-tools.ts");
        return showTools(host, { path, limit, isJson });
      }
      case "compare": {
        const { showComparison } = await import("../trace/show-comparison.ts");
        return showComparison(host, { left: path, right: other, isJson });
      }
      case "export": {
        const { exportTrace } = await import("../trace/export-trace.ts");
        const [chrome, speedscope] = ["chrome", "speedscope"].map((name) =>
          parsed.values.get(name),
        );
        return exportTrace(host, { path, chrome, speedscope });
      }
    }
  },
};

/** Returns the view and the paths. A single word is a path. */
function viewOf(words: readonly string[]): {
  readonly view: TraceView | undefined;
  readonly paths: readonly string[];
} {
  const [first = "", ...rest] = words;
  const view = traceViews.find((name) => name === first);
  if (view !== undefined && rest.length === 0)
    throw new UsageError(
      `missing trace: pass its file, or a folder, after ${view} (a file with this name is ./${view})`,
      { isAboutArguments: true },
    );
  const paths = view === undefined ? words : rest;
  const most = view === "compare" ? 2 : 1;
  if (view === "compare" && paths.length < most)
    throw new UsageError("missing trace: compare needs two files or folders", {
      isAboutArguments: true,
    });
  const extra = paths[most];
  if (extra !== undefined)
    throw new UsageError(
      `unexpected argument ${JSON.stringify(extra)} (expected ${most === 2 ? "two traces" : "<file.jsonl | folder>"}${view === undefined ? `, or a view first: ${traceViews.join(", ")}` : ""})`,
      { isAboutArguments: true },
    );
  return { view, paths };
}

/** The views of each option. Other options are for all views. */
const viewsOf: ReadonlyMap<string, readonly (TraceView | undefined)[]> = new Map<
  string,
  readonly (TraceView | undefined)[]
>([
  ["depth", [undefined]],
  ["by", ["summary"]],
  ["limit", ["slowest", "timeline", "tools"]],
  ["chrome", ["export"]],
  ["speedscope", ["export"]],
]);

/** @throws UsageError for an option that the view ignores */
function refuseOptions(
  view: TraceView | undefined,
  { values }: Pick<ParsedArguments, "values">,
): void {
  for (const [name, views] of viewsOf) {
    if (!values.has(name) || views.includes(view)) continue;
    const where = views.map((known) => (known === undefined ? "ptc trace" : `ptc trace ${known}`));
    throw new UsageError(`--${name} is an option of ${where.join(", ")}`, {
      isAboutArguments: true,
    });
  }
}

function depthOf(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError("--depth needs a whole number, 0 or more", { isAboutArguments: true });
  return Number(text);
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new UsageError("--limit needs a whole number from 1 to 99,999", {
    isAboutArguments: true,
  });
}
