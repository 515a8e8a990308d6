// Parses the words after `ptc` by the tables of commands. The result is a command with its
// arguments, or a text to show instead.

import { CommanderError, type Command } from "commander";
import type { Style } from "../terminal/style.ts";
import type { CommandSpec, ParsedArguments } from "./command-spec.ts";
import { commandTree } from "./command-tree.ts";
import { unknownCommand } from "./wrong-usage.ts";

export type CommandLine<Spec extends CommandSpec> =
  | { readonly kind: "command"; readonly command: Spec; readonly parsed: ParsedArguments }
  | {
      /** A help text or the version. `isRequested` is false if the command is missing. */
      readonly kind: "shown";
      readonly text: string;
      readonly isRequested: boolean;
    };

export interface Layout {
  readonly version: string;
  readonly style: Style;
  /** The columns of the terminal. */
  readonly columns?: number | undefined;
}

/** The largest width of a help text. */
const widest = 100;

/** Parses a command line. @throws UsageError */
export function parseCommandLine<Spec extends CommandSpec>(
  specs: ReadonlyMap<string, Spec>,
  words: readonly string[],
  { version, style, columns = widest }: Layout,
): CommandLine<Spec> {
  const [name, ...others] = withoutHelpCommand(words);
  // With --help, commander shows its own help before it reports an unknown command.
  if (name !== undefined && !name.startsWith("-") && !specs.has(name))
    throw unknownCommand(name, specs.values());
  const given = name === undefined ? [] : [name, ...others];
  let text = "";
  let line: CommandLine<Spec> | undefined;
  const tree = commandTree({
    specs: specs.values(),
    version,
    style,
    width: Math.max(40, Math.min(widest, columns)),
    show: (piece) => (text += piece),
    found: (found, command) => {
      const spec = specs.get(found);
      if (spec !== undefined)
        line = { kind: "command", command: spec, parsed: parsedBy(command, spec, others) };
    },
  });
  try {
    tree.parse(given, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.unknownCommand")
      throw unknownCommand(tree.args[0] ?? "", specs.values());
    return { kind: "shown", text, isRequested: error.code !== "commander.help" };
  }
  // Commander either calls the action of a command or throws.
  return line ?? { kind: "shown", text, isRequested: false };
}

/** Turns `ptc help eval` into `ptc eval --help`. */
function withoutHelpCommand([name, ...others]: readonly string[]): readonly string[] {
  if (name !== "help") return name === undefined ? [] : [name, ...others];
  const [command] = others;
  return command === undefined ? ["--help"] : [command, "--help"];
}

function parsedBy(
  command: Command,
  { options }: CommandSpec,
  words: readonly string[],
): ParsedArguments {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if (typeof value === "string") values.set(option.name(), value);
    else if (Array.isArray(value)) lists.set(option.name(), value as string[]);
    // Commander stores `--no-input` as false under the name `input`.
    else if (option.negate) {
      if (value === false) flags.add(option.name());
    } else if (value === true && Object.hasOwn(options, option.name())) flags.add(option.name());
  }
  return { positionals: command.args, flags, values, lists, isEnded: words.includes("--") };
}
