// Turns a recipe into the text of its modules, for the command that writes them and the drift test
// that compares them.
import { readFileSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pass } from "./emission.ts";
import { emitModule } from "./emit-module.ts";
import { loadGrammar } from "./load-grammar.ts";
import { actionNamesOf, type ActionTable, type ReaderRecipe } from "./recipe.ts";

/**
 * Returns the TypeScript text of the reader. Throws, with the rule's name, for a grammar or recipe
 * that can't be emitted.
 */
export function emitReader(recipe: ReaderRecipe, actions: ActionTable): string {
  return emitPasses(
    recipe,
    actions,
    recipe.traceOutput === undefined && !recipe.withoutTrace ? ["read", "trace"] : ["read"],
  );
}

/** Returns the text of the module for the second pass, for a recipe that requests one. */
export function emitTrace(recipe: ReaderRecipe, actions: ActionTable): string {
  return emitPasses(recipe, actions, ["trace"]);
}

function emitPasses(recipe: ReaderRecipe, actions: ActionTable, passes: readonly Pass[]): string {
  const grammarText = readFileSync(recipe.grammar, "utf8");
  return emitModule({
    passes,
    rules: loadGrammar(grammarText, recipe.start),
    start: recipe.start,
    nesting: recipe.nesting,
    silent: recipe.silent,
    actionNames: actionNamesOf(actions),
    actionsImport: importPath(recipe.output, recipe.actions),
    grammarName: basename(fileURLToPath(recipe.grammar)),
  });
}

function importPath(from: URL, to: URL): string {
  const path = relative(dirname(fileURLToPath(from)), fileURLToPath(to)).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}
