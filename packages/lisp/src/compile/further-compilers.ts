// The compilers of nodes that only further forms make. They are loaded with what analyses these
// forms, so they are there when there is a node to compile.

import type { noClause } from "./case.ts";
import type { NodeCompiler, NodeCompilers } from "./compilation.ts";

type FurtherNode = "case" | "try" | "throw" | "letfn" | "sibling" | "task";

export interface FurtherCompilers {
  readonly synchronous: Pick<NodeCompilers, FurtherNode>;
  readonly awaiting: Pick<NodeCompilers, FurtherNode>;
  readonly noClause: typeof noClause;
}

class CompilerLibrary {
  private compilers: FurtherCompilers | undefined = undefined;

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
