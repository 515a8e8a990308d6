// Makes a module from the prompts of `@ptc/subagent`. They are files, one for each section, so that
// people can read, edit and compare them as text. Published packages can't read files, so they need
// the module.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const packageFolder = join(import.meta.dirname, "../../../packages/subagent");

/** The path of the module. */
export const modulePath: string = join(packageFolder, "src/prompt/generated/prompts.ts");

/** Returns the module's text from the current files. */
export function promptModule(): string {
  const folder = join(packageFolder, "prompts");
  const entries = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8").trimEnd();
      return `  ${JSON.stringify(file.slice(0, -".md".length))}: ${JSON.stringify(text)},\n`;
    });
  return `// Generated from prompts/*.md by tools/prompt-build; do not edit.\n\nexport const prompts = {\n${entries.join("")}} as const;\n`;
}
