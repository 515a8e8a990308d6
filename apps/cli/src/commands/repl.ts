// `ptc repl`: evaluates programs one after the other, at a prompt or from a pipe.

import { limitOptions, limitsOf } from "../arguments/limit-options.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { librariesOption } from "../arguments/libraries-option.ts";
import type { Command } from "./command.ts";

export const replCommand: Command = {
  name: "repl",
  summary: "start an interactive session (REPL) that keeps definitions",
  usage: ["[--context file.json] [--tools module] [--libraries folder]", "< programs.clj"],
  arguments: [],
  options: {
    context: {
      short: "c",
      value: "file.json",
      description: "a JSON object (its fields are data/…), or a list or JSON lines (data/rows)",
      offer: "files",
    },
    tools: {
      value: "module",
      description: "a module whose exports are the tools (tool/…)",
      offer: "files",
    },
    ...librariesOption,
    ...limitOptions,
  },
  notes: [
    "Later programs see earlier definitions. *1, *2 and *3 are the last values, and *e is the last error. A program can span several lines. Ctrl-C stops the running program or clears the input, and keeps the session. Ctrl-D ends the session.",
    "The history is stored in $XDG_STATE_HOME/ptc/history or ~/.local/state/ptc/history. Set PTC_HISTORY to another file, or to an empty string to turn it off.",
    "In a terminal, programs have no practical time or step limit. From a pipe, the default limits apply. Options override both. The exit code is 0 even if programs fail.",
  ],
  run: async (parsed, host) => {
    const limits = limitsOf(parsed);
    const contextFile = parsed.values.get("context");
    if (contextFile === "-")
      throw new UsageError("--context needs a file here, because standard input has the programs", {
        isAboutArguments: true,
      });
    const { runRepl } = await import("../repl/run-repl.ts");
    const { readContext } = await import("../eval/read-context.ts");
    const context = contextFile === undefined ? {} : await readContext(host, contextFile);
    const path = parsed.values.get("tools");
    const tools = path === undefined ? undefined : { folder: host.folder, path };
    const given = parsed.values.get("libraries");
    const libraries =
      given === undefined ? {} : { libraries: { current: host.folder, folder: given } };
    const worker = new URL(import.meta.resolve("#evaluation-worker"));
    return runRepl(host, {
      worker,
      limits,
      context,
      ...(tools === undefined ? {} : { tools }),
      ...libraries,
    });
  },
};
