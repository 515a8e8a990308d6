// Writes the arguments of calls, which are compared when the run is resumed.

import type { ToolArguments } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { storableValue } from "@ptc/core/internal/stored";
import { plainCopy } from "@ptc/lisp/internal/waiting";

/** Arguments that a contract converted may contain anything, which is then written as text. */
export function argumentsJson(args: ToolArguments): Json {
  return plainCopy(args) ?? storableValue(args, () => undefined);
}
