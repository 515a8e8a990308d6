// A function of a library. It exists before its code, because functions may call each other. As
// JSON, it is a reference: its library, its name, and the content hash of the library.

import type { Json } from "@ptc/core/encoding";
import { Closure, type FunctionCode } from "../functions/closure.ts";

/** The code of functions whose definition hasn't been read. They are never called. */
const missingCode: FunctionCode = {
  name: undefined,
  synchronous: { byCount: [], variadic: undefined },
  awaiting: { byCount: [], variadic: undefined },
  immediate: { byCount: [], variadic: undefined },
  world: {},
  source: "",
  captureNames: [],
  group: [],
  shadowed: [],
};

/** The characters of a reference as JSON. */
const lengthOfReference = 128;

export class LibraryClosure extends Closure {
  declare code: FunctionCode;
  private readonly reference: { readonly library: string; readonly hash: string };
  private readonly ownName: string;

  constructor(library: string, name: string, hash: string) {
    super(missingCode, []);
    this.reference = { library, hash };
    this.ownName = name;
  }

  override written(): Json {
    const { library, hash } = this.reference;
    return { library, function: this.ownName, hash };
  }

  override get sourceLength(): number {
    return lengthOfReference;
  }
}
