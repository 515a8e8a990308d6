// A short text that is the same for the same step: how a run that is played back is told from the
// one that was recorded. It covers all that a step holds, but what the run cost, which depends on
// the prices of today.

import type { Json } from "@ptc/core/encoding";
import { stepWithoutFiles } from "../step-json/step-to-json.ts";
import type { MissionStep } from "../step/step.ts";
import { digestOf } from "./digest.ts";
import { withoutNumbers, type HiddenJson } from "./hidden-json.ts";

/** Sixteen hexadecimal digits. */
export function stepDigest(step: MissionStep, hiding: HiddenJson): string {
  const json = hiding.madeJson(
    JSON.parse(JSON.stringify(stepWithoutFiles(step), comparable)) as Json,
  );
  const text = JSON.stringify(json, hiding.hasHidden ? withoutWork : undefined);
  return digestOf(withoutNumbers(text));
}

/** What was left out was of another size, so that a program counts differently without it. */
function withoutWork(name: string, value: unknown): unknown {
  return name === "memoryBytes" || name === "steps" ? undefined : value;
}

/** What branches that run at the same time leave in the order in which they end. */
const unordered: ReadonlySet<string> = new Set(["journal", "toolCache", "warnings"]);

function comparable(name: string, value: unknown): unknown {
  if (name === "cost" && typeof value === "number") return undefined;
  if (!unordered.has(name) || !Array.isArray(value)) return value;
  return value.map((item) => JSON.stringify(item)).toSorted();
}
