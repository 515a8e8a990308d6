// A short text that is equal for equal steps, to compare a replayed run with the recorded one. It
// covers the whole step except the cost of the run, which depends on current prices, and the memory
// peak, which follows from the memory of each program.

import type { Json } from "@ptc/core/encoding";
import { stepWithoutFiles, toolCallJson } from "../step-json/step-to-json.ts";
import type { MissionStep } from "../step/step.ts";
import { digestOf } from "./digest.ts";
import { withoutNumbers, type HiddenJson } from "./hidden-json.ts";

/** The beginning of digests of steps whose calls were written once. */
const once = "2-";

export interface StepDigestOptions {
  /** True if nothing had to be hidden in arguments and results, so they aren't searched again. */
  readonly areCallsClear?: boolean;
  /** A digest to compare with. Recordings of earlier releases have those of another text. */
  readonly like?: string | undefined;
}

/** Returns `2-` and sixteen hexadecimal digits, or a digest of the same form as another one. */
export function stepDigest(
  step: MissionStep,
  hiding: HiddenJson,
  { areCallsClear = false, like }: StepDigestOptions = {},
): string {
  if (like?.startsWith(once) === false) return digestOf(maskedText(step, hiding));
  const calls = step.turns.flatMap((turn) => turn.toolCalls);
  // The records of calls are most of a step. They are in the step and in its turns.
  const isRepeated =
    calls.length === step.toolCalls.length &&
    calls.every((call, index) => call === step.toolCalls[index]);
  const digested = isRepeated ? { ...step, toolCalls: [] } : step;
  const text = isRepeated ? clearText(digested, hiding, areCallsClear) : undefined;
  return once + digestOf(text ?? maskedText(digested, hiding));
}

function maskedText(step: MissionStep, hiding: HiddenJson): string {
  const json = hiding.madeFormat(
    JSON.parse(JSON.stringify(stepWithoutFiles(step), comparable)) as Json,
  );
  const text = JSON.stringify(json, hiding.hasHidden ? withoutWork : undefined);
  return withoutNumbers(text);
}

/** Returns the same text if nothing in the step is hidden, and undefined if it isn't known. */
function clearText(
  step: MissionStep,
  hiding: HiddenJson,
  areCallsClear: boolean,
): string | undefined {
  if (hiding.hasHidden) return undefined;
  const texts = step.turns.map((turn) => itemsText(turn.toolCalls.map(toolCallJson)));
  const rest = stepWithoutFiles({
    ...step,
    turns: step.turns.map((turn) => ({ ...turn, toolCalls: [] })),
  });
  const searched = [...(areCallsClear ? [] : texts), JSON.stringify(rest)];
  if (!searched.every((text) => hiding.isClear(text))) return undefined;
  const turnTexts = rest.turns.map((turn, index) =>
    objectText(turn, { toolCalls: [texts[index] ?? ""] }),
  );
  return objectText(rest, { turns: turnTexts });
}

function itemsText(items: readonly object[]): string {
  const text = JSON.stringify(items);
  return (hasComparable.test(text) ? JSON.stringify(items, comparable) : text).slice(1, -1);
}

/** Returns the text of an object, with lists whose items are written already. */
function objectText(fields: object, lists: Readonly<Record<string, readonly string[]>>): string {
  const texts = Object.entries(fields).map(([name, value]: [string, unknown]) => {
    const items = lists[name]?.filter((text) => text !== "");
    return items === undefined
      ? JSON.stringify({ [name]: value }, comparable).slice(1, -1)
      : `"${name}":[${items.join()}]`;
  });
  return `{${texts.filter((text) => text !== "").join()}}`;
}

/** Matches the names of all fields that `comparable` changes. */
const hasComparable = /"(?:cost|peakMemoryBytes|journal|toolCache|warnings)":/;

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
