// The build step: `node tools/grammar-build/src/main.ts <module that exports recipe>` writes the recipe's output.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { argv, cwd, exit } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { emitReader } from "./emit-reader.ts";
import type { ActionTable, ReaderRecipe } from "./recipe.ts";

const [, , recipePath] = argv;
if (recipePath === undefined) {
  console.error("usage: node tools/grammar-build/src/main.ts <module that exports recipe>");
  exit(2);
}
const { recipe } = (await import(pathToFileURL(resolve(recipePath)).href)) as { recipe: ReaderRecipe };
const actions = (await import(recipe.actions.href)) as ActionTable;
const output = fileURLToPath(recipe.output);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, emitReader(recipe, actions));
console.log(`wrote ${relative(cwd(), output)}`);
