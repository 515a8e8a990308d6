// A small model first: it gets the mission and one chance to mend its answer. Where its answers do
// not fit the signature twice, a large one is asked, and told what went wrong.

import { defineAgent, run, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import { byHeart, type CountedModel } from "./by-heart.ts";
import type { Leak } from "./plants.ts";

const reader = defineAgent({
  name: "reader",
  prompt:
    "Which pump leaked most by the report, and how much?{{#failed}} Another model failed: {{failed}}{{/failed}}",
  signature: "(report :string, failed :string?) -> {pump :string, litres :int}",
  maxTurns: 1,
  retryTurns: 1,
});

export interface Escalated {
  readonly step: MissionStep<Leak>;
  readonly answeredBy: "small" | "large" | "nobody";
}

/** Reasons for which another model may do better. */
const worthAnother: ReadonlySet<string> = new Set([
  "validation_error",
  "max_turns_exceeded",
  "no_code_found",
]);

export async function smallThenLarge(
  report: string,
  { small, large }: { readonly small: LanguageModel; readonly large: LanguageModel },
): Promise<Escalated> {
  const first = await run(reader, { llm: small, context: { report } });
  if (first.ok) return { step: first, answeredBy: "small" };
  if (!worthAnother.has(first.fail.reason)) return { step: first, answeredBy: "nobody" };
  const context = { report, failed: first.fail.message };
  const step = await run(reader, { llm: large, context });
  return { step, answeredBy: step.ok ? "large" : "nobody" };
}

/** It takes the first leak it finds, and forgets that litres are a number. */
export const smallModel = (): CountedModel =>
  byHeart("small", {
    "Which pump": [
      '(let [[_ pump litres] (re-find #"Pump (P-\\d+) leaked (\\d+)" data/report)] (return {:pump pump :litres litres}))',
      '(let [[_ pump litres] (re-find #"Pump (P-\\d+) leaked (\\d+ litres)" data/report)] (return {:pump pump :litres litres}))',
    ],
  });

export const largeModel = (): CountedModel =>
  byHeart("large", {
    "Which pump": [
      `(let [leaks (map (fn [[_ pump litres]] {:pump pump :litres (parse-long litres)})
             (re-seq #"Pump (P-\\d+) leaked (\\d+)" data/report))]
  (return (max-by :litres leaks)))`,
    ],
  });
