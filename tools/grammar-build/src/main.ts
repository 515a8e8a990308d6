// The build step: `node tools/grammar-build/src/main.ts <module that exports recipe>` writes the
// recipe's output.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { argv, cwd, exit } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { emitReader, emitTrace } from "./emit-reader.ts";
import type { ActionTable, ReaderRecipe } from "./recipe.ts";

const [, , recipePath] = argv;
if (recipePath === undefined) {
  console.error("usage: node tools/grammar-build/src/main.ts <module that exports recipe>");
  exit(2);
}
const { recipe } = (await import(pathToFileURL(resolve(recipePath)).href)) as {
  recipe: ReaderRecipe;
};
const actions = (await import(recipe.actions.href)) as ActionTable;
write(recipe.output, emitReader(recipe, actions));
if (recipe.traceOutput !== undefined) write(recipe.traceOutput, emitTrace(recipe, actions));

function write(output: URL, text: string): void {
  const path = fileURLToPath(output);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`wrote ${relative(cwd(), path)}`);
}
