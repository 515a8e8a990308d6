// Values that are no data: functions, atoms, signals of builtins. They are compared by identity,
// printed as a marker, and refused by the encoding unless their package supplies a codec.

import { IdentityValue } from "./identity-value.ts";

/** Base of every value that cannot be written as data. */
export abstract class OpaqueValue extends IdentityValue {
  /** The word shown to a model: `function`, `atom`… */
  abstract readonly typeName: string;

  /** What is printed for it, without bounds of its own; absent: a marker with the type's name. */
  get printed(): string | undefined {
    return undefined;
  }

  /**
   * The data that stands for it where only data can go: in memory, in a result, in a tool's
   * arguments. A language value; that type is made of this one, so it cannot be named here.
   */
  get asData(): unknown {
    return undefined;
  }
}

/** Anything that can stand in call position because it was made by `fn`, `defn` or is a builtin. */
export abstract class FunctionValue extends OpaqueValue {
  readonly typeName: string = "function";
  /**
   * The name given by `defn`, `(fn name …)` or the builtin table; absent for an anonymous function.
   */
  abstract readonly name: string | undefined;
}
