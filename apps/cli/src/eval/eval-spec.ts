// What `ptc eval` takes, and what its help says.

import type { CommandSpec, OptionSpecs } from "../arguments/command-spec.ts";
import { limitOptions } from "../arguments/limit-options.ts";

export const evalOptions: OptionSpecs = {
  file: { short: "f", value: "file", description: "read the program from a file", offer: "files" },
  context: {
    short: "c",
    value: "file.json",
    description: "a JSON object, whose fields are data/…; a list or JSON lines are data/rows",
    offer: "files",
  },
  signature: {
    value: "signature",
    description: "what the context holds and the program returns: '(x :int) -> :string'",
  },
  tools: {
    value: "module.ts",
    description: "a module whose exports are the tools of the program: tool/name",
    offer: "files",
  },
  json: { description: "print one line of JSON" },
  batch: { description: "read JSON lines, answer each with a JSON line" },
  ...limitOptions,
};

export const evalSpec: CommandSpec = {
  name: "eval",
  summary: "evaluate a program",
  usage: [
    "'(+ 1 2)' [--context file.json] [--json]",
    "program.clj [--context file.json] [--json]",
    "'(count data/rows)' --context - < rows.jsonl",
    "'(tool/fetch {:id data/id})' --tools tools.ts --signature '(id :int) -> :string'",
    "- < program.clj",
    "--batch [requests.jsonl | -]",
  ],
  arguments: [{ name: "program", isOptional: true, offer: "files" }],
  options: evalOptions,
  notes: [
    "An argument that is the name of a file is read. With - the program, or the context, is standard input.",
    "The value is printed as Clojure text, after what the program printed. A failure goes to standard error.",
    "A tool is a function, or an object with execute and what else a tool of @ptc/lisp has; a default export has them as its fields. The module runs as you do: it is not in the sandbox.",
    `--json prints {"ok","return","text","fail","prints","usage"}.`,
    `--batch takes lines {"id","program","context"?,"memory"?,"tools"?,"timeout"?,"signature"?} and answers each, in order, with {"id","ok","return","text","fail","prints","memory"}. "timeout" is in milliseconds. "tools" is a list of names that echo their arguments, or an object of name to "echo", {"returns": value}, {"error": message} or {"throws": message}. A malformed line is answered with the reason invalid_request; the exit code is 0 unless the input cannot be read.`,
  ],
};
