// Users find every public value in a README, a guide or a reference page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isDocumented, pageOf, readPages, valuesIn } from "./documented-names.ts";
import { listPublished, repositoryRoot } from "./workspaces.ts";

/** Values that wait for their documents. Remove a name when a page shows it. */
const undocumented: readonly string[] = [];

test("documents every public value", () => {
  const pages = readPages();
  const missing = listPublished()
    .flatMap(({ folder }) =>
      valuesIn(readFileSync(join(repositoryRoot, folder, "public-names.txt"), "utf8")),
    )
    .filter((value) => !isDocumented(value, pages))
    .map(({ specifier, name }) => `${specifier} ${name}`);
  expect(missing, "show each value in a document, or export it from an internal entry").toEqual(
    undocumented,
  );
});

test("reads the values that versioning covers", () => {
  const text =
    "@ptc/a\n  type T\n  value x\n\n@ptc/a/internal/b\n  value y\n\n@ptc/a/c\n  value z\n";
  expect(valuesIn(text)).toEqual([
    { specifier: "@ptc/a", name: "x" },
    { specifier: "@ptc/a/c", name: "z" },
  ]);
});

test("finds a value in code of a page that names its package", () => {
  const page = pageOf('Use `run(x)` of `@ptc/a`.\n\n```ts\nimport { y } from "@ptc/b";\n```\nz\n');
  const has = (specifier: string, name: string): boolean =>
    isDocumented({ specifier, name }, [page]);
  expect(has("@ptc/a/node", "run")).toBe(true);
  expect(has("@ptc/b", "y")).toBe(true);
  expect(has("@ptc/a", "z")).toBe(false);
  expect(has("@ptc/c", "run")).toBe(false);
});
