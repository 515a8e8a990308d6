// Output of a program: lines for whoever reads the run. Each call adds one entry to the prints of
// its branch, after it is counted against the output of the whole run.

import { hideFirewalledJson } from "@ptc/core/printing";
import type { Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branch.ts";
import { formatText } from "./format.ts";
import { joinTexts, printedText } from "./printed-text.ts";
import type { BuiltinRow } from "../builtin.ts";

function textsOf(
  branch: Branch,
  values: readonly Value[],
  operation: string,
  readably: boolean,
  atMost = Infinity,
): string {
  branch.charge(8 * values.length);
  return joinTexts(
    branch,
    values.map((value) =>
      typeof value === "string" && !readably
        ? value
        : printedText(branch, value, operation, readably, atMost),
    ),
    " ",
  );
}

/** @throws LimitError `outputBytes` */
function print(
  branch: Branch,
  operation: string,
  values: readonly Value[],
  readably: boolean,
): null {
  // A little more than there is room for, so that what is too long is seen to be.
  const text = textsOf(branch, values, operation, readably, Math.max(0, branch.outputRoom) + 2);
  branch.charge(24);
  // JSON that the program wrote is a text like any other until somebody reads it.
  branch.print(branch.evaluation.hideFirewalled ? hideFirewalledJson(text) : text);
  return null;
}

function printRow(
  name: "println" | "print" | "prn" | "pr",
  readably: boolean,
  doc: string,
  ...others: readonly string[]
): BuiltinRow {
  return {
    names: [name, ...others],
    forms: [`(${name} x ...)`],
    doc,
    example: [`(${name} "total" 3)`, "nil"],
    clojure: name,
    arities: {
      rest: { from: 0, apply: (branch, values) => print(branch, name, values, readably) },
    },
  };
}

function textRow(
  name: string,
  readably: boolean,
  end: string,
  doc: string,
  printed: string,
): BuiltinRow {
  return {
    names: [name],
    forms: [`(${name} x ...)`],
    doc,
    example: [`(${name} "a" :b 1)`, printed],
    clojure: name,
    arities: {
      rest: { from: 0, apply: (branch, values) => textsOf(branch, values, name, readably) + end },
    },
  };
}

export const printingRows: readonly BuiltinRow[] = [
  printRow(
    "println",
    false,
    "Prints the arguments on a line, separated by spaces; strings without quotes.",
  ),
  printRow("print", false, "Prints the arguments, as println: every call is a line of its own."),
  printRow(
    "prn",
    true,
    "Prints the arguments on a line, as they are written in a program.",
    "pprint",
    "clojure.pprint/pprint",
  ),
  printRow("pr", true, "Prints the arguments, as prn: every call is a line of its own."),
  {
    names: ["printf"],
    forms: ["(printf format-string x ...)"],
    doc: "Prints the text that format makes.",
    example: ['(printf "%d of %d" 1 3)', "nil"],
    clojure: "printf",
    arities: {
      rest: {
        from: 1,
        apply: (branch, args) => print(branch, "printf", [formatText(branch, args)], false),
      },
    },
  },
  {
    names: ["newline"],
    forms: ["(newline)"],
    doc: "Prints an empty line.",
    example: ["(newline)", "nil"],
    clojure: "newline",
    arities: { 0: (branch) => print(branch, "newline", [], false) },
  },
  {
    names: ["flush"],
    forms: ["(flush)"],
    doc: "Does nothing: what is printed is out at once.",
    example: ["(flush)", "nil"],
    clojure: "flush",
    arities: { 0: () => null },
  },
  textRow(
    "pr-str",
    true,
    "",
    "The arguments as they are written in a program, separated by spaces.",
    '"\\"a\\" :b 1"',
  ),
  textRow("prn-str", true, "\n", "As pr-str, with a newline.", '"\\"a\\" :b 1\\n"'),
  textRow("print-str", false, "", "The arguments as println prints them.", '"a :b 1"'),
  textRow("println-str", false, "\n", "As print-str, with a newline.", '"a :b 1\\n"'),
];
