// The commands of `ptc`: one line each.

import type { Command } from "./command.ts";
import { evalCommand } from "./eval.ts";
import { replCommand } from "./repl.ts";
import { runCommand } from "./run.ts";

export const commands: ReadonlyMap<string, Command> = new Map(
  [evalCommand, runCommand, replCommand].map((command) => [command.name, command]),
);
