// Writes the generated documents: `node tools/reference-docs/src/main.ts`. It imports the packages
// from source, whatever was built.
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join, relative } from "node:path";
import { cwd } from "node:process";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, "@ptc/source"] }),
});

// This import comes after the hook above, because the hook resolves the imports of this module.
const { renderDocuments } = await import("./documents.ts");
const { renderContributing } = await import("./rooms.ts");
const root = join(import.meta.dirname, "../../..");
for (const { path, text } of [...renderDocuments(), renderContributing(root)]) {
  writeFileSync(path, text);
  console.log(`wrote ${relative(cwd(), path)}`);
}
