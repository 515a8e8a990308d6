// The value that a program holds when it has caught an error, or has made an exception to throw. It
// knows which error it came from, so that throwing it again reports the original position.

import { Keyword, MapBuilder, OpaqueValue, type Value } from "@ptc/core/values";
import type { Site } from "../site.ts";

export interface ExceptionParts {
  /**
   * The kind of an error of the evaluator; `ex_info` or `exception` for what the program made
   * itself.
   */
  readonly kind: string;
  /**
   * The class that the program's constructor named, such as `IllegalArgumentException`; absent for
   * an error of the evaluator.
   */
  readonly className?: string;
  readonly message: string | null;
  /** What `ex-data` answers. */
  readonly data: Value;
  readonly cause: Value;
  /**
   * Makes the error that it stands for again, and says where that error happened. The error itself
   * is not kept, because what it passes on its way adds to it.
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
