// How tools/grammar-build makes src/generated/items.ts from src/grammar.ohm: the reader of the
// formatter, which keeps comments and discards. It reads only what the other one has read.
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
