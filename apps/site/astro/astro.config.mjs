// The site: Starlight over the Markdown that the content step has written.

import { readFileSync } from "node:fs";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { clojureGrammar } from "./clojure-grammar.mjs";

const content = JSON.parse(
  readFileSync(new URL("../.cache/content/site.json", import.meta.url), "utf8"),
);
const { settings, sidebar, specialForms, builtins } = content;

/** The items of the content step, in Starlight's form. */
function sidebarItem(item) {
  return "items" in item
    ? { label: item.label, collapsed: item.collapsed, items: item.items.map(sidebarItem) }
    : { label: item.label, link: `/${item.slug}/` };
}

export default defineConfig({
  ...(settings.siteUrl === undefined ? {} : { site: settings.siteUrl }),
  base: settings.base,
  outDir: "../dist",
  cacheDir: "../.cache/astro",
  publicDir: "../.cache/content/public",
  trailingSlash: "always",
  devToolbar: { enabled: false },
  vite: {
    // The playground is built from the sources of the packages.
    resolve: { conditions: ["@ptc/source", "module", "browser", "development|production"] },
    worker: { format: "es" },
  },
  markdown: {
    shikiConfig: {
      themes: { light: "github-light-default", dark: "github-dark-default" },
      defaultColor: false,
      langs: clojureGrammar(specialForms, builtins),
    },
  },
  integrations: [
    starlight({
      title: "PTC",
      description: "Programmatic tool calling for TypeScript",
      sidebar: sidebar.map(sidebarItem),
      customCss: ["./src/styles/site.css"],
      components: {
        PageTitle: "./src/components/PageTitle.astro",
        SocialIcons: "./src/components/SocialIcons.astro",
        Footer: "./src/components/Footer.astro",
      },
      credits: false,
      lastUpdated: false,
      pagination: true,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      favicon: "/favicon.svg",
      // Its markup is invalid HTML, and twice as large.
      expressiveCode: false,
    }),
  ],
});
