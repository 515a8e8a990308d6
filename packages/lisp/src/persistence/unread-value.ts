// A value of memory that is kept as it was written and read when somebody first asks for it.

import type { Json } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";

export abstract class UnreadValue {
  private known: { readonly value: Value } | undefined;

  /** The same value each time. @throws DecodingError, WorkLimitError for what cannot be read */
  get value(): Value {
    return (this.known ??= { value: this.read() }).value;
  }

  protected abstract read(): Value;
  /** The tagged JSON of the value. */
  abstract toJSON(): Json;
}
