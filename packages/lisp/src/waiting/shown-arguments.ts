// The arguments of a pending call, as a person sees them.

import type { Json } from "@ptc/core/encoding";
import { decodedValue } from "@ptc/core/internal/stored";

/** Returns arguments as readable JSON: big integers and times as text. */
export function shownArguments(args: Json): Json {
  return JSON.parse(
    JSON.stringify(decodedValue(args, "arguments"), (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    ),
  ) as Json;
}
