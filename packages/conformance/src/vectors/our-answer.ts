// Runs a program in this language, in process.

import { printValue } from "@ptc/core/printing";
import type { Tools } from "@ptc/core/contracts";
import { run } from "@ptc/lisp";
import { outputLines, type Answer } from "../oracles/answer.ts";
import type { VectorInput } from "./vector.ts";

export async function ourAnswer(program: string, input: VectorInput = {}): Promise<Answer> {
  const { tools, ...options } = input;
  const step = await run(program, {
    collections: "language",
    ...options,
    ...(tools === undefined ? {} : { tools: toolsOf(tools) }),
  });
  if (step.ok)
    return {
      kind: "value",
      text: printValue(step.value),
      output: outputLines(step.prints.join("\n")),
    };
  const { reason, message, details } = step.fail;
  return {
    kind: "error",
    error: typeof details?.kind === "string" ? details.kind : reason,
    message,
  };
}

export function toolsOf(tools: NonNullable<VectorInput["tools"]>): Tools {
  return Object.fromEntries(
    Object.entries(tools).map(([name, { returns, throws }]) => [
      name,
      (args: unknown): unknown => {
        if (throws !== undefined) throw new Error(throws);
        return returns === undefined ? args : returns;
      },
    ]),
  );
}
