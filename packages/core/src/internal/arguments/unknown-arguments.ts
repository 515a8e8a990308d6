// Reports arguments that a tool doesn't declare, and such fields of maps inside them. Usually the
// name is misspelled, and an optional argument would be ignored silently.

import { nearestNames, oneLine } from "../../errors/internal.ts";
import { hostFieldName } from "../../values/internal.ts";
import type { MisspelledNames } from "./misspelled-names.ts";

const mostChecked = 50;
const mostReported = 5;
const longestName = 64;
const longestList = 400;

export interface UnknownArgumentOptions {
  /** If given, reports only misspellings of a declared name that is missing. */
  readonly misspelled?: MisspelledNames | undefined;
  /** True if the names are fields of a map inside the arguments. */
  readonly isField?: boolean;
}

/**
 * Returns one line for each name in `given` that isn't in `declared` in any spelling:
 * `there is no argument limt: did you mean limit? It takes query, limit`.
 */
export function unknownArguments(
  given: readonly string[],
  declared: readonly string[],
  { misspelled, isField = false }: UnknownArgumentOptions = {},
): readonly string[] {
  const known = new Set(declared.map(hostFieldName));
  const unknown = given.filter((name) => !known.has(hostFieldName(name)));
  if (unknown.length === 0) return unknown;
  const used = new Set(given.map(hostFieldName));
  const missing = declared.filter((name) => !used.has(hostFieldName(name)));
  const problems: string[] = [];
  for (const name of unknown.slice(0, mostChecked)) {
    const near =
      misspelled === undefined
        ? nearestNames(name.slice(0, longestName), missing, 1)[0]
        : missing.find((each) => each === misspelled.meant(name));
    if (near !== undefined || misspelled === undefined)
      problems.push(reported(name, near, declared, isField));
  }
  return problems.slice(0, mostReported);
}

function reported(
  name: string,
  near: string | undefined,
  declared: readonly string[],
  isField: boolean,
): string {
  const start = `there is no ${isField ? "field" : "argument"} ${oneLine(name, longestName)}`;
  if (declared.length === 0) return `${start}: it takes none`;
  const takes = oneLine(declared.join(", "), longestList);
  return near === undefined
    ? `${start}: it takes ${takes}`
    : `${start}: did you mean ${oneLine(near, longestName)}? It takes ${takes}`;
}
