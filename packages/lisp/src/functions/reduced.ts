// The result of `reduced`: a value that ends a reduction when its function returns it.

import { OpaqueValue, type Value } from "@ptc/core/values";

export class Reduced extends OpaqueValue {
  readonly typeName = "reduced";
  readonly value: Value;

  constructor(value: Value) {
    super();
    this.value = value;
  }

  override get asData(): Value {
    return this.value;
  }
}

/** Returns the value inside a `Reduced`, and any other value unchanged. */
export function unreduced(value: Value): Value {
  return value instanceof Reduced ? value.value : value;
}
