// Writes docs/reference from the tables of the language: `node tools/reference-docs/src/main.ts`.
// The packages are read as sources, whatever was built.
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { relative } from "node:path";
import { cwd } from "node:process";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, "@ptc/source"] }),
});

// Imported only here, after the lines above have set how its imports are resolved.
const { renderDocuments } = await import("./documents.ts");
for (const { path, text } of renderDocuments()) {
  writeFileSync(path, text);
  console.log(`wrote ${relative(cwd(), path)}`);
}
