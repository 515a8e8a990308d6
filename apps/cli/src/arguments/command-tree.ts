// Builds commander's commands from our tables. They parse arguments and format the help. They run
// nothing, write only to `show`, and never end the process.

import { Argument, Command, Option, type CommanderError } from "commander";
import type { Style } from "../terminal/style.ts";
import { optionFlags, type CommandSpec } from "./command-spec.ts";
import { givenTwice, valueMissing, wrongUsage } from "./wrong-usage.ts";

export interface TreeOptions {
  readonly specs: Iterable<CommandSpec>;
  readonly version: string;
  /** The columns of the help. */
  readonly width: number;
  readonly style: Style;
  /** Receives the help and the version. */
  readonly show: (text: string) => void;
  /** Receives the parsed command, and commander's values. */
  readonly found: (name: string, command: Command) => void;
}

const exitCodes =
  "Exit codes: 0 success, 1 the program or the mission failed, 2 wrong usage, 3 the mission waits for decisions.";
const help = ["-h, --help", "show this help"] as const;
/** The program itself, described like a command. */
const root: CommandSpec = {
  name: "ptc",
  summary: "run PTC-Lisp programs, and agents that write them",
  usage: ["<command> [options]", "help [command]"],
  arguments: [],
  options: {},
  notes: ['Run "ptc <command> --help" for the help of a command.'],
};

export function commandTree({ specs, version, ...options }: TreeOptions): Command {
  const program = new Command("ptc");
  configured(program, root, options)
    // Options of a command follow its name, because commands can share option names with the
    // program.
    .enablePositionalOptions()
    .version(version, "-v, --version", "show the version")
    .helpCommand("help", "show this help, or the help of a command: ptc help eval");
  for (const spec of specs) {
    const command = configured(program.command(spec.name), spec, options);
    command.summary(spec.summary).action(() => {
      options.found(spec.name, command);
    });
    for (const { name, isOptional = false, isMany = false } of spec.arguments) {
      const word = `${name}${isMany ? "..." : ""}`;
      command.addArgument(new Argument(isOptional ? `[${word}]` : `<${word}>`));
    }
    for (const name of Object.keys(spec.options)) command.addOption(optionOf(name, spec));
  }
  return program;
}

function optionOf(name: string, { options }: CommandSpec): Option {
  const spec = options[name] ?? { description: "" };
  const option = new Option(optionFlags(name, spec), spec.description);
  if (spec.value === undefined) return option;
  if (spec.isMany === true)
    return option.argParser((text: string, earlier: readonly string[] | undefined) => {
      if (text === "") throw valueMissing(name, options);
      return [...(earlier ?? []), text];
    });
  return option.argParser((text: string, earlier: string | undefined) => {
    if (earlier !== undefined) throw givenTwice(name);
    if (text === "") throw valueMissing(name, options);
    return text;
  });
}

/** Sets the output, the layout of the help and the error handling of a command. */
function configured(
  command: Command,
  spec: CommandSpec,
  { width, style, show }: Omit<TreeOptions, "specs" | "version">,
): Command {
  const name = spec === root ? "ptc" : `ptc ${spec.name}`;
  const wrapped = (text: string, columns = width): string =>
    command.createHelp().boxWrap(text, columns);
  return command
    .description(spec.summary)
    .helpOption(...help)
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: show,
      writeErr: show,
      // The caller reports errors.
      outputError: () => undefined,
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => true,
      getErrHasColors: () => true,
    })
    .configureHelp({
      styleTitle: (text) => style("bold", text),
      subcommandTerm: (below) => `ptc ${below.name()}`,
      optionTerm: ({ short, flags }) => (short === undefined ? `    ${flags}` : flags),
      commandUsage: () =>
        spec.usage
          .map((line) => wrapped(`${name} ${line}`.trim(), width - 11).replaceAll("\n", "\n    "))
          .join("\n")
          .replaceAll("\n", "\n       "),
    })
    .addHelpText("after", () =>
      ["", ...[...spec.notes, exitCodes].map((note) => wrapped(note))].join("\n\n").slice(1),
    )
    .exitOverride((error: CommanderError) => {
      throw wrongUsage(command, spec, error) ?? error;
    });
}
