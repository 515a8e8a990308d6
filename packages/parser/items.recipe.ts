// The recipe by which tools/grammar-build generates src/generated/items.ts from src/grammar.ohm.
// This is the formatter's reader, which keeps comments and discards. It reads only texts that the
// other reader has accepted.
import type { ReaderRecipe } from "@ptc/grammar-build";
import { recipe as formsRecipe } from "./reader.recipe.ts";

export const recipe: ReaderRecipe = {
  grammar: formsRecipe.grammar,
  actions: new URL("src/items/build-items.ts", import.meta.url),
  output: new URL("src/generated/items.ts", import.meta.url),
  withoutTrace: true,
  start: "program",
  nesting: formsRecipe.nesting,
  silent: [],
};
