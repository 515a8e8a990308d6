// The compilers of nodes that only further forms make, and of functions that were written as JSON.
// They are loaded with what analyses these forms, so they are there when there is a node to compile;
// and before functions are read, which may have any form.

import type { NodeCompiler, NodeCompilers } from "./compilation.ts";
import type * as CompileFunction from "./compile-function.ts";

type FurtherNode = "try" | "letfn" | "sibling" | "task";

export interface FurtherCompilers {
  readonly synchronous: Pick<NodeCompilers, FurtherNode>;
  readonly awaiting: Pick<NodeCompilers, FurtherNode>;
  // How functions that were written as JSON are made again.
  readonly closureOf: typeof CompileFunction.closureOf;
  readonly compileFunctionCode: typeof CompileFunction.compileFunctionCode;
  readonly compileFunctionSource: typeof CompileFunction.compileFunctionSource;
}

class CompilerLibrary {
  private compilers: FurtherCompilers | undefined = undefined;

  get isLoaded(): boolean {
    return this.compilers !== undefined;
  }

  add(compilers: FurtherCompilers): void {
    this.compilers ??= compilers;
  }

  get loaded(): FurtherCompilers {
    if (this.compilers === undefined) throw new Error("the further forms are not loaded");
    return this.compilers;
  }
}

/** The compilers of further forms of this process; see analysis/further-forms.ts. */
export const compilerLibrary: CompilerLibrary = /* @__PURE__ */ new CompilerLibrary();

export function onNeed<Type extends FurtherNode>(
  type: Type,
  mode: "synchronous" | "awaiting",
): NodeCompiler<Type> {
  return (node, compilation) => compilerLibrary.loaded[mode][type](node, compilation);
}
