// A short text that is equal for equal steps, to compare a replayed run with the recorded one. It
// covers the whole step except the cost of the run, which depends on current prices, and the memory
// peak, which follows from the memory of each program.

import type { Json } from "@ptc/core/encoding";
import { stepWithoutFiles, toolCallJson } from "../step-json/step-to-json.ts";
import type { MissionStep } from "../step/step.ts";
import { digestOf } from "./digest.ts";
import { withoutNumbers, type HiddenJson } from "./hidden-json.ts";

/** Returns sixteen hexadecimal digits. */
export function stepDigest(step: MissionStep, hiding: HiddenJson): string {
  return digestOf(clearText(step, hiding) ?? maskedText(step, hiding));
}

function maskedText(step: MissionStep, hiding: HiddenJson): string {
  const json = hiding.madeFormat(
    JSON.parse(JSON.stringify(stepWithoutFiles(step), comparable)) as Json,
  );
  const text = JSON.stringify(json, hiding.hasHidden ? withoutWork : undefined);
  return withoutNumbers(text);
}

/**
 * Returns the same text if nothing in the step is hidden, and undefined if it isn't known. The
 * records of calls are most of a step. They are in it twice, and are written once.
 */
function clearText(step: MissionStep, hiding: HiddenJson): string | undefined {
  const { turns, toolCalls } = step;
  const calls = turns.flatMap((turn) => turn.toolCalls);
  if (
    hiding.hasHidden ||
    calls.length !== toolCalls.length ||
    calls.some((call, index) => call !== toolCalls[index])
  )
    return undefined;
  const texts = turns.map((turn) => itemsText(turn.toolCalls.map(toolCallJson)));
  const rest = stepWithoutFiles({
    ...step,
    turns: turns.map((turn) => ({ ...turn, toolCalls: [] })),
    toolCalls: [],
  });
  if (![...texts, JSON.stringify(rest)].every((text) => hiding.isClear(text))) return undefined;
  const turnTexts = rest.turns.map((turn, index) =>
    objectText(turn, { toolCalls: [texts[index] ?? ""] }),
  );
  return objectText(rest, { turns: turnTexts, toolCalls: texts });
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
