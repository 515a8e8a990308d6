// Copies the documents about a package into its folder `docs`, so that people and coding agents
// find them in node_modules. Links to other pages become addresses of the repository.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { listPublished, repositoryRoot } from "../../repo-checks/src/workspaces.ts";
import { repositoryAddress } from "./manifests.ts";
import { pagesOf } from "./pages.ts";

/** Writes the folder `docs` of each published package, and removes what was there. */
export function writePackageDocs(root: string = repositoryRoot): void {
  const address = repositoryAddress(root);
  for (const { folder, manifest } of listPublished(root)) {
    const target = join(root, folder, "docs");
    rmSync(target, { recursive: true, force: true });
    const pages = pagesOf(manifest.name);
    const index = pages.map((page) => {
      const text = readFileSync(join(root, "docs", page), "utf8");
      const file = join(target, page);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, withLinks(text, page, new Set(pages), address));
      return `- [${/^# (.+)$/m.exec(text)?.[1] ?? page}](${page})`;
    });
    writeFileSync(
      join(target, "README.md"),
      `# Documents of ${manifest.name}\n\n${index.join("\n")}\n\nAll documents: ${address}/tree/main/docs\n`,
    );
  }
}

/** Returns a page of `docs` whose links to pages outside of `pages` are absolute. */
export function withLinks(
  text: string,
  page: string,
  pages: ReadonlySet<string>,
  address: string,
): string {
  return text.replaceAll(/\]\(([^()\s]+)\)/g, (link: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return link;
    const [path = "", anchor] = target.split("#");
    const file = posix.normalize(posix.join("docs", posix.dirname(page), path));
    if (pages.has(posix.relative("docs", file))) return link;
    const kind = /\.[a-z]+$/.test(file) ? "blob" : "tree";
    const hash = anchor === undefined ? "" : `#${anchor}`;
    return `](${address}/${kind}/main/${file}${hash})`;
  });
}
