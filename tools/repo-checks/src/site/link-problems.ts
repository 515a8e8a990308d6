// Finds links of the built site that lead nowhere: to missing files of the site, or to missing
// headings of its pages. Links to other hosts are not followed.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileOf } from "./serve-site.ts";

interface LinkedPage {
  readonly ids: ReadonlySet<string>;
  readonly targets: readonly string[];
}

/** Returns a problem for each broken link, and the number of links. */
export function linkProblems(folder: string): {
  readonly problems: readonly string[];
  readonly count: number;
} {
  const pages = new Map<string, LinkedPage>();
  for (const file of globSync("**/*.html", { cwd: folder }))
    pages.set(join(folder, file), linkedPage(readFileSync(join(folder, file), "utf8")));
  const problems: string[] = [];
  let count = 0;
  for (const [path, { targets }] of pages) {
    const address = path
      .slice(folder.length)
      .replaceAll("\\", "/")
      .replace(/index\.html$/, "");
    for (const target of targets) {
      count += 1;
      const problem = problemOf(folder, pages, address, target);
      if (problem !== undefined) problems.push(`${address}: ${target} ${problem}`);
    }
  }
  return { problems, count };
}

function problemOf(
  folder: string,
  pages: ReadonlyMap<string, LinkedPage>,
  address: string,
  target: string,
): string | undefined {
  const url = new URL(target, `http://site${address}`);
  if (url.host !== "site") return undefined;
  const file = fileOf(folder, url.pathname);
  if (file === undefined) return "leads to no file";
  const page = pages.get(file);
  if (page === undefined) return undefined;
  if (!url.pathname.endsWith("/") && !url.pathname.endsWith(".html"))
    return "needs a slash at its end";
  // The playground has its program in the fragment.
  const fragment = decodeURIComponent(url.hash.slice(1));
  if (fragment === "" || fragment.includes("=") || page.ids.has(fragment)) return undefined;
  return "leads to no heading";
}

function linkedPage(html: string): LinkedPage {
  const text = html.replaceAll(/<script[\s\S]*?<\/script>/g, "");
  return {
    ids: new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => plain(id))),
    targets: [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, target]) => plain(target)),
  };
}

function plain(attribute = ""): string {
  return attribute
    .replaceAll(/&#(?:38|x26);|&amp;/gi, "&")
    .replaceAll(/&#(?:39|x27);|&apos;/gi, "'")
    .replaceAll(/&quot;|&#34;/g, '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
}
