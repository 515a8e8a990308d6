// The compilers of nodes that only lazily loaded forms create. They load together with the handlers
// of these forms, so they are available when such a node is compiled.

import type { Compilation, LazyCompilers, LazyNodeType, NodeCompiler } from "./compilation.ts";

/** Compiles a node with a compiler that loads lazily. */
export function lazily<Type extends LazyNodeType>(
  type: Type,
  mode: "synchronous" | "awaiting",
): NodeCompiler<Type> {
  return (node, compilation) => loadedCompilers(compilation)[mode][type](node, compilation);
}

export function loadedCompilers({ world: { lazy } }: Compilation): LazyCompilers {
  if (lazy.language.loaded === undefined) throw new Error("the forms are not loaded");
  return lazy.language.loaded.lazyCompilers;
}
