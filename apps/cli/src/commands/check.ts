// `ptc check`: reports the mistakes of programs for editors, without running them.

import { oneLine } from "@ptc/core/internal/errors";
import { presentFields } from "@ptc/core/internal/host";
import { check, type PrepareOptions } from "@ptc/lisp";
import { readStandardInput } from "../files/read-standard-input.ts";
import { readTextFile } from "@ptc/core/internal/node";
import type { OptionSpecs } from "../arguments/command-spec.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import { writeLine } from "../terminal/output.ts";
import type { Host } from "../terminal/host.ts";
import { givenLibraries } from "../library/given-libraries.ts";
import { librariesOption } from "../arguments/libraries-option.ts";
import type { Command } from "./command.ts";

const options: OptionSpecs = {
  ...librariesOption,
  context: {
    short: "c",
    value: "file.json",
    description: "sample data; any other data/… name is reported as a mistake",
    offer: "files",
  },
  tools: {
    value: "names",
    description:
      "the available tools, separated by commas; any other tool is reported as a mistake",
  },
  effects: {
    description: "print the calls that each valid program may make, and what it reads and defines",
  },
};

export const checkCommand: Command = {
  name: "check",
  summary: "report the mistakes of programs, one per line",
  usage: [
    "program.clj … [--effects] [--context file.json] [--tools search,fetch] [--libraries folder]",
    "- < program.clj",
  ],
  arguments: [
    {
      name: "program.clj",
      isMany: true,
      missing: "missing program: pass its file, or - for standard input",
      offer: "files",
    },
  ],
  options,
  notes: [
    "Each mistake is a line file:line:column: message, which editors and build tools understand. Programs aren't run. The exit code is 1 if there are mistakes.",
  ],
  run: async (parsed, host) => {
    const contextFile = parsed.values.get("context");
    const tools = toolsOf(parsed.values.get("tools"));
    const prepared = {
      ...(await givenLibraries(host, parsed.values.get("libraries"))),
      ...(tools === undefined ? {} : { tools }),
      ...(contextFile === undefined ? {} : { context: await contextOf(contextFile, host) }),
    };
    let code: ExitCode = exitCode.ok;
    for (const path of parsed.positionals) {
      const source = await (path === "-"
        ? readStandardInput(host, "program")
        : readTextFile(host, path, "program"));
      for (const { reason, message, details } of await check(source, prepared)) {
        if (tools === undefined && reason === "tool_not_found") continue;
        const { line = 1, column = 1 } = details?.position ?? {};
        const hint = details?.hint === undefined ? "" : ` (${details.hint})`;
        await writeLine(
          host.output,
          oneLine(`${path}:${String(line)}:${String(column)}: ${message}${hint}`, 2_000),
        );
        code = exitCode.failed;
      }
      if (parsed.flags.has("effects")) await writeEffects(host, path, source, prepared);
    }
    return code;
  },
};

/** Writes the effects of a program; of one with mistakes, nothing is known. */
async function writeEffects(
  host: Host,
  path: string,
  source: string,
  { tools, ...prepared }: PrepareOptions,
): Promise<void> {
  const [{ analyze, effectTable }, { namedTools }] = await Promise.all([
    import("@ptc/lisp/effects"),
    import("@ptc/lisp/internal"),
  ]);
  const analysis = await analyze(source, {
    ...presentFields(prepared),
    tools: tools ?? toolsOf(namedTools(source).join()) ?? {},
  });
  if (!analysis.ok) return;
  for (const line of [`${path}:`, ...effectTable(analysis.effects).map((text) => `  ${text}`)])
    await writeLine(host.output, oneLine(line, 2_000));
}

async function contextOf(file: string, host: Host): Promise<Readonly<Record<string, unknown>>> {
  const { readContext } = await import("../eval/read-context.ts");
  return readContext(host, file);
}

/** Returns tools that do nothing, because checking doesn't call them. */
function toolsOf(names: string | undefined): Readonly<Record<string, () => null>> | undefined {
  if (names === undefined) return undefined;
  return Object.fromEntries(names.split(",").map((name) => [name.trim(), () => null]));
}
