// The values that the content step has computed for the pages.

import { readFileSync } from "node:fs";

interface SiteContent {
  readonly settings: { readonly base: string; readonly repositoryUrl: string };
  readonly example: {
    readonly data: string;
    readonly program: string;
    readonly result: string;
    readonly usage: string;
  };
  readonly specialForms: readonly string[];
  readonly builtins: readonly string[];
  readonly reasons: readonly { readonly title: string; readonly html: string }[];
}

// Astro builds in its own folder.
export const siteContent = JSON.parse(
  readFileSync("../.cache/content/site.json", "utf8"),
) as SiteContent;
