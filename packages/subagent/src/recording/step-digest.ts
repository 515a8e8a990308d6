// A short text that is equal for equal steps, to compare a replayed run with the recorded one. It
// covers the whole step except the cost of the run, which depends on current prices, and the memory
// peak, which follows from the memory of each program.

import type { ToolCallRecord } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { stepWithoutFiles, toolCallJson } from "../step-json/step-to-json.ts";
import type { MissionStep } from "../step/step.ts";
import { digestOf } from "./digest.ts";
import type { CoveredCalls, CoveredParts, FoundParts } from "./covered-calls.ts";
import { withoutNumbers, type HiddenJson } from "./hidden-json.ts";
import { TextHash } from "./text-hash.ts";

/** The beginning of digests of steps whose calls were written once. */
const once = "2-";
/** The beginning of digests without the values of calls that lines have. */
const covered = /^3(a?)(r?)-/;

/** The lines of a recording: their digest, and the values of calls in them. */
export interface DigestedLines {
  readonly digest: string;
  readonly calls: CoveredCalls;
}

export interface StepDigestOptions {
  /** True if nothing had to be hidden in arguments and results, so they aren't searched again. */
  readonly areCallsClear?: boolean;
  readonly lines?: DigestedLines | undefined;
  /** A digest to compare with. Recordings of earlier releases have those of another text. */
  readonly like?: string | undefined;
}

/** Returns a digest whose beginning is its form, or one of the same form as another one. */
export function stepDigest(
  step: MissionStep,
  hiding: HiddenJson,
  { areCallsClear = false, lines, like }: StepDigestOptions = {},
): string {
  const calls = step.turns.flatMap((turn) => turn.toolCalls);
  // The records of calls are most of a step. They are in the step and in its turns.
  const isRepeated =
    calls.length === step.toolCalls.length &&
    calls.every((call, index) => call === step.toolCalls[index]);
  const parts = like === undefined ? undefined : covered.exec(like);
  if (lines !== undefined && isRepeated) {
    if (parts !== null && parts !== undefined)
      return coveredDigest(step, hiding, lines, {
        args: parts[1] !== "",
        results: parts[2] !== "",
      });
    if (like === undefined && areCallsClear) {
      const found = lines.calls.partsOf(calls.filter(isPlainCall));
      if (found.args || found.results) return coveredDigest(step, hiding, lines, found);
    }
  }
  if (like !== undefined && !like.startsWith(once) && parts === null)
    return digestOf(maskedText(step, hiding));
  const digested = isRepeated ? { ...step, toolCalls: [] } : step;
  const text = isRepeated ? clearText(digested, hiding, areCallsClear) : undefined;
  return once + digestOf(text ?? maskedText(digested, hiding));
}

/** Returns the digest of a step and of the lines that have parts of it. */
function coveredDigest(
  step: MissionStep,
  hiding: HiddenJson,
  lines: DigestedLines,
  parts: CoveredParts,
): string {
  const hash = new TextHash();
  hash.add(lines.digest);
  const find = lines.calls.finder();
  for (const { number, toolCalls } of step.turns) {
    hash.add(`turn ${String(number)}`);
    // Calls whose lines follow each other are one entry.
    let first = 0;
    let next = 0;
    const endRange = (): void => {
      if (next > first) hash.add(`${String(first)}-${String(next)}`);
      first = next = 0;
    };
    for (const call of toolCalls) {
      const found = find(call);
      const [args, result] = isPlainCall(call)
        ? [parts.args ? found.args : undefined, parts.results ? found.result : undefined]
        : [];
      if (args !== undefined && args === result) {
        if (args !== next) {
          endRange();
          first = args;
        }
        next = args + 1;
        continue;
      }
      endRange();
      hash.add(
        args === undefined && result === undefined
          ? maskedJson(toolCallJson(call), hiding)
          : partlyCovered(call, { args, result }, hiding),
      );
    }
    endRange();
  }
  const turns = step.turns.map((turn) => ({ ...turn, toolCalls: [] }));
  const rest = stepWithoutFiles({ ...step, toolCalls: [], turns });
  const text = hiding.hasHidden ? undefined : JSON.stringify(rest, comparable);
  hash.add(text !== undefined && hiding.isClear(text) ? text : maskedJson(rest, hiding));
  return `3${parts.args ? "a" : ""}${parts.results ? "r" : ""}-${hash.digest()}`;
}

/** Returns the text of a record with the numbers of lines in place of what they have. */
function partlyCovered(
  call: ToolCallRecord,
  { args, result }: FoundParts,
  hiding: HiddenJson,
): string {
  const { args: _args, result: _result, ...rest } = toolCallJson(call);
  return maskedJson(
    {
      ...rest,
      args: args === undefined ? { json: _args } : { line: args },
      result: result === undefined ? { json: _result } : { line: result },
    },
    hiding,
  );
}

/** The names of the fields of a record whose other values lines have. */
const plainFields = 6;

/** True for a record of a call that was made once, and returned a value. */
function isPlainCall(call: ToolCallRecord): boolean {
  return "result" in call && Object.keys(call).length === plainFields;
}

function maskedText(step: MissionStep, hiding: HiddenJson): string {
  return maskedJson(stepWithoutFiles(step), hiding);
}

function maskedJson(given: unknown, hiding: HiddenJson): string {
  const json = hiding.madeFormat(JSON.parse(JSON.stringify(given, comparable)) as Json);
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
