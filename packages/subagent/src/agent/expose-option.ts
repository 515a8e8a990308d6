// The options of a tool that say who may call it, and what the model sees of its answers.

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

/** The options of a tool that say who may call it. */
export type ToolExposure = Pick<Tool, "expose" | "nativeResult">;

/** The names of `ToolExposure`. */
export const exposureNames = [
  "expose",
  "nativeResult",
] as const satisfies readonly (keyof ToolExposure)[];

/** Those options alone; they are checked where an agent is given the tool. */
export function exposureOptions({ expose, nativeResult }: ToolExposure): ToolExposure {
  return presentFields({ expose, nativeResult });
}

/** @throws OptionError naming the option */
export function exposeOption(option: string, expose: Exposure | undefined): Exposure | undefined {
  return expose === undefined
    ? undefined
    : oneOf<Exposure>(option, expose, ["native", "program", "both"]);
}

/**
 * A preview stands for an answer that is kept for programs.
 * @throws OptionError naming the option
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
      'shows a preview of an answer that programs can have whole: it needs expose: "both" and cache: true',
    );
  return checked;
}

const mostRows = 1_000;

/** @throws OptionError naming the option */
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
      throw wrongOption(`${option}.limit`, 'is for preview: "rows" only', limit);
    if (wholeNumber(`${option}.limit`, limit, 1) > mostRows)
      throw wrongOption(`${option}.limit`, `expected at most ${String(mostRows)}`, limit);
  }
  return given;
}
