// From a line of a batch to the line that answers it. Every line gets an answer, whatever it holds,
// and the batch goes on.

import type { Fail } from "@ptc/core/contracts";
import { run, type LispStep } from "@ptc/lisp";
import { jsonLine } from "@ptc/core/internal/json";
import type { Line } from "../files/read-lines.ts";
import { failAnswer, programAnswer, tooLarge } from "../values/program-answer.ts";
import { readRequest, type BatchRequest } from "./batch-request.ts";
import { memoryJson } from "./memory-json.ts";

/** The answer, without its line feed; `undefined` for a blank line. */
export async function answerLine(line: Line): Promise<string | undefined> {
  const read = readRequest(line);
  if (read === undefined) return undefined;
  if (!read.ok) return failLine(read.id, { reason: "invalid_request", message: read.message });
  const { id } = read.request;
  try {
    const step = await evaluate(read.request);
    return (
      jsonLine({
        id,
        ...programAnswer(step, read.request.returns !== undefined),
        memory: memoryJson(step.memory),
      }) ?? failLine(id, tooLarge)
    );
  } catch (error) {
    // A mistake in this program must not cost the lines that follow.
    const message = error instanceof Error ? error.message : String(error);
    return failLine(id, {
      reason: "eval_error",
      message: `internal error: ${message}`,
      details: { kind: "internal_error" },
    });
  }
}

function evaluate({
  program,
  context,
  memory,
  tools,
  timeout,
  returns,
}: BatchRequest): Promise<LispStep> {
  return run(program, {
    context,
    memory,
    tools,
    // A signature checks host values; without one the value is printed as the language has it.
    collections: returns === undefined ? "language" : "native",
    ...(timeout === undefined ? {} : { limits: { timeoutMs: timeout } }),
    ...(returns === undefined ? {} : { returns }),
  });
}

function failLine(id: unknown, fail: Fail): string {
  return jsonLine({ id, ...failAnswer(fail) }) ?? failLine(null, fail);
}
