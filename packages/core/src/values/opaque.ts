// Values that are no data: functions, atoms, and what builtins use as signals. They are compared by
// identity, printed as a marker, and refused by the encoding unless the language supplies an
// encoder.

import { IdentityValue } from "./identity-value.ts";
import { inspected } from "./inspection.ts";

/** Base of every value that cannot be written as data. */
export abstract class OpaqueValue extends IdentityValue {
  /** The word shown to a model: `function`, `atom`… */
  abstract readonly typeName: string;

  /**
   * What is printed for it, which must be short; when absent, a marker with the name of its type.
   */
  get printed(): string | undefined {
    return undefined;
  }

  /** What is printed where there is no `printed`. */
  get marker(): string {
    return `#<${this.typeName}>`;
  }

  /** @internal What a console shows. */
  [inspected](): unknown {
    return this.printed ?? this.marker;
  }

  /**
   * The data that stands for it where only data is allowed: in memory, in a result, in the
   * arguments of a tool. It is a language value, but the type of those is made from this class and
   * cannot be named here.
   */
  get asData(): unknown {
    return undefined;
  }
}

/** A function: made by `fn` or `defn`, or a builtin. */
export abstract class FunctionValue extends OpaqueValue {
  readonly typeName: string = "function";
  /**
   * The name given by `defn`, `(fn name …)` or the builtin table; absent for an anonymous function.
   */
  abstract readonly name: string | undefined;

  override get marker(): string {
    return this.name === undefined ? "#<function>" : `#<function ${this.name}>`;
  }
}
