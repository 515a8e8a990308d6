// The tool options for who may call it, and for what the model sees of its results.

import type { Exposure, NativeResult, Tool } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { presentFields } from "@ptc/llm/adapter";
import {
  isRecord,
  knownOptions,
  oneOf,
  wholeNumber,
  wrongOption,
} from "../options/option-checks.ts";

/** The tool options for who may call it. */
export type ToolExposure = Pick<Tool, "expose" | "nativeResult">;

/** The names of `ToolExposure`. */
export const exposureNames = [
  "expose",
  "nativeResult",
] as const satisfies readonly (keyof ToolExposure)[];

/** Returns only these options, unchecked. They are checked when an agent receives the tool. */
export function exposureOptions({ expose, nativeResult }: ToolExposure): ToolExposure {
  return presentFields({ expose, nativeResult });
}

/** Checks `expose`. @throws OptionError with the option's name */
export function exposeOption(option: string, expose: Exposure | undefined): Exposure | undefined {
  return expose === undefined
    ? undefined
    : oneOf<Exposure>(option, expose, ["native", "program", "both"]);
}

/**
 * Checks `nativeResult`. The model sees only a preview, so programs must be able to read the full
 * result from the cache.
 * @throws OptionError with the option's name
 */
export function nativeResultFor(
  option: string,
  nativeResult: NativeResult | undefined,
  { expose, cache }: { readonly expose: Exposure | undefined; readonly cache: boolean },
): NativeResult | undefined {
  const checked = nativeResultOption(option, nativeResult);
  if (checked !== undefined && !(expose === "both" && cache))
    throw new OptionError(
      option,
      'needs expose: "both" and cache: true, so that programs can get the full result',
    );
  return checked;
}

const mostRows = 1_000;

/** Checks the fields of `nativeResult`. @throws OptionError with the option's name */
function nativeResultOption(
  option: string,
  given: NativeResult | undefined,
): NativeResult | undefined {
  if (given === undefined) return undefined;
  if (!isRecord(given))
    throw wrongOption(option, 'expected an object such as { preview: "rows", limit: 5 }', given);
  knownOptions(given, ["preview", "limit"], `${option}.`);
  const { preview, limit } = given;
  if (
    preview !== undefined &&
    preview !== "metadata" &&
    preview !== "rows" &&
    typeof (preview as unknown) !== "function"
  )
    throw wrongOption(`${option}.preview`, 'expected "metadata", "rows" or a function', preview);
  if (limit !== undefined) {
    if (preview !== "rows")
      throw wrongOption(`${option}.limit`, 'is only for preview: "rows"', limit);
    if (wholeNumber(`${option}.limit`, limit, 1) > mostRows)
      throw wrongOption(`${option}.limit`, `expected at most ${String(mostRows)}`, limit);
  }
  return given;
}
