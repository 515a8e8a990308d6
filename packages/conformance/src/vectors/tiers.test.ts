// Tests that every vector has the same result as closures and as generated code: its answer or its
// failure with the location, its output, its steps and its bytes.

import { printValue } from "@ptc/core/printing";
import { run } from "@ptc/lisp";
import { describe, expect, test } from "vitest";
import { isFull } from "../full-size.ts";
import { closures, tiers, type Tier } from "../tiers.ts";
import { toolsOf } from "./our-answer.ts";
import type { Vector } from "./vector.ts";
import { readVectorFiles } from "./vector-files.ts";

async function shown({ program, input: { tools = {}, ...options } = {} }: Vector, generate: Tier) {
  const step = await run(program, {
    collections: "language",
    runId: "r",
    random: () => 0.5,
    clock: { now: () => 1_700_000_000_000, monotonic: () => 0 },
    ...options,
    tools: toolsOf(tools),
    generate,
  });
  const { steps, memoryBytes } = step.usage;
  return {
    program,
    ends: step.ok ? [step.endedBy, printValue(step.value)] : step.fail,
    prints: step.prints,
    tools: step.toolCalls.map(({ name }) => name),
    steps,
    memoryBytes,
  };
}

describe("execution tiers", () => {
  test.each(readVectorFiles().map(({ family, vectors }) => [family, vectors] as const))(
    "every tier gives the same result for the vectors of %s",
    async (_family, vectors) => {
      for (const vector of isFull ? vectors : vectors.filter((_, index) => index % 4 === 0)) {
        const expected = await shown(vector, closures);
        for (const tier of tiers) expect(await shown(vector, tier)).toEqual(expected);
      }
    },
  );
});
