// Which public values the documents show. A value counts as documented where a README, a guide or a
// reference page names its package and has the value in code. The API reference does not count: it
// lists every name.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./workspaces.ts";

export interface PublicValue {
  /** `@ptc/core/values` */
  readonly specifier: string;
  readonly name: string;
}

/** The values of a public-names.txt that versioning covers. */
export function valuesIn(publicNames: string): readonly PublicValue[] {
  return publicNames.split("\n\n").flatMap((section) => {
    const [specifier = "", ...lines] = section.split("\n");
    if (specifier.split("/").includes("internal")) return [];
    return lines.flatMap((line) => {
      const name = /^ {2}value (.+)$/.exec(line)?.[1];
      return name === undefined ? [] : [{ specifier, name }];
    });
  });
}

/** The code words of a document, and the packages it names. */
export interface Page {
  readonly packages: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

export function pageOf(markdown: string): Page {
  const code = [
    ...markdown.matchAll(/^```.*?^```/gms),
    ...markdown.replaceAll(/^```.*?^```/gms, "").matchAll(/(`+)[^`].*?\1/g),
  ].map(([text]) => text);
  return {
    packages: new Set([...markdown.matchAll(/@ptc\/[\w-]+|create-ptc/g)].map(([name]) => name)),
    words: new Set(code.flatMap((text) => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])),
  };
}

/** Every README, guide and reference page of the repository. */
export function readPages(root: string = repositoryRoot): readonly Page[] {
  return globSync(
    [
      "README.md",
      "packages/*/README.md",
      "packages/providers/*/README.md",
      "packages/stores/*/README.md",
      "apps/*/README.md",
      "docs/*.md",
      "docs/guides/*.md",
      "docs/reference/*.md",
    ],
    { cwd: root },
  ).map((file) => pageOf(readFileSync(join(root, file), "utf8")));
}

export function isDocumented({ specifier, name }: PublicValue, pages: readonly Page[]): boolean {
  const packageName = specifier.split("/").slice(0, 2).join("/");
  return pages.some(({ packages, words }) => packages.has(packageName) && words.has(name));
}
