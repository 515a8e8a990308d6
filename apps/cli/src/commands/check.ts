// `ptc check`: the mistakes of programs as editors read them, without running anything.

import { oneLine } from "@ptc/core/internal/errors";
import { check } from "@ptc/lisp";
import type { OptionSpecs } from "../arguments/command-spec.ts";
import { readContext } from "../eval/read-context.ts";
import { readStandardInput, readTextFile } from "../files/read-text.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import { writeLine } from "../terminal/output.ts";
import type { Command } from "./command.ts";

const options: OptionSpecs = {
  context: {
    short: "c",
    value: "file.json",
    description: "data of the kind that the programs read: data/… that it lacks is a mistake",
    offer: "files",
  },
  tools: {
    value: "names",
    description: "the tools that there are, with commas between; others are mistakes",
  },
};

export const checkCommand: Command = {
  name: "check",
  summary: "print the mistakes of programs, a line each",
  usage: ["program.clj … [--context file.json] [--tools search,fetch]", "- < program.clj"],
  arguments: [
    {
      name: "program.clj",
      isMany: true,
      missing: "which program? Name its file, or - for standard input",
      offer: "files",
    },
  ],
  options,
  notes: [
    "Each mistake is a line file:line:column: message, as editors and build logs read it. Nothing is run. The exit code is 1 where there is one.",
  ],
  run: async (parsed, host) => {
    const contextFile = parsed.values.get("context");
    const tools = toolsOf(parsed.values.get("tools"));
    const prepared = {
      ...(tools === undefined ? {} : { tools }),
      ...(contextFile === undefined ? {} : { context: await readContext(host, contextFile) }),
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
    }
    return code;
  },
};

/** Each answers nothing: they are not called. */
function toolsOf(names: string | undefined): Readonly<Record<string, () => null>> | undefined {
  if (names === undefined) return undefined;
  return Object.fromEntries(names.split(",").map((name) => [name.trim(), () => null]));
}
