// What a program holds when it has caught something, or made something to throw. It knows the error
// it came from, so that throwing it again tells of the first place.

import { Keyword, MapBuilder, OpaqueValue, type Value } from "@ptc/core/values";
import type { Site } from "./site.ts";

export interface ExceptionParts {
  /** Of a mistake its kind; `ex_info` and `exception` for what the program made itself. */
  readonly kind: string;
  /**
   * The class a constructor named, `IllegalArgumentException`; absent for what the evaluator made.
   */
  readonly className?: string;
  readonly message: string | null;
  /** What `ex-data` answers. */
  readonly data: Value;
  readonly cause: Value;
  /**
   * How the error it stands for is made again, and where that happened. The error itself is not
   * kept: its stack takes many times what the program pays for.
   */
  readonly origin?: { readonly again: () => Error; readonly site: Site | undefined };
}

export class ExceptionValue extends OpaqueValue {
  readonly typeName = "exception";
  readonly parts: ExceptionParts;

  constructor(parts: ExceptionParts) {
    super();
    this.parts = parts;
  }

  override get printed(): string {
    return `#<exception ${this.parts.message ?? "without a message"}>`;
  }

  /** `{:message "…", :data …}`. */
  override get asData(): Value {
    const builder = new MapBuilder();
    builder.set(new Keyword("message"), this.parts.message);
    if (this.parts.data !== null) builder.set(new Keyword("data"), this.parts.data);
    return builder.build();
  }
}
