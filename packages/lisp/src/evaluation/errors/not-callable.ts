// Words the error for calling a value that isn't a function. Loads when a program does that.

import { Vector, typeName, type Value } from "@ptc/core/values";
import type { Site } from "../site.ts";
import { hiddenHint } from "./hidden-hint.ts";
import { printShort } from "./print-short.ts";

/** Returns the message and the hint for a call of `callee` at `site`. */
export function notCallableText(
  callee: Value,
  site: Site | undefined,
): readonly [message: string, hint: string] {
  const shown = callee === null ? "nil" : `${typeName(callee)} ${printShort(callee)}`;
  if (site?.hiddenBy !== undefined)
    return [
      `${site.operation} is a ${site.hiddenBy} of this program, ${shown}, and cannot be called`,
      hiddenHint(site) ?? "",
    ];
  return [
    `cannot call ${shown} as a function`,
    callee === null
      ? "the name before the arguments has no value"
      : callee instanceof Vector
        ? "read an element with (nth coll index)"
        : "a list in parentheses is a call: write data as [1 2 3]",
  ];
}
