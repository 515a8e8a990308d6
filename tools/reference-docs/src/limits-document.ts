// Writes limits.md: the limits from their table, and the fixed bounds from the modules that define
// them.
import { maximumDataDepth } from "@ptc/core/values";
import { maximumIntegerBits } from "@ptc/core/internal/values";
import { limitTable } from "@ptc/lisp";
import { maximumNesting } from "../../../packages/lisp/src/analysis/analyzer.ts";
import { maximumNames } from "../../../packages/lisp/src/analysis/scope.ts";
import { code, prose, table } from "./markdown.ts";

const number = new Intl.NumberFormat("en-US");

export function limitsDocument(): string {
  return `${[
    "# Limits of a run",
    "Models write programs, and you shouldn't trust them. The evaluator counts the resources of a program. A program that exceeds a limit ends in a failed step. `fail.reason` names the kind of limit, the message names its value and option, and `fail.details.limit` has both as data.",
    "No program can catch a limit, raise it, or imitate one: `(fail {:reason :timeout})` has the reason `failed` and the kind `fail`.",
    "## Options",
    "Pass `limits` to `run` or `prepare`: `run(source, { limits: { steps: 1_000_000 } })`. The defaults prevent harm and leave room for work: a loop to a million or `group-by` over 10,000 rows stays far below them.",
    table(
      ["option", "counts", "default", "fail reason", "advice to the program"],
      Object.entries(limitTable).map(([name, limit]) => [
        code(`limits.${name}`),
        prose(limit.description),
        `${number.format(limit.default)} ${limit.unit}`,
        code(limit.reason),
        prose(limit.advice),
      ]),
    ),
    "With the separate option `chargeToolTime: true`, time in tools counts against `limits.timeoutMs` too.",
    "You can end a run at any time through `signal`, an `AbortSignal`. The reason is then `cancelled`.",
    "## Fixed bounds",
    table(
      ["bound", "value", "failure"],
      [
        [
          "levels of nested data that can be printed, compared, hashed or passed to the host",
          number.format(maximumDataDepth),
          code("depth_exceeded"),
        ],
        [
          "levels of nested forms, with threading forms and `cond` expanded",
          number.format(maximumNesting),
          code("analysis_error"),
        ],
        ["local names in scope", number.format(maximumNames), code("analysis_error")],
        [
          "bits of an integer",
          number.format(maximumIntegerBits),
          `${code("eval_error")}, kind ${code("arithmetic_error")}`,
        ],
      ],
    ),
    "## Counting",
    "- **Steps** are counted by the data that an operation must read, independent of caches. Hashing a value costs the same the second time, and shared structure costs as much as a full copy. So one program with the same tool results stops at the same step on every host, whatever ran before it.",
    "- **Bytes** are an account of allocation over the whole run. They are charged before the allocation and never refunded. `usage.memoryBytes` of a mission is the sum over its turns and child missions, and `usage.peakMemoryBytes` is the highest charge of one program. The memory of a program in the process is at most about twice its charge.",
    "- **Copies of host data** have a separate account, also of `memoryBytes`, for the whole run. Programs read plain objects and arrays in place. A Map, a Set, a typed array, an object of a class or with accessors, or a collection of the language is copied when the program first reads it. Before that, it is charged 64 bytes for each entry, or the bytes of a typed array. The list of names of a large object counts 8 bytes for each name.",
    "- **Patterns** pay for the text once. Each match also pays for text beyond it that was scanned for a longer match.",
    '- **Output** is every printed text with its line end, and the result: the length of each text and key in it, and 8 for each element. With `collections: "language"`, it is the printed text. `memoryBytes` bounds the values stored by `def`, measured in their written form.',
    "- **Time** pauses while every branch waits for a tool. With the option `chargeToolTime: true` it doesn't pause: the time of a tool, a model or a person counts as the program's. A run that waits ends when its time is over, and the `signal` of its open tools is aborted. The clock is read every few thousand steps, so a run ends soon after its limit. The analysis of a long source has the same limit separately.",
    "- `pmap` and `pcalls` divide the remaining steps, bytes, output and tool calls evenly among their branches. Unused amounts come back when all branches have ended.",
    "",
    "- **Shared work**, such as an element of a lazy sequence, may be cut off by a limit in one branch while other branches need it. Which branches get how far then depends on their order. So the step shows the run as it was before the outermost `pmap` or `pcalls`: its position, its prints and its usage, with all of the exceeded counter used. These don't depend on the order. `toolCalls` and `journal` still show everything that has taken effect. In rare cases, which calls these are depends on the order.",
    "## Limits of a user",
    '`createEvaluator` of `@ptc/lisp/evaluator` limits all runs of one user together. A run beyond a quota doesn\'t begin: it resolves to a refusal with `status: "refused"`, the `quota`, `retryAfterMs`, and a `fail` with the reason `rate_limited`. The guide [In a web server](../guides/servers.md#many-users) shows how to use it.',
    table(
      ["option", "counts", "default", "beyond it"],
      [
        ["`perUser.steps`", "steps of the user's programs per minute", "no limit", "refused"],
        ["`perUser.bytes`", "bytes of the user's programs per minute", "no limit", "refused"],
        ["`perUser.perMinute`", "runs that the user begins per minute", "no limit", "refused"],
        ["`perUser.concurrent`", "runs of the user at a time", "no limit", "waits"],
        ["`perUser.waiting`", "runs of the user that wait", "100", "refused"],
        ["`concurrent`", "runs of all users at a time", "size of the pool, or 10", "waits"],
        ["`waiting`", "runs of all users that wait", "10,000", "refused"],
        ["`users`", "users that are remembered at a time", "20,000", "refused"],
      ],
    ),
    "A quota per minute refills evenly, and is full after a minute without use. A run begins if anything is left, and pays for its steps and bytes when it has ended. So a user can exceed a quota by the limits of the runs under way, and the debt is refilled before the next run. A program in a pool that reaches a limit ends its process, so its run also pays 5,000,000 steps for another one. If the meters are lost with the process, the run pays `limits.steps` and `limits.memoryBytes`, or, if it was cancelled, the part that its time is of `limits.timeoutMs`.",
  ].join("\n\n")}\n`;
}
