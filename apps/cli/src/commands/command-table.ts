// The commands of `ptc`: one line each.

import type { Command } from "./command.ts";
import { evalCommand } from "./eval.ts";
import { replCommand } from "./repl.ts";
import { runCommand } from "./run.ts";
import { traceCommand } from "./trace.ts";

export const commands: ReadonlyMap<string, Command> = new Map(
  [evalCommand, runCommand, traceCommand, replCommand].map((command) => [command.name, command]),
);
