// Turns a line of a batch into the line of its result. Every line gets a result, and an invalid
// line doesn't stop the batch.

import type { Fail } from "@ptc/core/contracts";
import { run, type LispRunOptions, type LispStep } from "@ptc/lisp";
import { toJson } from "@ptc/core/json";
import { jsonLine } from "@ptc/core/internal/json";
import { visibleText } from "@ptc/core/printing";
import type { Line } from "@ptc/core/internal/node";
import { failResult, programResult, tooLarge } from "../values/program-result.ts";
import { readRequest, type BatchRequest } from "./batch-request.ts";
import { memoryJson } from "./memory-json.ts";

/** Resolves to the result without its line feed, or to `undefined` for a blank line. */
export async function answerLine(
  line: Line,
  given: Pick<LispRunOptions, "libraries"> = {},
): Promise<string | undefined> {
  const read = readRequest(line);
  if (read === undefined) return undefined;
  if (!read.ok) return failLine(read.id, { reason: "invalid_request", message: read.message });
  const { id } = read.request;
  try {
    const step = await evaluate(read.request, given);
    const { memory, warnings } = memoryJson(step.memory);
    const result = programResult(
      warnings.length === 0 ? step : { ...step, warnings: [...(step.warnings ?? []), ...warnings] },
      read.request.returns !== undefined,
    );
    return resultLine(id, { ...result, memory }) ?? failLine(id, tooLarge);
  } catch (error) {
    // A bug in this program must not stop the following lines.
    const message = error instanceof Error ? error.message : String(error);
    return failLine(id, {
      reason: "eval_error",
      message: `internal error: ${message}`,
      details: { kind: "internal_error" },
    });
  }
}

function evaluate(
  { program, context, memory, tools, timeout, returns }: BatchRequest,
  given: Pick<LispRunOptions, "libraries">,
): Promise<LispStep> {
  return run(program, {
    ...given,
    context,
    memory,
    tools,
    // A signature checks host values. Without one, the language value is printed.
    collections: returns === undefined ? "language" : "native",
    ...(timeout === undefined ? {} : { limits: { timeoutMs: timeout } }),
    ...(returns === undefined ? {} : { returns }),
  });
}

function failLine(id: unknown, fail: Fail): string {
  return resultLine(id, failResult(fail)) ?? failLine(null, fail);
}

/** Returns undefined if the line is too long. The id keeps its digits. */
function resultLine(id: unknown, result: object): string | undefined {
  const rest = jsonLine(result);
  return rest === undefined ? undefined : `{"id":${idText(id)},${rest.slice(1)}`;
}

/** Writes the id as the request had it: an integer of any size is a number. */
function idText(id: unknown): string {
  try {
    return visibleText(toJson(id, { bigint: "number" }));
  } catch {
    // The id is nested too deeply, or exceeds the limit of `toJson`.
    return "null";
  }
}
