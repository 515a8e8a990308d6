import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildConfig } from "../../tsup.base.ts";

const folder = join(import.meta.dirname, "dist");
const comments = "/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */";

/**
 * Minifying removes the comments from imports of a variable. Without them, webpack replaces the
 * import by one that always fails.
 */
function restoreImportComments(): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
    const text = readFileSync(join(folder, name), "utf8");
    const restored = text.replace(/\bimport\(\s*([\w$]+)\s*\)/g, `import(${comments} $1)`);
    if (restored !== text) writeFileSync(join(folder, name), restored);
  }
}

export default buildConfig("portable", { afterwards: restoreImportComments });
