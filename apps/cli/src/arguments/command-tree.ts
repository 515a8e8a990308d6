// Commander's commands, made of our tables. They parse and lay the help out; nothing is run by
// them, they write into `show` and never end the process.

import { Argument, Command, Option, type CommanderError } from "commander";
import type { Style } from "../terminal/style.ts";
import { optionFlags, type CommandSpec } from "./command-spec.ts";
import { givenTwice, valueMissing, wrongUsage } from "./wrong-usage.ts";

export interface TreeOptions {
  readonly specs: Iterable<CommandSpec>;
  readonly version: string;
  /** Columns of the help. */
  readonly width: number;
  readonly style: Style;
  /** Takes the help and the version. */
  readonly show: (text: string) => void;
  /** Called with the command that was parsed, and what commander read. */
  readonly found: (name: string, command: Command) => void;
}

const exitCodes = "Exit codes: 0 ok, 1 the program or the mission failed, 2 wrong usage.";
const help = ["-h, --help", "show this"] as const;
/** What is beside the commands themselves, in the terms of a command. */
const root: CommandSpec = {
  name: "ptc",
  summary: "programs in PTC-Lisp, and missions answered by writing them",
  usage: ["<command> [options]", "help [command]"],
  arguments: [],
  options: {},
  notes: ['"ptc <command> --help" says more about a command.'],
};

export function commandTree({ specs, version, ...options }: TreeOptions): Command {
  const program = new Command("ptc");
  laidOut(program, root, options)
    // The options of a command come after its name, as the command may have some of the same name.
    .enablePositionalOptions()
    .version(version, "-v, --version", "show the version")
    .helpCommand("help", "show this, or what a command takes: ptc help eval");
  for (const spec of specs) {
    const command = laidOut(program.command(spec.name), spec, options);
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
  return option.argParser((text: string, earlier: string | undefined) => {
    if (earlier !== undefined) throw givenTwice(name);
    if (text === "") throw valueMissing(name, options);
    return text;
  });
}

/** Sets what commands have in common: where the help goes, how it looks, and what errors become. */
function laidOut(
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
      // Errors are told by whoever catches them.
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
