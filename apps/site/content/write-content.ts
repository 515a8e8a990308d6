// Writes what Astro reads, and the files that the site serves as they are. Everything below the
// folder is written anew.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nameDocuments } from "./function-pages.ts";
import { linkTarget } from "./link-targets.ts";
import { inlineHtml } from "./markdown-text.ts";
import { llmsFullText, llmsText } from "./llms-texts.ts";
import { contentFolder, repositoryRoot, staticFolder, type SiteSettings } from "./settings.ts";
import { referenceOrder, sidebarOf } from "./sidebar.ts";
import { linkPlaces, sitePages, type SitePage } from "./site-pages.ts";
import { startExample } from "./start-example.ts";

/** Writes the content and returns the pages. */
export async function writeContent(settings: SiteSettings): Promise<readonly SitePage[]> {
  const pages = sitePages(settings);
  rmSync(contentFolder, { recursive: true, force: true });
  cpSync(staticFolder, join(contentFolder, "public"), { recursive: true });
  for (const page of pages) {
    write(`pages/${page.slug}.md`, pageFile(page, settings));
    write(`public/${page.slug}.md`, page.markdown);
  }
  const address = (slug: string): string =>
    `${settings.siteUrl === undefined ? settings.base : `${settings.siteUrl}/`}${slug}.md`;
  write("public/llms.txt", llmsText(pages, address));
  write("public/llms-full.txt", llmsFullText(pages));
  const documents = nameDocuments();
  write("public/names.json", `${JSON.stringify(documents)}\n`);
  write(
    "site.json",
    JSON.stringify({
      settings,
      sidebar: sidebarOf(
        readFileSync(join(repositoryRoot, "docs/README.md"), "utf8"),
        pages,
        (target) => slugOfDocument(pages, target),
        referenceOrder(readFileSync(join(repositoryRoot, "docs/reference/README.md"), "utf8")),
      ),
      example: await startExample(),
      reasons: reasonsOf(settings),
      specialForms: documents.filter(({ kind }) => kind === "special").map(({ name }) => name),
      builtins: documents
        .filter(({ kind }) => kind === "function")
        .flatMap(({ name, aliases }) => [name, ...aliases]),
    }),
  );
  return pages;
}

interface Reason {
  readonly title: string;
  /** HTML of plain text and links. */
  readonly html: string;
}

/** Returns the reasons for PTC that README.md lists, so that each number has one source. */
function reasonsOf(settings: SiteSettings): readonly Reason[] {
  const readme = readFileSync(join(repositoryRoot, "README.md"), "utf8");
  const section = /\n## Why\n\n([\s\S]*?)\n\n## /.exec(readme)?.[1];
  if (section === undefined) throw new Error('README.md has no section "Why"');
  const places = linkPlaces(settings);
  return section.split(/^- /m).flatMap((item) => {
    const [, title, text] = /^\*\*([^*]+?)\.?\*\* ([\s\S]*)$/.exec(item.trim()) ?? [];
    if (title === undefined || text === undefined) return [];
    return [
      { title, html: inlineHtml(text, (target) => linkTarget(places, "README.md", target, "/")) },
    ];
  });
}

function slugOfDocument(pages: readonly SitePage[], target: string): string | undefined {
  return pages.find(({ source }) => source === `docs/${target}`)?.slug;
}

function pageFile(page: SitePage, { repositoryUrl }: SiteSettings): string {
  const edit =
    page.source === undefined
      ? "false"
      : JSON.stringify(`${repositoryUrl}/edit/main/${page.source}`);
  return [
    "---",
    `title: ${JSON.stringify(page.title)}`,
    `description: ${JSON.stringify(page.summary)}`,
    `editUrl: ${edit}`,
    "---",
    "",
    page.body,
  ].join("\n");
}

function write(file: string, text: string): void {
  const path = join(contentFolder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
