// A function value for tests: equal to itself only.

import { FunctionValue } from "../src/values/index.ts";

export class NamedFunction extends FunctionValue {
  readonly name: string | undefined;

  constructor(name?: string) {
    super();
    this.name = name;
  }
}
