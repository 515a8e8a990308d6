// Lists the fields of a context for a person: each with its kind, and the names of its fields.

import { Firewall } from "@ptc/core/firewall";
import { DataDepthError, fromHost } from "@ptc/core/values";
import { outlineOf } from "../../../shape/describe-data.ts";
import { shownName } from "../../../shape/shown-name.ts";

export interface ContextField {
  /** Such as `data/orders`. */
  readonly name: string;
  /** Such as `vector of 120 maps {id, status}`; contains no values. */
  readonly outline: string;
}

/** Returns the first `most` fields. The texts have no control characters. */
export function contextOverview(
  context: Readonly<Record<string, unknown>>,
  most: number,
): readonly ContextField[] {
  const firewall = new Firewall();
  return Object.entries(context)
    .slice(0, most)
    .map(([name, value]) => ({
      name: `data/${shownName(name)}`,
      outline: outlineText(value, firewall),
    }));
}

function outlineText(value: unknown, firewall: Firewall): string {
  try {
    return outlineOf(fromHost(value), firewall);
  } catch (error) {
    if (error instanceof DataDepthError) return "nested too deep to read";
    throw error;
  }
}
