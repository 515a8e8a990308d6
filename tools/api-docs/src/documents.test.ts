// The API reference in the repository is what the doc comments give, and it has every public name.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { listPublished, repositoryRoot } from "../../repo-checks/src/workspaces.ts";
import { regenerateCommand, renderPages, type RenderedPage } from "./documents.ts";

let pages: ReadonlyMap<string, RenderedPage> = new Map();
beforeAll(async () => {
  pages = new Map((await renderPages()).map((page) => [basename(page.path, ".md"), page]));
});

describe.each(listPublished().map(({ folder, manifest }) => ({ folder, name: manifest.name })))(
  "the page of $name",
  ({ folder, name }) => {
    const pageName = name.replace("@ptc/", "");

    test("is in the repository as it is generated", () => {
      const { path = "", text = "" } = pages.get(pageName) ?? {};
      expect(readFileSync(path, "utf8"), `doc comments changed; run: ${regenerateCommand}`).toBe(
        text,
      );
    });

    test("lists every name of public-names.txt that is not internal", () => {
      const listed = pages.get(pageName)?.text ?? "";
      const sections = readFileSync(join(repositoryRoot, folder, "public-names.txt"), "utf8")
        .split("\n\n")
        .filter((section) => !section.split("\n")[0]?.split("/").includes("internal"));
      const names = sections.flatMap((section) =>
        [...section.matchAll(/^ {2}(?:value|type) (.+)$/gm)].map(([, each = ""]) => each),
      );
      expect(names.filter((each) => !listed.includes(`\`${each}\``))).toEqual([]);
    });
  },
);
