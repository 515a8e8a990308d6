// `ptc repl`: programs one after the other, at a prompt or from a pipe.

import { limitOptions, limitsOf } from "../arguments/limit-options.ts";
import type { Command } from "./command.ts";

export const replCommand: Command = {
  name: "repl",
  summary: "read, evaluate, print, with memory",
  usage: ["", "< programs.clj"],
  arguments: [],
  options: limitOptions,
  notes: [
    "Definitions stay for the programs that follow, and *1 *2 *3 are the last values. A program may go on over several lines. Ctrl-C stops a program that runs and throws away a line that is typed; the session is kept. Ctrl-D ends.",
    "At a terminal a program runs as long as it wants; from a pipe the usual limits hold; what an option says goes before. The exit code is 0 whatever the programs did.",
  ],
  run: async (parsed, host) => {
    const { runRepl } = await import("../repl/run-repl.ts");
    const worker = new URL(import.meta.resolve("#evaluation-worker"));
    return runRepl(host, { worker, limits: limitsOf(parsed) });
  },
};
