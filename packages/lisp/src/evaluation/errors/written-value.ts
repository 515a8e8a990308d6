// A value that is neither data nor a function, but can be written as JSON and read elsewhere:
// exceptions and `reduced`. `persistence/opaque-decoder.ts` reads the JSON.

import type { Json } from "@ptc/core/encoding";
import { OpaqueValue, type Value } from "@ptc/core/values";

export abstract class WrittenValue extends OpaqueValue {
  /** Returns its JSON. `encode` writes the values it holds. */
  abstract written(encode: (value: Value) => Json): Json;

  /** The values that `written` encodes. */
  abstract get held(): readonly Value[];
}
