// The interface of a command. command-table.ts lists the commands.

import type { CommandSpec, ParsedArguments } from "../arguments/command-spec.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";

export interface Command extends CommandSpec {
  /** Resolves to the exit code. Throws LoadError for arguments or files that can't be used. */
  readonly run: (parsed: ParsedArguments, host: Host) => Promise<ExitCode>;
}
