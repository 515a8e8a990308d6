// The commands of `ptc`, one per line.

import { askCommand } from "./ask.ts";
import { checkCommand } from "./check.ts";
import type { Command } from "./command.ts";
import { completeCommand } from "./complete.ts";
import { evalCommand } from "./eval.ts";
import { evalMissionsCommand } from "./eval-missions.ts";
import { fmtCommand } from "./fmt.ts";
import { libraryCommand } from "./library.ts";
import { lspCommand } from "./lsp.ts";
import { mcpCommand } from "./mcp.ts";
import { replayCommand } from "./replay.ts";
import { replCommand } from "./repl.ts";
import { resumeCommand } from "./resume.ts";
import { runCommand } from "./run.ts";
import { runsCommand } from "./runs.ts";
import { showCommand } from "./show.ts";
import { traceCommand } from "./trace.ts";
import { viewCommand } from "./view.ts";

export const commands: ReadonlyMap<string, Command> = new Map(
  [
    evalCommand,
    checkCommand,
    fmtCommand,
    askCommand,
    libraryCommand,
    runCommand,
    resumeCommand,
    runsCommand,
    replayCommand,
    evalMissionsCommand,
    showCommand,
    traceCommand,
    viewCommand,
    mcpCommand,
    lspCommand,
    replCommand,
    completeCommand(() => commands.values()),
  ].map((command) => [command.name, command]),
);
