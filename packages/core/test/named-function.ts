// A function value for tests, which equals only itself.

import { FunctionValue } from "../src/values/index.ts";

export class NamedFunction extends FunctionValue {
  readonly name: string | undefined;

  constructor(name?: string) {
    super();
    this.name = name;
  }
}

/** A function whose hash is that of every other one of its class, under every function. */
export class AlikeFunction extends NamedFunction {
  override get identityHash(): number {
    return 7;
  }
}
