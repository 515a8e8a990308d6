// The content step: links, titles and the sidebar of pages.

import { describe, expect, test } from "vitest";
import { linkTarget, type LinkPlaces } from "../content/link-targets.ts";
import { summaryOf, titleAndBody, withLinks } from "../content/markdown-text.ts";
import { repositoryRoot } from "../content/settings.ts";
import { sidebarOf } from "../content/sidebar.ts";
import { policyOf } from "../content/complete-pages.ts";

const places: LinkPlaces = {
  root: repositoryRoot,
  base: "/ptc/",
  repositoryUrl: "https://github.com/ptc-lang/ptc",
  slugs: new Map([
    ["README.md", ""],
    ["docs/guides/tools.md", "guides/tools"],
    ["packages/lisp/README.md", "packages/lisp"],
  ]),
  parts: new Map([["docs/reference/functions.md#strings", "reference/functions/strings"]]),
};

describe("links in documents", () => {
  const target = (link: string): string => linkTarget(places, "docs/guides/mcp.md", link, "/");

  test("lead to pages, with their headings", () => {
    expect(target("tools.md#define-a-tool")).toBe("/ptc/guides/tools/#define-a-tool");
    expect(target("../../packages/lisp")).toBe("/ptc/packages/lisp/");
    expect(target("../../README.md")).toBe("/ptc/");
    expect(target("../reference/functions.md#strings")).toBe("/ptc/reference/functions/strings/");
  });

  test("lead to pages from addresses of the repository", () => {
    expect(target("https://github.com/ptc-lang/ptc/tree/main/packages/lisp#readme")).toBe(
      "/ptc/packages/lisp/",
    );
  });

  test("lead to the repository for files without a page", () => {
    expect(target("../../CONTRIBUTING.md")).toBe(
      "https://github.com/ptc-lang/ptc/blob/main/CONTRIBUTING.md",
    );
    expect(target("../../examples")).toBe("https://github.com/ptc-lang/ptc/tree/main/examples");
  });

  test("stay as they are for other hosts and for headings of the same page", () => {
    expect(target("https://example.org/x.md")).toBe("https://example.org/x.md");
    expect(target("#a-heading")).toBe("#a-heading");
  });

  test("fail if they lead to no file", () => {
    expect(() => target("missing.md")).toThrow(
      "docs/guides/mcp.md: the link missing.md leads to no file",
    );
  });
});

describe("Markdown", () => {
  test("keeps code when links change", () => {
    const text = "[a](b) and `[a](b)`\n\n```md\n[a](b)\n```\n\n[`code`](b) ![i](b)\n\n[r]: b\n";
    expect(withLinks(text, ({ target, isImage }) => (isImage ? "I" : `<${target}>`))).toBe(
      "[a](<b>) and `[a](b)`\n\n```md\n[a](b)\n```\n\n[`code`](<b>) ![i](I)\n\n[r]: <b>\n",
    );
  });

  test("gives a title without markup, and a body without notices", () => {
    expect(titleAndBody("<!-- Generated -->\n\n# The `x` page\n\nText.\n")).toEqual({
      title: "The x page",
      body: "Text.\n",
    });
  });

  test("gives whole sentences as a summary", () => {
    expect(summaryOf(`A *first* sentence with [a link](x). ${"More words. ".repeat(20)}`)).toMatch(
      /^A first sentence with a link\..* More words\.$/,
    );
  });
});

test("the sidebar refuses a page that no group lists", () => {
  const readme =
    "\n## Start\n\n1. [A](a.md)\n\n## Build agents\n\n## Run programs only\n\n## Operate\n";
  const pages = [{ slug: "a", title: "A" }];
  const sidebar = sidebarOf(readme, pages, () => "a", []);
  expect(JSON.stringify(sidebar)).toContain('{"slug":"a","label":"A"}');
  expect(() => sidebarOf(readme.replace("## Operate", "## Other"), pages, () => "a", [])).toThrow(
    'docs/README.md has no section "Operate"',
  );
});

test("the policy of a page allows its inline scripts by hash, and blobs only for workers", () => {
  const html = '<script>go()</script><script src="/x.js"></script>';
  expect(policyOf(html, false)).toContain(
    "script-src 'self' 'wasm-unsafe-eval' 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw=';",
  );
  expect(policyOf(html, false)).not.toContain("blob:");
  expect(policyOf(html, true)).toContain("worker-src 'self' blob:");
});
