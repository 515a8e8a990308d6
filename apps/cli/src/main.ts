// Finds the command that the arguments of `ptc` name, runs it, and turns an error into one message
// and an exit code.

import { didYouMean, oneLine } from "@ptc/core/errors";
import { parseArguments } from "./arguments/parse-arguments.ts";
import { commands } from "./commands/command-table.ts";
import type { Command } from "./commands/command.ts";
import { commandHelp, generalHelp, generalOptions, helpOption } from "./commands/help.ts";
import { exitCode, type ExitCode } from "./terminal/exit-code.ts";
import type { Host } from "./terminal/host.ts";
import { flushed, write, writeLine } from "./terminal/output.ts";
import { processHost } from "./terminal/process-host.ts";
import { UsageError } from "./terminal/usage-error.ts";
import { version } from "./version.ts";

/**
 * Runs `ptc` with the arguments that follow its name. Resolves to the exit code (0 ok, 1 the
 * program or the mission failed, 2 wrong usage) once everything is written. It ends the process
 * only when the reader of standard output is gone.
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
  const [name, ...commandArguments] = withoutHelpCommand(commandLine);
  const command = name === undefined ? undefined : commands.get(name);
  try {
    if (command !== undefined) return await runCommand(command, commandArguments, host);
    return await withoutCommand(name, host);
  } catch (error) {
    if (!(error instanceof UsageError)) return internalError(error, host);
    const help = error.isAboutArguments
      ? `\n"ptc${command === undefined ? "" : ` ${command.name}`} --help" says what it takes.`
      : "";
    await writeLine(
      host.errors,
      `ptc${command === undefined ? "" : ` ${command.name}`}: ${error.message}${help}`,
    );
    return exitCode.usage;
  }
}

/** `ptc help eval` is `ptc eval --help`. */
function withoutHelpCommand([name, ...others]: readonly string[]): readonly string[] {
  if (name !== "help") return name === undefined ? [] : [name, ...others];
  const [command] = others;
  return command === undefined ? ["--help"] : [command, "--help"];
}

async function runCommand(
  command: Command,
  commandArguments: readonly string[],
  host: Host,
): Promise<ExitCode> {
  const parsed = parseArguments({ ...command.options, help: helpOption }, commandArguments);
  if (parsed.flags.has("help")) {
    await write(host.output, `${commandHelp(command)}\n`);
    return exitCode.ok;
  }
  return command.run(parsed, host);
}

async function withoutCommand(name: string | undefined, host: Host): Promise<ExitCode> {
  if (name === undefined) {
    await write(host.errors, `${generalHelp(commands.values())}\n`);
    return exitCode.usage;
  }
  if (!name.startsWith("-")) {
    const hint = didYouMean(name, commands.keys());
    throw new UsageError(
      `there is no command ${JSON.stringify(name.slice(0, 60))}${hint === undefined ? "" : `: ${hint}`}`,
      { isAboutArguments: true },
    );
  }
  if (parseArguments(generalOptions, [name]).flags.has("version")) return showVersion(host);
  await write(host.output, `${generalHelp(commands.values())}\n`);
  return exitCode.ok;
}

async function showVersion(host: Host): Promise<ExitCode> {
  await write(host.output, `${version()}\n`);
  return exitCode.ok;
}

/** Reports a mistake in this program by its message; the stack would not help a user. */
async function internalError(error: unknown, host: Host): Promise<ExitCode> {
  await writeLine(
    host.errors,
    `ptc: internal error: ${oneLine(error instanceof Error ? error.message : String(error), 2_000)}`,
  );
  return exitCode.failed;
}
