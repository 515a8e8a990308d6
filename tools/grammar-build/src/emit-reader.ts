// From a recipe to the text of its modules: what the command writes and the drift test compares.
import { readFileSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pass } from "./emission.ts";
import { emitModule } from "./emit-module.ts";
import { loadGrammar } from "./load-grammar.ts";
import { actionNamesOf, type ActionTable, type ReaderRecipe } from "./recipe.ts";

/**
 * The TypeScript text of the reader. Throws, with the rule's name, on a grammar or recipe that
 * cannot be emitted.
 */
export function emitReader(recipe: ReaderRecipe, actions: ActionTable): string {
  return emitPasses(
    recipe,
    actions,
    recipe.traceOutput === undefined && !recipe.withoutTrace ? ["read", "trace"] : ["read"],
  );
}

/** The text of the module for the second pass, for a recipe that wants one. */
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
