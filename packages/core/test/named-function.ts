// A function value for tests, which equals only itself.

import { FunctionValue } from "../src/values/index.ts";

export class NamedFunction extends FunctionValue {
  readonly name: string | undefined;

  constructor(name?: string) {
    super();
    this.name = name;
  }
}
