// Renders language.md: templates/language.md, with a generated section for each line `{{name}}`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { languageSections } from "./language-sections.ts";

export function languageDocument(): string {
  const template = readFileSync(
    join(import.meta.dirname, "../templates/language.md"),
    "utf8",
  ).replaceAll("\r\n", "\n");
  return fillTemplate(template, languageSections);
}

/** Throws for an unknown placeholder, and for a section without a placeholder. */
export function fillTemplate(
  template: string,
  sections: ReadonlyMap<string, () => string>,
): string {
  const used = new Set<string>();
  const text = template.replaceAll(/^\{\{(.*)\}\}$/gm, (_, name: string) => {
    const render = sections.get(name);
    if (render === undefined) throw new Error(`unknown placeholder {{${name}}}`);
    used.add(name);
    return render();
  });
  const unused = [...sections.keys()].filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`no placeholder for ${unused.join(", ")}`);
  return text;
}
