// What a command is. The table of them stands in command-table.ts.

import type { CommandSpec, ParsedArguments } from "../arguments/command-spec.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";

export interface Command extends CommandSpec {
  /** Resolves to the exit code. Throws UsageError for wrong usage. */
  readonly run: (parsed: ParsedArguments, host: Host) => Promise<ExitCode>;
}
