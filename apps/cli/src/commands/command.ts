// What a command is. The table of them stands in command-table.ts.

import type { OptionSpecs, ParsedArguments } from "../arguments/parse-arguments.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";

export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** What follows `ptc <name>`; one line for each way to call the command. */
  readonly usage: readonly string[];
  readonly options: OptionSpecs;
  /** Paragraphs of the command's help. */
  readonly notes: readonly string[];
  /** Resolves to the exit code. Throws UsageError for wrong usage. */
  readonly run: (parsed: ParsedArguments, host: Host) => Promise<ExitCode>;
}
