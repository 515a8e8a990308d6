import { docsSchema } from "@astrojs/starlight/schema";
import { glob } from "astro/loaders";
import { defineCollection } from "astro:content";

export const collections = {
  docs: defineCollection({
    loader: glob({
      base: "../.cache/content/pages",
      pattern: "**/*.md",
      // File names are addresses already.
      generateId: ({ entry }) => entry.replace(/\.md$/, ""),
    }),
    schema: docsSchema(),
  }),
};
