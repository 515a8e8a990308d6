// The arguments, options and help of `ptc eval`.

import type { CommandSpec, OptionSpecs } from "../arguments/command-spec.ts";
import { limitOptions } from "../arguments/limit-options.ts";
import { librariesOption } from "../arguments/libraries-option.ts";

export const evalOptions: OptionSpecs = {
  file: { short: "f", value: "file", description: "read the program from a file", offer: "files" },
  context: {
    short: "c",
    value: "file.json",
    description: "a JSON object (its fields are data/…), or a list or JSON lines (data/rows)",
    offer: "files",
  },
  signature: {
    value: "signature",
    description: "the types of the context and the result: '(x :int) -> :string'",
  },
  tools: {
    value: "module.ts",
    description: "a module whose exports are the tools of the program (tool/…)",
    offer: "files",
  },
  ...librariesOption,
  json: { description: "print one line of JSON" },
  batch: { description: "evaluate a program per JSON line, and print a JSON line for each" },
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
    "'(orders/late data/rows)' --context rows.json --libraries libraries",
    "- < program.clj",
    "--batch [requests.jsonl | -]",
  ],
  arguments: [{ name: "program", isOptional: true, offer: "files" }],
  options: evalOptions,
  notes: [
    "If the argument is the name of a file, the program is read from it. With -, the program or the context is read from standard input.",
    "The output of the program comes first, then its value as Clojure text. Failures go to standard error.",
    "A tool is a function, or an object with execute and the other fields of a @ptc/lisp tool. A default export has tools as its fields. The module runs with your permissions, outside the sandbox.",
    `--json prints {"ok","return","text","fail","prints","warnings"?,"usage"}.`,
    `--batch reads lines {"id","program","context"?,"memory"?,"tools"?,"timeout"?,"signature"?} and prints a line {"id","ok","return","text","fail","prints","warnings"?,"memory"} for each, in order. "timeout" is in milliseconds. "tools" is a list of names of tools that return their arguments, or an object that maps names to "echo", {"returns": value}, {"error": message} or {"throws": message}. A malformed line gives the reason invalid_request. The exit code is 0 unless the input can't be read.`,
  ],
};
