// Map and reduce: a separate mission reads each part of each log, several at once, and one mission
// combines their findings. Each mission sees only one part, or only the findings.

import { defineAgent, run, runAll, type Fail, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import type { Log, PlantLitres } from "./logs.ts";
import { partsOf, reader, type Findings, type Part } from "./reader.ts";

const adder = defineAgent({
  name: "adder",
  prompt:
    "How many litres leaked at each plant? The most first. Parts of a log overlap: count an entry of a plant once if two parts have it. Apply corrections.",
  signature:
    "(parts [{plant :string, leaks [{entry :int, pump :string, litres :int}], corrections [{entry :int, litres :int}]}]) -> [{plant :string, litres :int}]",
  maxTurns: 2,
});

export interface Reduced {
  readonly step: MissionStep<readonly PlantLitres[]>;
  /** The steps of the parts, in order. */
  readonly read: readonly MissionStep<Findings>[];
  /** The parts that couldn't be read, and why; the answer excludes them. */
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
