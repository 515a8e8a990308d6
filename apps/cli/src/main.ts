// Finds and runs the command of `ptc`, and turns an error into one message and an exit code.

import { reportError } from "./report-error.ts";
import type { CommandLine } from "./arguments/parse-command-line.ts";
import { plainArguments } from "./arguments/plain-arguments.ts";
import { commands } from "./commands/command-table.ts";
import type { Command } from "./commands/command.ts";
import { exitCode, type ExitCode } from "./terminal/exit-code.ts";
import type { Host, OutputStream } from "./terminal/host.ts";
import { flushed, write } from "./terminal/output.ts";
import { processHost } from "./terminal/process-host.ts";
import { styleFor } from "./terminal/style.ts";
import { version } from "./version.ts";

/**
 * Runs `ptc` with the given arguments. Resolves to the exit code once all output is written: 0 for
 * success, 1 if the program or the mission failed, 2 for wrong usage, 3 if the mission waits. It
 * ends the process only if the reader of standard output is gone.
 */
export async function main(
  commandLine: readonly string[],
  host: Host = processHost(),
): Promise<number> {
  const code = await settle(commandLine, host);
  await flushed(host.output);
  await flushed(host.errors);
  return code;
}

async function settle(commandLine: readonly string[], host: Host): Promise<ExitCode> {
  // Without a command the help is an error.
  const stream =
    commandLine.length === 0 || commandLine.join() === "--" ? host.errors : host.output;
  try {
    const line = await parsed(commandLine, stream, host);
    if (line.kind === "command") return await line.command.run(line.parsed, host);
    await write(stream, line.text);
    return line.isRequested ? exitCode.ok : exitCode.usage;
  } catch (error) {
    const [name = ""] = commandLine;
    return await reportError(error, commands.has(name) ? `ptc ${name}` : "ptc", host);
  }
}

async function parsed(
  commandLine: readonly string[],
  stream: OutputStream,
  host: Host,
): Promise<CommandLine<Command>> {
  const [name = "", ...words] = commandLine;
  const command = commands.get(name);
  const plain = command === undefined ? undefined : plainArguments(command, words);
  if (command !== undefined && plain !== undefined)
    return { kind: "command", command, parsed: plain };
  const { parseCommandLine } = await import("./arguments/parse-command-line.ts");
  return parseCommandLine(commands, commandLine, {
    version: version(),
    style: styleFor(stream, host),
    columns: stream.columns,
  });
}
