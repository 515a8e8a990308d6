// The recipe by which tools/grammar-build generates src/generated/reader.ts and trace.ts from
// src/grammar.ohm. Tests run the same recipe in ohm-js.
import type { ReaderRecipe } from "@ptc/grammar-build";

export const recipe: ReaderRecipe = {
  grammar: new URL("src/grammar.ohm", import.meta.url),
  actions: new URL("src/build-forms.ts", import.meta.url),
  output: new URL("src/generated/reader.ts", import.meta.url),
  traceOutput: new URL("src/generated/trace.ts", import.meta.url),
  start: "program",
  // The rules that contain forms. The nesting limit counts how many of these are open.
  nesting: [
    "list",
    "vector",
    "map",
    "set",
    "functionLiteral",
    "quote",
    "deref",
    "varQuote",
    "annotated",
    "discard",
  ],
  silent: ["discard"],
};
