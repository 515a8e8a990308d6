// Output of a program: lines for readers of the run. Each call adds one entry to the prints of its
// branch, after counting it against the output limit of the whole run.

import { hideFirewalledJson } from "@ptc/core/internal/firewall";
import type { FieldFirewall, Value } from "@ptc/core/values";
import { hiddenValue, hidesKey } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { ExceptionValue } from "../../evaluation/errors/exception-value.ts";
import { formatText } from "./format.ts";
import { printTable } from "./print-table.ts";
import { joinTexts, printedText, textOf } from "./printed-text.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";

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
      !readably && (typeof value === "string" || value instanceof ExceptionValue)
        ? textOf(branch, value, operation)
        : printedText(branch, value, operation, readably, atMost),
    ),
    " ",
  );
}

/** Returns the values, with a marker for each value after the name of a firewalled field. */
function hiddenAfterNames(
  values: readonly Value[],
  firewall: FieldFirewall | false,
): readonly Value[] {
  if (firewall === false || values.length < 2) return values;
  return values.map((value, index) => {
    if (index === 0 || !hidesKey(firewall, values[index - 1] ?? null)) return value;
    firewall.note(value);
    return hiddenValue;
  });
}

/** @throws LimitError `outputBytes` */
function print(
  branch: Branch,
  operation: string,
  values: readonly Value[],
  readably: boolean,
  end: "" | "\n" = "\n",
): null {
  // Print slightly more than fits, to detect a text that doesn't fit.
  const shown = hiddenAfterNames(values, branch.evaluation.hideFirewalled);
  const text = textsOf(branch, shown, operation, readably, Math.max(0, branch.outputRoom) + 2);
  branch.charge(24);
  const { hideFirewalled } = branch.evaluation;
  // Inside the program, its JSON text is complete. Hide its firewalled fields here, where the text
  // leaves the program.
  branch.print(hideFirewalled === false ? text : hideFirewalledJson(text, hideFirewalled), end);
  return null;
}

function printing(name: string, readably: boolean, end: "" | "\n" = "\n"): Arities {
  return {
    rest: { from: 0, apply: (branch, values) => print(branch, name, values, readably, end) },
  };
}

/** Returns the printed form as text that ends with `end`. */
function writing(name: string, readably: boolean, end: string): Arities {
  return {
    rest: { from: 0, apply: (branch, values) => textsOf(branch, values, name, readably) + end },
  };
}

export const printingRows: readonly BuiltinRow[] = [
  row("println", "(println x ...)", {
    doc: "Prints the arguments on a line, separated by spaces; strings without quotes.",
    example: ['(println "total" 3)', "nil"],
    arities: printing("println", false),
  }),
  row("print", "(print x ...)", {
    doc: "Prints like println, but doesn't end the line: the next print continues it.",
    example: ['(print "total" 3)', "nil"],
    arities: printing("print", false, ""),
  }),
  row(["prn", "pprint", "clojure.pprint/pprint"], "(prn x ...)", {
    doc: "Prints the arguments on a line in program syntax.",
    example: ['(prn "total" 3)', "nil"],
    clojure: "prn",
    arities: printing("prn", true),
  }),
  row("pr", "(pr x ...)", {
    doc: "Prints like prn, but doesn't end the line: the next print continues it.",
    example: ['(pr "total" 3)', "nil"],
    arities: printing("pr", true, ""),
  }),
  row("printf", "(printf format-string x ...)", {
    doc: "Prints the result of format, and doesn't end the line.",
    example: ['(printf "%d of %d" 1 3)', "nil"],
    arities: {
      rest: {
        from: 1,
        apply: (branch, args) => print(branch, "printf", [formatText(branch, args)], false, ""),
      },
    },
  }),
  row(
    ["print-table", "clojure.pprint/print-table"],
    ["(print-table rows)", "(print-table keys rows)"],
    {
      doc: "Prints maps as rows of a table; the columns are the given keys, or those of the first row.",
      example: [
        '(with-out-str (print-table [{:a 1 :b "x"}]))',
        '"\\n| :a | :b |\\n|----+----|\\n|  1 |  x |\\n"',
      ],
      arities: {
        1: (branch, rows) => printTable(branch, undefined, rows),
        2: printTable,
      },
    },
  ),
  row("newline", "(newline)", {
    doc: "Ends the line, or prints an empty one.",
    example: ["(newline)", "nil"],
    arities: { 0: (branch) => print(branch, "newline", [], false) },
  }),
  row("flush", "(flush)", {
    doc: "Does nothing: output isn't buffered.",
    example: ["(flush)", "nil"],
    arities: { 0: () => null },
  }),
  row("pr-str", "(pr-str x ...)", {
    doc: "Returns the arguments in program syntax, separated by spaces.",
    example: ['(pr-str "a" :b 1)', '"\\"a\\" :b 1"'],
    arities: writing("pr-str", true, ""),
  }),
  row("prn-str", "(prn-str x ...)", {
    doc: "Like pr-str with newline.",
    example: ['(prn-str "a" :b 1)', '"\\"a\\" :b 1\\n"'],
    arities: writing("prn-str", true, "\n"),
  }),
  row("print-str", "(print-str x ...)", {
    doc: "Returns the text println prints.",
    example: ['(print-str "a" :b 1)', '"a :b 1"'],
    arities: writing("print-str", false, ""),
  }),
  row("println-str", "(println-str x ...)", {
    doc: "Like print-str with newline.",
    example: ['(println-str "a" :b 1)', '"a :b 1\\n"'],
    arities: writing("println-str", false, "\n"),
  }),
];
