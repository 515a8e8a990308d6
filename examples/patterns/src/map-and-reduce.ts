// Map and reduce: each part of each log is read by a mission of its own, several at once; one
// mission puts together what they found. No mission sees more than a part, or than the findings.

import { defineAgent, run, runAll, type Fail, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import type { Log, PlantLitres } from "./logs.ts";
import { partsOf, reader, type Findings, type Part } from "./reader.ts";

const adder = defineAgent({
  name: "adder",
  prompt:
    "How many litres leaked at each plant? The most first. Parts of a log overlap: an entry of a plant that stands in two of them counts once. What is corrected counts as corrected.",
  signature:
    "(parts [{plant :string, leaks [{entry :int, pump :string, litres :int}], corrections [{entry :int, litres :int}]}]) -> [{plant :string, litres :int}]",
  maxTurns: 2,
});

export interface Reduced {
  readonly step: MissionStep<readonly PlantLitres[]>;
  /** The steps of the parts, in their order. */
  readonly read: readonly MissionStep<Findings>[];
  /** Parts that were not read, and why; the answer is without them. */
  readonly unread: readonly { readonly part: Part; readonly fail: Fail }[];
}

export async function mapAndReduce(
  logs: readonly Pick<Log, "plant" | "text">[],
  llm: LanguageModel,
  { concurrency = 4, maxModelCalls = 100 } = {},
): Promise<Reduced> {
  const parts = partsOf(logs);
  const read = await runAll(
    parts.map(({ text }) => ({ agent: reader, context: { part: text } })),
    { llm, concurrency, maxModelCalls },
  );
  const found = parts.flatMap(({ plant }, index) => {
    const step = read[index];
    return step?.ok === true ? [{ plant, ...step.return }] : [];
  });
  const unread = parts.flatMap((part, index) => {
    const step = read[index];
    return step?.ok === false ? [{ part, fail: step.fail }] : [];
  });
  const step = await run(adder, { llm, context: { parts: found } });
  return { step, read, unread };
}
