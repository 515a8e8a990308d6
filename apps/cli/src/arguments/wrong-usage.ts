// Turns commander's errors into ours. A message names the wrong option or command and the nearest
// valid one.

import { shortened } from "@ptc/core/internal/printing";
import type { Command, CommanderError } from "commander";
import { didYouMean } from "@ptc/core/internal/errors";
import { UsageError } from "../terminal/usage-error.ts";
import { argumentsText, type CommandSpec, type OptionSpec } from "./command-spec.ts";

type Wrong = (command: Command, spec: CommandSpec, error: CommanderError) => UsageError;

const byCode: ReadonlyMap<string, Wrong> = new Map([
  [
    "commander.unknownOption",
    (command, _spec, { message }) => unknownOption(quotedPart(message), command),
  ],
  [
    "commander.optionMissingArgument",
    (command, { options }, { message }) => {
      const flags = quotedPart(message);
      const option = command.options.find((candidate) => candidate.flags === flags);
      return valueMissing(option?.name() ?? flags, options);
    },
  ],
  [
    "commander.missingArgument",
    (_command, spec, { message }) => {
      const name = quotedPart(message);
      const argument = spec.arguments.find((candidate) => candidate.name === name);
      return usage(argument?.missing ?? `missing <${name}>`);
    },
  ],
  [
    "commander.excessArguments",
    (command, spec) => {
      const extra = command.args[spec.arguments.length] ?? "";
      const expected = argumentsText(spec.arguments) || "no arguments";
      return usage(`unexpected argument ${quoted(extra)} (expected ${expected})`);
    },
  ],
]);

/** Returns the usage error for an error of commander, or `undefined` if it is not about usage. */
export function wrongUsage(
  command: Command,
  spec: CommandSpec,
  error: CommanderError,
): UsageError | undefined {
  return byCode.get(error.code)?.(command, spec, error);
}

export function unknownCommand(name: string, specs: Iterable<CommandSpec>): UsageError {
  const hint = didYouMean(
    name,
    Array.from(specs, (spec) => spec.name),
  );
  return usage(
    `unknown command ${JSON.stringify(shortened(name, 60))}${hint === undefined ? "" : ` (${hint})`}`,
  );
}

export function valueMissing(
  name: string,
  options: Readonly<Record<string, OptionSpec>>,
): UsageError {
  return usage(`--${name} needs a value: --${name} <${options[name]?.value ?? "value"}>`);
}

export function givenTwice(name: string): UsageError {
  return usage(`--${name} can only be used once`);
}

function unknownOption(given: string, command: Command): UsageError {
  const names = command
    .createHelp()
    .visibleOptions(command)
    .map(({ long }) => long ?? "");
  const [name = ""] = given.split("=");
  if (names.includes(name)) return usage(`${name} doesn't take a value`);
  const hint = didYouMean(name, names);
  return usage(
    `unknown option ${quoted(given)} (${hint ?? 'put "--" before arguments that start with "-"'})`,
  );
}

/** Returns the quoted part of a message of commander. */
function quotedPart(message: string): string {
  return message.slice(message.indexOf("'") + 1, message.lastIndexOf("'"));
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text, 60));
}

function usage(message: string): UsageError {
  return new UsageError(message, { isAboutArguments: true });
}
