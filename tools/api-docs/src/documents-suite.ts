// The API reference in the repository is what the doc comments give, and it has every public name.
// `public-names.test.ts` runs this suite with its own program: reading all packages takes seconds.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { listPublished, repositoryRoot } from "../../repo-checks/src/workspaces.ts";
import { regenerateCommand, type RenderedPage } from "./documents.ts";

/** `rendered` has the pages of all published packages. */
export function testReference(rendered: readonly RenderedPage[]): void {
  const pages = new Map(rendered.map((page) => [basename(page.path, ".md"), page]));

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
}
