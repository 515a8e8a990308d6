// Checks single options of a run. Each check throws an `OptionError` that names the option. The
// expected values are in refuse-options.ts, which loads with the first wrong option.

import type { StandardSchema } from "@ptc/core/contracts";
import { isStandardSchema } from "@ptc/core/internal/contracts";
import { OptionError } from "@ptc/core/errors";
import type { HostCollections } from "@ptc/core/values";
import type { JournalStore } from "../effects/journal.ts";
import type { GenerateAfter, ShownElements } from "../evaluation/evaluation-options.ts";
import { isObject } from "@ptc/core/internal/host";
import { isMap } from "../evaluation/host/is-object.ts";
import type { ProgramRunOptions } from "./run-options.ts";

/** Returns an error that `refuseOptions` explains. */
function wrong(option: string): OptionError {
  return new OptionError(option, "is wrong");
}

export function checkedFlag(name: string, given: unknown = false): boolean {
  if (typeof given === "boolean") return given;
  throw wrong(name);
}

export function checkedGenerate(given: unknown = "auto"): "auto" | "never" | GenerateAfter {
  if (given === "auto" || given === "never") return given;
  if (isObject(given)) {
    const { calls, turns }: Partial<Record<keyof GenerateAfter, unknown>> = given;
    if (isCount(calls) && isCount(turns)) return { calls, turns };
  }
  throw wrong("generate");
}

/** True for whole numbers that are small enough to count down as small integers. */
function isCount(given: unknown): given is number {
  return typeof given === "number" && Number.isInteger(given) && given >= 0 && given <= 1_000_000;
}

export function checkedYield(given: unknown = 8): number {
  if (typeof given === "number" && given > 0) return given;
  throw wrong("yieldMs");
}

export function checkedRecord<Fields extends object>(
  name: string,
  record: Fields | undefined,
): Fields | undefined {
  if (record !== undefined && !isObject(record)) throw wrong(name);
  return record;
}

/** Rejects a Map, because it has no fields and would pass as a journal without entries. */
export function checkedJournal(given: ProgramRunOptions["journal"]): ProgramRunOptions["journal"] {
  const journal = checkedRecord("journal", given);
  if (journal !== undefined && isMap(journal)) throw new OptionError("journal", "is a Map");
  return journal;
}

export function checkedSchema<Return>(
  schema: StandardSchema<Return> | undefined,
): StandardSchema<Return> | undefined {
  // JavaScript callers may break the promise of the types.
  if (schema === undefined || isStandardSchema(schema)) return schema;
  throw wrong("returns");
}

export function checkedCollections(
  collections: HostCollections | "language" | undefined,
): HostCollections | "language" {
  // JavaScript callers may break the promise of the types.
  const given: unknown = collections ?? "plain";
  if (given === "plain" || given === "native" || given === "language") return given;
  throw wrong("collections");
}

/** The elements of a lazy sequence that `lastValue: "show"` computes. */
const shownElements: ShownElements = { count: 20 };

/** Returns the elements to show, or `undefined` if the last value is the result. */
export function checkedLastValue({
  lastValue,
  returns,
}: Pick<ProgramRunOptions, "lastValue" | "returns">): ShownElements | undefined {
  // JavaScript callers may break the promise of the types.
  const given: unknown = lastValue ?? "return";
  if (given !== "return" && given !== "show" && !isShownElements(given)) throw wrong("lastValue");
  if (given === "return" || returns !== undefined) return undefined;
  return given === "show" ? shownElements : given;
}

function isShownElements(given: unknown): given is ShownElements {
  if (!isObject(given)) return false;
  const { count, isWhole }: Partial<Record<keyof ShownElements, unknown>> = given;
  return (
    Number.isSafeInteger(count) &&
    Number(count) > 0 &&
    (isWhole === undefined || typeof isWhole === "boolean")
  );
}

export function checkedStore({
  journal,
  onJournal,
}: Pick<ProgramRunOptions, "journal" | "onJournal">): JournalStore | undefined {
  if (onJournal === undefined) return undefined;
  if (typeof (onJournal as unknown) !== "function") throw wrong("onJournal");
  if (journal === undefined) throw new OptionError("onJournal", "needs a journal");
  return onJournal;
}
