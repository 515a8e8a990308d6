// Values that aren't data: functions, atoms, and signals that builtins use. They are compared by
// identity, printed as a marker, and rejected by the encoding unless the language supplies an
// encoder.

import { IdentityValue } from "./identity-value.ts";
import { inspected } from "./inspection.ts";

/** The base class of all values that can't be written as data. */
export abstract class OpaqueValue extends IdentityValue {
  /** The word shown to a model: `function`, `atom`… */
  abstract readonly typeName: string;

  /**
   * The short text that is printed for the value. If undefined, a marker with the name of its type
   * is printed.
   */
  get printed(): string | undefined {
    return undefined;
  }

  /** The printed form of a value without `printed`. */
  get marker(): string {
    return `#<${this.typeName}>`;
  }

  /** The tag before `asData` in the printed form of a value that prints its data: `#error `. */
  get dataTag(): string | undefined {
    return undefined;
  }

  /** @internal Returns the form for consoles. */
  [inspected](): unknown {
    return this.printed ?? this.marker;
  }

  /**
   * The data that replaces the value if only data is allowed: in memory, in a result, in the
   * arguments of a tool. It is a language value, but that type is defined in terms of this class
   * and can't be named here.
   */
  get asData(): unknown {
    return undefined;
  }
}

/** A function: created by `fn` or `defn`, or a builtin. */
export abstract class FunctionValue extends OpaqueValue {
  readonly typeName: string = "function";
  /**
   * The name from `defn`, `(fn name …)` or the builtin table. Undefined for an anonymous function.
   */
  abstract readonly name: string | undefined;

  override get marker(): string {
    return this.name === undefined ? "#<function>" : `#<function ${this.name}>`;
  }
}
