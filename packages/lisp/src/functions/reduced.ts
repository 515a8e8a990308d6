// What `reduced` makes: a value that ends a reduction when its function answers with it.

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

/** The value inside, where there is one. */
export function unreduced(value: Value): Value {
  return value instanceof Reduced ? value.value : value;
}
