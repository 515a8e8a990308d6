// The help texts, made from the tables of commands and options.

import type { OptionSpec, OptionSpecs } from "../arguments/parse-arguments.ts";
import type { Command } from "./command.ts";

export const helpOption: OptionSpec = { short: "h", description: "show this" };

export const generalOptions: OptionSpecs = {
  help: helpOption,
  version: { short: "v", description: "show the version" },
};

const exitCodes = "Exit codes: 0 ok, 1 the program or the mission failed, 2 wrong usage.";

/** `ptc --help` */
export function generalHelp(commands: Iterable<Command>): string {
  return [
    "ptc: programs in PTC-Lisp, and missions answered by writing them",
    section(
      "Commands",
      rows([
        ...[...commands].map(({ name, summary }) => [`ptc ${name}`, summary] as const),
        ["ptc help", "show this, or what a command takes: ptc help eval"],
      ]),
    ),
    section("Options", optionRows(generalOptions)),
    `"ptc <command> --help" says more about a command.\n${exitCodes}`,
  ].join("\n\n");
}

/** `ptc <command> --help` */
export function commandHelp(command: Command): string {
  return [
    `ptc ${command.name}: ${command.summary}`,
    section(
      "Usage",
      command.usage.map((line) => `  ptc ${command.name}${line === "" ? "" : ` ${line}`}`),
    ),
    section("Options", optionRows({ ...command.options, help: helpOption })),
    ...command.notes,
    exitCodes,
  ].join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return [`${title}:`, ...lines].join("\n");
}

function optionRows(options: OptionSpecs): string[] {
  return rows(
    Object.entries(options).map(([name, { value, short, description }]) => [
      `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` <${value}>`}`,
      description,
    ]),
  );
}

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
