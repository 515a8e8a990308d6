// The result of `reduced`: a value that ends a reduction when its function returns it.

import type { Json } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";
import { WrittenValue } from "../evaluation/errors/written-value.ts";

export class Reduced extends WrittenValue {
  readonly typeName = "reduced";
  readonly value: Value;

  constructor(value: Value) {
    super();
    this.value = value;
  }

  override get asData(): Value {
    return this.value;
  }

  override get held(): readonly Value[] {
    return [this.value];
  }

  override written(encode: (value: Value) => Json): Json {
    return { reduced: encode(this.value) };
  }
}

/** Returns the value inside a `Reduced`, and any other value unchanged. */
export function unreduced(value: Value): Value {
  return value instanceof Reduced ? value.value : value;
}
