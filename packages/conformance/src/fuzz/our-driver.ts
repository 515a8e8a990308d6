// Evaluates programs in this language; driver.ts has the loop. The limits are far above the needs
// of a generated program. Each program runs as closures and as generated code, and if these differ,
// the difference is the answer.

import { printValue } from "@ptc/core/printing";
import { run } from "@ptc/lisp";
import type { Answer } from "../oracles/answer.ts";
import { tiers, type Tier } from "../tiers.ts";
import { drive } from "./driver.ts";
import { hostData } from "./host-data.ts";

interface Outcome {
  readonly answer: Answer;
  /** Everything that must be the same in every tier. */
  readonly shown: string;
}

async function outcome(program: string, generate: Tier): Promise<Outcome> {
  const step = await run(program, {
    context: hostData,
    collections: "language",
    limits: { steps: 500_000, timeoutMs: 4_000 },
    runId: "r",
    random: () => 0.5,
    clock: { now: () => 1_700_000_000_000, monotonic: () => performance.now() },
    generate,
  });
  const answer = answerOf(step);
  const { steps, memoryBytes } = step.usage;
  const place = step.ok ? undefined : step.fail.details?.position;
  return { answer, shown: JSON.stringify([answer, place, step.prints, steps, memoryBytes]) };
}

function answerOf(step: Awaited<ReturnType<typeof run>>): Answer {
  if (step.ok) return { kind: "value", text: printValue(step.value), output: [] };
  const { reason, message, details } = step.fail;
  return {
    kind: "error",
    error: typeof details?.kind === "string" ? details.kind : reason,
    message,
  };
}

await drive(async (program) => {
  const outcomes: Outcome[] = [];
  for (const tier of tiers) outcomes.push(await outcome(program, tier));
  const [first] = outcomes;
  if (first === undefined) throw new Error("there is no tier");
  const other = outcomes.find(({ shown }) => shown !== first.shown);
  if (other === undefined || first.shown.includes('"timeout"')) return first.answer;
  return {
    kind: "value",
    text: `closures: ${first.shown}, generated: ${other.shown}`,
    output: [],
  };
});
