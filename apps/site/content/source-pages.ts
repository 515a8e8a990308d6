// Lists the Markdown files that become pages, with the address of each.

import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** A page from a Markdown file of the repository. */
export interface SourcePage {
  /** Relative to the repository: `docs/guides/tools.md`. */
  readonly source: string;
  /** The address without slashes at its ends: `guides/tools`. */
  readonly slug: string;
}

const patterns: readonly (readonly [pattern: string, slugOf: (file: string) => string])[] = [
  ["docs/*.md", (file) => (nameOf(file) === "README" ? "docs" : nameOf(file))],
  ["docs/{guides,decisions,reference}/*.md", underDocs],
  ["docs/reference/api/*.md", underDocs],
];

/** The folders of packages, whose READMEs are pages. */
const packagePatterns = ["packages/*", "packages/providers/*", "packages/stores/*", "apps/*"];

/** Returns all pages, sorted by source. */
export function listSourcePages(root: string): readonly SourcePage[] {
  const documents = patterns.flatMap(([pattern, slugOf]) =>
    globSync(pattern, { cwd: root })
      .map(slashed)
      .map((source) => ({ source, slug: slugOf(source) })),
  );
  return [...documents, ...packagePages(root)].sort((left, right) =>
    left.source < right.source ? -1 : 1,
  );
}

function packagePages(root: string): readonly SourcePage[] {
  return packagePatterns
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .map(slashed)
    .flatMap((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), "utf8")) as {
        readonly name: string;
        readonly private?: boolean;
      };
      return manifest.private === true
        ? []
        : [
            {
              source: file.replace(/package\.json$/, "README.md"),
              slug: `packages/${manifest.name.replace("@ptc/", "")}`,
            },
          ];
    });
}

/** `docs/guides/tools.md` -> `guides/tools`; the README of a folder is the page of the folder. */
function underDocs(file: string): string {
  return file.replace(/^docs\//, "").replace(/(\/README)?\.md$/, "");
}

function nameOf(file: string): string {
  return basename(file, ".md");
}

function slashed(file: string): string {
  return file.replaceAll("\\", "/");
}
