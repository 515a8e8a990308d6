// `ptc repl`: programs one after the other, at a prompt or from a pipe.

import { assertPositionals } from "../arguments/parse-arguments.ts";
import { runRepl } from "../repl/run-repl.ts";
import type { Command } from "./command.ts";

export const replCommand: Command = {
  name: "repl",
  summary: "read, evaluate, print, with memory",
  usage: ["", "< programs.clj"],
  options: {},
  notes: [
    "Definitions stay for the programs that follow, and *1 *2 *3 are the last values. A program may go on over several lines.\nCtrl-C stops a program that runs and throws away a line that is typed; the session is kept. Ctrl-D ends.",
    "At a terminal a program runs as long as it wants; from a pipe the usual limits hold. The exit code is 0 whatever the programs did.",
  ],
  run: (parsed, host) => {
    assertPositionals(parsed);
    return runRepl(host, new URL(import.meta.resolve("#evaluation-worker")));
  },
};
