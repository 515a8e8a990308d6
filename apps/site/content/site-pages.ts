// Makes the pages of the site from the Markdown of the repository and the tables of the language.

import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { functionIndex, functionPages } from "./function-pages.ts";
import { linkTarget, type LinkPlaces } from "./link-targets.ts";
import { summaryOf, titleAndBody, withLinks, type MarkdownLink } from "./markdown-text.ts";
import { repositoryRoot, type SiteSettings } from "./settings.ts";
import { listSourcePages, type SourcePage } from "./source-pages.ts";

export interface SitePage {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  /** The Markdown of the page without its title, for Astro. */
  readonly body: string;
  /** The Markdown under the address `slug.md`, with links to other Markdown. */
  readonly markdown: string;
  /** The source to edit, relative to the repository; undefined for pages from tables. */
  readonly source: string | undefined;
}

const functionsSource = "docs/reference/functions.md";

/** Returns all pages. Throws if a link leads to no file. */
export function sitePages(settings: SiteSettings): readonly SitePage[] {
  const sources = listSourcePages(repositoryRoot);
  const families = functionPages(settings.base);
  const places = linkPlaces(settings);
  const pages = sources.map((page) => sourcePage(page, places, settings));
  return [
    ...pages,
    ...families.map(({ slug, title, body, count }) =>
      tablePage(slug, title, `${String(count)} functions of PTC-Lisp with examples.`, body),
    ),
    listPage("packages", "Packages", "The packages of PTC, with their READMEs.", pages, settings),
    listPage(
      "reference/api",
      "TypeScript API",
      "The exported names of each package, from their doc comments.",
      pages,
      settings,
    ),
  ];
}

/** Returns the addresses of all documents, for links. */
export function linkPlaces({ base, repositoryUrl }: SiteSettings): LinkPlaces {
  return {
    root: repositoryRoot,
    base,
    repositoryUrl,
    slugs: new Map([
      ["README.md", ""],
      ["docs/reference/api", "reference/api"],
      ...listSourcePages(repositoryRoot).map(({ source, slug }) => [source, slug] as const),
    ]),
    parts: new Map(
      functionPages(base).map(({ heading, slug }) => [`${functionsSource}#${heading}`, slug]),
    ),
  };
}

function sourcePage(
  { source, slug }: SourcePage,
  places: LinkPlaces,
  settings: SiteSettings,
): SitePage {
  const { title, body } = titleAndBody(readFileSync(join(repositoryRoot, source), "utf8"));
  const markdown = withLinks(body, ({ target, isImage }) =>
    isImage ? imageUrl(source, target, settings) : linkTarget(places, source, target, ".md"),
  );
  // Its families have pages of their own.
  const isFunctions = source === functionsSource;
  return {
    slug,
    title: title.replace(/^API of /, ""),
    summary: isFunctions ? "Every builtin of PTC-Lisp, by family." : summaryOf(body),
    body: isFunctions
      ? functionIndex(settings.base)
      : withLinks(body, (link) => pageTarget(places, slug, source, link, settings)),
    markdown: `# ${title}\n\n${markdown}`,
    source,
  };
}

function pageTarget(
  places: LinkPlaces,
  slug: string,
  source: string,
  { target, isImage }: MarkdownLink,
  settings: SiteSettings,
): string {
  if (!isImage) return linkTarget(places, source, target, "/");
  const file = imageFile(source, target, settings);
  // Astro resolves it from the written file, apps/site/.cache/content/pages/<slug>.md.
  return posix.relative(posix.join("apps/site/.cache/content/pages", posix.dirname(slug)), file);
}

function imageFile(source: string, target: string, { repositoryUrl }: SiteSettings): string {
  const raw = `${repositoryUrl}/raw/main/`;
  return target.startsWith(raw)
    ? target.slice(raw.length)
    : posix.join(posix.dirname(source), target);
}

function imageUrl(source: string, target: string, settings: SiteSettings): string {
  return `${settings.repositoryUrl}/raw/main/${imageFile(source, target, settings)}`;
}

/** A page that lists the pages below its address. */
function listPage(
  slug: string,
  title: string,
  summary: string,
  pages: readonly SitePage[],
  { base }: SiteSettings,
): SitePage {
  const listed = (ending: string): string =>
    pages
      .filter((page) => page.slug.startsWith(`${slug}/`))
      .map((page) => `- [${page.title}](${base}${page.slug}${ending}): ${page.summary}`)
      .join("\n");
  return {
    ...tablePage(slug, title, summary, `${summary}\n\n${listed("/")}`),
    markdown: `# ${title}\n\n${summary}\n\n${listed(".md")}\n`,
  };
}

function tablePage(slug: string, title: string, summary: string, body: string): SitePage {
  return { slug, title, summary, body, markdown: `# ${title}\n\n${body}\n`, source: undefined };
}
