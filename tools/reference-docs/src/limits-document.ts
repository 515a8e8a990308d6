// Writes limits.md: what a program may use, from the table of limits, and the bounds that no option
// changes, from the modules that define them.
import { maximumDataDepth } from "@ptc/core/values";
import { maximumIntegerBits } from "@ptc/core/internal/values";
import { limitTable } from "@ptc/lisp";
import { maximumNesting } from "../../../packages/lisp/src/analysis/analyser.ts";
import { maximumNames } from "../../../packages/lisp/src/analysis/scope.ts";
import { code, prose, table } from "./markdown.ts";

const number = new Intl.NumberFormat("en-US");

export function limitsDocument(): string {
  return `${[
    "# Limits of a run",
    "Programs are written by models and are not trusted. What a program uses is counted, and a program that goes beyond a limit ends in a failed step: `fail.reason` names the kind, the message the value and the option, `fail.details.limit` both as data. No program can catch a limit, raise it, or fail in a way that looks like one: `(fail {:reason :timeout})` has the reason `failed` and the kind `fail`.",
    "## What the host can set",
    "Give `limits` to `run` or `prepare`: `run(source, { limits: { steps: 1_000_000 } })`. The defaults bound harm, not work: a loop to a million and `group-by` over 10,000 rows pass many times over.",
    table(
      ["option", "counts", "default", "reason of the failure", "what a program can do"],
      Object.entries(limitTable).map(([name, limit]) => [
        code(`limits.${name}`),
        prose(limit.description),
        `${number.format(limit.default)} ${limit.unit}`,
        code(limit.reason),
        prose(limit.advice),
      ]),
    ),
    "With `chargeToolTime: true`, an option beside `limits`, time in tools counts against `limits.timeoutMs` too.",
    "The caller can end a run at any time through `signal`, an `AbortSignal`: the reason is then `cancelled`.",
    "## What no option changes",
    table(
      ["bound", "value", "failure"],
      [
        [
          "levels of nested data that can be printed, compared, hashed or handed over",
          number.format(maximumDataDepth),
          code("depth_exceeded"),
        ],
        [
          "forms inside forms, once threading forms and `cond` are written out",
          number.format(maximumNesting),
          code("analysis_error"),
        ],
        ["local names in sight", number.format(maximumNames), code("analysis_error")],
        [
          "bits of an integer",
          number.format(maximumIntegerBits),
          `${code("eval_error")}, kind ${code("arithmetic_error")}`,
        ],
      ],
    ),
    "## How it is counted",
    "- **Steps** are counted by what an operation has to look at, never by what the host remembers: hashing a value that was hashed before costs the same as the first time, and structure that is shared costs as much as if it were written out. So one program with one set of tool results stops at the same step on every host, whatever ran before it.",
    "- **Bytes** are an account of allocation over the whole run, charged before anything is allocated; nothing is given back. What a program holds in the process is at most a few times what it was charged.",
    "- **Copies of host data** have an account of their own, of `memoryBytes` too, for the run as a whole: plain objects and arrays are read in place, but a Map, a Set, a typed array, an object of a class or with accessors, or a collection of the language is copied when the program first reads it, and counts 64 bytes for each entry (a typed array its bytes) before that. The list of names of a large object counts 8 bytes for each.",
    "- **Patterns** pay for the text once, and at each match for what lies beyond it and was looked at for a longer one.",
    '- **Output** is every printed text with its line end, and the result: the length of each text and key in it, and 8 for each element. Of `collections: "language"` it is the printed text. What a program keeps with `def` is bounded by `memoryBytes`, measured as it would be written down.',
    "- **Time** stands still while every branch waits for a tool. With the option `chargeToolTime: true` it does not: what a tool, a model or a person takes is the program's, a run that waits ends when its time is over, and the `signal` of its open tools is aborted. Time is looked at every few thousand steps, so a run ends soon after its limit. The analysis of a long source has the same limit for itself.",
    "- `pmap` and `pcalls` divide what is left of steps, bytes, output and tool calls evenly among their branches; what a branch does not use comes back when all have ended.",
  ].join("\n\n")}\n`;
}
