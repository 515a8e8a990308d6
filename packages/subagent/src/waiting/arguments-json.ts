// Writes the arguments of calls, which are compared when the run is resumed.

import type { ToolArguments } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { storableValue } from "@ptc/core/internal/stored";

/** Arguments that a contract converted may contain anything, which is then written as text. */
export function argumentsJson(args: ToolArguments): Json {
  return storableValue(args, () => undefined);
}
