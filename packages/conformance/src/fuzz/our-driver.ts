// Evaluates programs in this language; driver.ts has the loop. The limits are far above what a
// generated program needs.

import { printValue } from "@ptc/core/printing";
import { run } from "@ptc/lisp";
import { drive } from "./driver.ts";

await drive(async (program) => {
  const step = await run(program, {
    collections: "language",
    limits: { steps: 500_000, timeoutMs: 4_000 },
  });
  if (step.ok) return { kind: "value", text: printValue(step.value), output: [] };
  const { reason, message, details } = step.fail;
  return {
    kind: "error",
    error: typeof details?.kind === "string" ? details.kind : reason,
    message,
  };
});
