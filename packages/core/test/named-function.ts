// A function value for tests, equal only to itself.

import { FunctionValue } from "../src/values/index.ts";

export class NamedFunction extends FunctionValue {
  readonly name: string | undefined;

  constructor(name?: string) {
    super();
    this.name = name;
  }
}

/** A function with the same hash as all others of its class, under every hash function. */
export class AlikeFunction extends NamedFunction {
  override get identityHash(): number {
    return 7;
  }
}
