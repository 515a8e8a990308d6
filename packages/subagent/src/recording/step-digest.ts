// A short text that is equal for equal steps, to compare a replayed run with the recorded one. It
// covers the whole step except the cost of the run, which depends on current prices, and the memory
// peak, which follows from the memory of each program.

import type { Json } from "@ptc/core/encoding";
import { stepWithoutFiles } from "../step-json/step-to-json.ts";
import type { MissionStep } from "../step/step.ts";
import { digestOf } from "./digest.ts";
import { withoutNumbers, type HiddenJson } from "./hidden-json.ts";

/** Returns sixteen hexadecimal digits. */
export function stepDigest(step: MissionStep, hiding: HiddenJson): string {
  const json = hiding.madeFormat(
    JSON.parse(JSON.stringify(stepWithoutFiles(step), comparable)) as Json,
  );
  const text = JSON.stringify(json, hiding.hasHidden ? withoutWork : undefined);
  return digestOf(withoutNumbers(text));
}

/** Omits sizes. Hidden values had another size, so programs count differently without them. */
function withoutWork(name: string, value: unknown): unknown {
  return name === "memoryBytes" || name === "steps" ? undefined : value;
}

/** Fields whose order depends on the order in which concurrent branches end. */
const unordered: ReadonlySet<string> = new Set(["journal", "toolCache", "warnings"]);

const omitted: ReadonlySet<string> = new Set(["cost", "peakMemoryBytes"]);

function comparable(name: string, value: unknown): unknown {
  if (omitted.has(name) && typeof value === "number") return undefined;
  if (!unordered.has(name) || !Array.isArray(value)) return value;
  return value.map((item) => JSON.stringify(item)).toSorted();
}
