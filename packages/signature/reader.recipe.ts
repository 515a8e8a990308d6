// The recipe by which tools/grammar-build generates src/generated/signature-reader.ts from
// src/syntax/signature.ohm. Tests run the same recipe in ohm-js.

import type { ReaderRecipe } from "@ptc/grammar-build";

export const recipe: ReaderRecipe = {
  grammar: new URL("src/syntax/signature.ohm", import.meta.url),
  actions: new URL("src/syntax/actions.ts", import.meta.url),
  output: new URL("src/generated/signature-reader.ts", import.meta.url),
  start: "signature",
  nesting: ["listType", "mapType"],
  silent: [],
};
