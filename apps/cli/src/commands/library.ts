// `ptc library`: checks libraries, and promotes functions of runs to them.

import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

const actions = ["check", "promote"] as const;

export const libraryCommand: Command = {
  name: "library",
  summary: "check libraries, and promote functions of runs to them",
  usage: [
    "check [<folder> | <file.clj>]",
    "promote <step.json | run.jsonl | trace.jsonl> <function> [--to libraries/orders.clj] [--doc text]",
  ],
  arguments: [
    { name: "action", missing: `missing action: use ${actions.join(", ")}`, offer: actions },
    { name: "paths and names", isOptional: true, isMany: true, offer: "files" },
  ],
  options: {
    to: {
      value: "file.clj",
      description: "the library that gets the function (default: libraries/promoted.clj)",
      offer: "files",
    },
    doc: { value: "text", description: "the docstring of a function without one" },
    context: {
      short: "c",
      value: "file.json",
      description: "the context of a step or a trace, which these files don't contain",
      offer: "files",
    },
    turn: {
      value: "number",
      description: "the turn that defines the function (default: the last successful one)",
    },
  },
  notes: [
    "Each file orders.clj of a folder is the library orders. check reports mistakes as file:line:column: message, and runs the tests in orders.test.json. The default folder is libraries.",
    "promote finds the function in the successful programs of a run, with the functions that it uses. It takes a step (ptc run --step), a recorded run (ptc run --record) or the trace of a run, whose last mission counts. The programs run again with the recorded results of tools, and up to three calls of the function become tests. Its recorded calls give it a signature, as a comment. No tool and no model is called. A run whose file lacks firewalled or large values is refused.",
    "The exit code is 1 for mistakes, failed tests, and a function that can't be promoted.",
  ],
  run: async ({ positionals, values }, host) => {
    const [name = "", ...rest] = positionals;
    const action = actions.find((known) => known === name);
    if (action === undefined)
      throw new UsageError(`unknown action: use ${actions.join(", ")}`, { isAboutArguments: true });
    if (action === "check") {
      if (rest.length > 1 || values.size > 0)
        throw new UsageError("check takes a folder or a file", { isAboutArguments: true });
      const { checkLibraryFiles } = await import("../library/check-library-files.ts");
      return await checkLibraryFiles(host, rest[0] ?? "libraries");
    }
    const [run, wanted, ...others] = rest;
    if (run === undefined || wanted === undefined || others.length > 0)
      throw new UsageError("promote takes the file of a run, and the name of a function", {
        isAboutArguments: true,
      });
    const { promoteFunction } = await import("../library/promote-function.ts");
    return await promoteFunction(host, {
      run,
      name: wanted,
      to: values.get("to") ?? "libraries/promoted.clj",
      doc: values.get("doc"),
      context: values.get("context"),
      turn: turnOf(values.get("turn")),
    });
  },
};

function turnOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError("--turn needs the number of a turn, from 1", { isAboutArguments: true });
  return Number(text);
}
