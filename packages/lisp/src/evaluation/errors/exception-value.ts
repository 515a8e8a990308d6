// The value of a caught error, or of an exception that a program created. It stores the error it
// came from, so throwing it again reports the original position.

import type { Json } from "@ptc/core/encoding";
import { Keyword, type Value } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import { WrittenValue } from "./written-value.ts";
import type { Site } from "../site.ts";

export interface ExceptionParts {
  /** The kind of an evaluator error, or `ex_info` or `exception` if the program created it. */
  readonly kind: string;
  /**
   * The class from the program's constructor, such as `IllegalArgumentException`. Absent for
   * evaluator errors.
   */
  readonly className?: string;
  readonly message: string | null;
  /** The result of `ex-data`. */
  readonly data: Value;
  readonly cause: Value;
  /**
   * `again` creates the original error, and `site` is its position. The error object itself isn't
   * stored, because code that it passes through adds to it.
   */
  readonly origin?: { readonly again: () => Error; readonly site: Site | undefined };
}

export class ExceptionValue extends WrittenValue {
  readonly typeName = "exception";
  readonly parts: ExceptionParts;

  constructor(parts: ExceptionParts) {
    super();
    this.parts = parts;
  }

  override get printed(): string {
    return `#<exception ${this.parts.message ?? "without a message"}>`;
  }

  override get dataTag(): string {
    return "#error ";
  }

  /** `{:message "…", :data …}`. */
  override get asData(): Value {
    const builder = new MapBuilder();
    builder.set(new Keyword("message"), this.parts.message);
    if (this.parts.data !== null) builder.set(new Keyword("data"), this.parts.data);
    return builder.build();
  }

  override get held(): readonly Value[] {
    const { message, data, cause } = this.parts;
    return [message, data, cause];
  }

  override written(encode: (value: Value) => Json): Json {
    const { kind, className, message, data, cause } = this.parts;
    return {
      exception: {
        kind,
        ...(className === undefined ? {} : { className }),
        message,
        data: encode(data),
        cause: encode(cause),
      },
    };
  }
}
