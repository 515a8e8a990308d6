// The prompts of `@ptc/subagent` are files, one for each section, so that they are read, changed
// and compared as text. What is published cannot read files, so a module is made of them.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const packageFolder = join(import.meta.dirname, "../../../packages/subagent");

/** Where the module stands. */
export const modulePath: string = join(packageFolder, "src/prompt/generated/prompts.ts");

/** The module's text, from the files as they are now. */
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
