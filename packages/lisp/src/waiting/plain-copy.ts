// Copies common data, whose encoding is its JSON. Most arguments and results are of this kind, and
// all other code for values costs more than a call.

import type { Json } from "@ptc/core/encoding";
import { plainJson } from "@ptc/core/internal/stored";

/** Common data is small, so its work isn't counted. */
const plainWork = { spend: () => undefined };

/** Returns a copy of common data. Undefined for all other data. */
export function plainCopy(value: unknown): Json | undefined {
  return plainJson(value, plainWork);
}
