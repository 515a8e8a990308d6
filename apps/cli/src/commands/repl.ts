// `ptc repl`: programs one after the other, at a prompt or from a pipe.

import { limitOptions, limitsOf } from "../arguments/limit-options.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

export const replCommand: Command = {
  name: "repl",
  summary: "read, evaluate, print, with memory",
  usage: ["[--context file.json] [--tools module]", "< programs.clj"],
  arguments: [],
  options: {
    context: {
      short: "c",
      value: "file.json",
      description: "a JSON object, whose fields are data/…; a list or JSON lines are data/rows",
      offer: "files",
    },
    tools: {
      value: "module",
      description: "a module whose exports are tool/…",
      offer: "files",
    },
    ...limitOptions,
  },
  notes: [
    "Definitions stay for the programs that follow, *1 *2 *3 are the last values, *e is the last error. A program may go on over several lines. Ctrl-C stops a program that runs and throws away what is typed; the session is kept. Ctrl-D ends.",
    "What is typed is kept in $XDG_STATE_HOME/ptc/history or ~/.local/state/ptc/history; PTC_HISTORY names another file, or none.",
    "At a terminal a program runs as long as it wants; from a pipe the usual limits hold; what an option says goes before. The exit code is 0 whatever the programs did.",
  ],
  run: async (parsed, host) => {
    const limits = limitsOf(parsed);
    const contextFile = parsed.values.get("context");
    if (contextFile === "-")
      throw new UsageError(
        "--context takes a file here: standard input is where programs come from",
        { isAboutArguments: true },
      );
    const { runRepl } = await import("../repl/run-repl.ts");
    const { readContext } = await import("../eval/read-context.ts");
    const context = contextFile === undefined ? {} : await readContext(host, contextFile);
    const path = parsed.values.get("tools");
    const tools = path === undefined ? undefined : { folder: host.folder, path };
    const worker = new URL(import.meta.resolve("#evaluation-worker"));
    return runRepl(host, { worker, limits, context, ...(tools === undefined ? {} : { tools }) });
  },
};
