// llms.txt, an index of the Markdown pages for language models, and llms-full.txt, the text of the
// pages that a user of the packages needs.

export interface TextPage {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  /** The whole Markdown, with its title. */
  readonly markdown: string;
}

const summary =
  "Programmatic tool calling for TypeScript. A language model writes a short program in PTC-Lisp, a safe subset of Clojure, instead of calling tools one at a time. The program runs in a sandbox next to the data, with counted limits.";

interface Section {
  readonly title: string;
  readonly has: (slug: string) => boolean;
}

/** Pages that only list others. */
const lists: ReadonlySet<string> = new Set(["docs", "packages", "decisions", "reference"]);

const sections: readonly Section[] = [
  {
    title: "Guides",
    has: (slug) => slug.startsWith("guides/") || (!slug.includes("/") && !lists.has(slug)),
  },
  {
    title: "Reference",
    has: (slug) => slug.startsWith("reference/") && !/^reference\/(api|functions)\//.test(slug),
  },
  { title: "Packages", has: (slug) => slug.startsWith("packages/") },
  { title: "TypeScript API", has: (slug) => slug.startsWith("reference/api/") },
  { title: "Optional", has: (slug) => slug.startsWith("decisions/") },
];

/** Their content is in others, or only explains why the code is as it is. */
const leftOut =
  /^(decisions|reference\/api|reference\/functions)(\/|$)|^reference\/(parity|missions)$/;

export function llmsText(pages: readonly TextPage[], addressOf: (slug: string) => string): string {
  const shown = sections.map(({ title, has }) =>
    [
      `## ${title}`,
      pages
        .filter(({ slug }) => has(slug))
        .map(
          (page) =>
            `- [${page.title}](${addressOf(page.slug)})${page.summary === "" ? "" : `: ${page.summary}`}`,
        )
        .join("\n"),
    ].join("\n\n"),
  );
  return `${["# PTC", `> ${summary}`, "PTC is not yet published to npm.", ...shown].join("\n\n")}\n`;
}

export function llmsFullText(pages: readonly TextPage[]): string {
  const whole = pages.filter(({ slug }) => !leftOut.test(slug)).map(({ markdown }) => markdown);
  return `${[`# PTC\n\n> ${summary}`, ...whole].join("\n\n---\n\n").trimEnd()}\n`;
}
