// A value of memory that stays encoded until its first use.

import type { Json } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";

export abstract class UnreadValue {
  private known: { readonly value: Value } | undefined;

  /**
   * Returns the same value each time. @throws DecodingError, WorkLimitError if the value can't be
   * read
   */
  get value(): Value {
    return (this.known ??= { value: this.read() }).value;
  }

  protected abstract read(): Value;
  /** Returns the tagged JSON of the value. */
  abstract toJSON(): Json;
}
