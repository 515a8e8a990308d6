// Every package of a provider has the same files, so that who has read one finds the way in all.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const providers = join(import.meta.dirname, "../../../packages/providers");
const written = readdirSync(providers).filter((name) => sourcesOf(name).size > 1);

function sourcesOf(...path: readonly string[]): ReadonlySet<string> {
  return new Set(readdirSync(join(providers, path[0] ?? "", "src", ...path.slice(1))));
}

test.each(written)("the package of %s has the files of all", (name) => {
  const sources = sourcesOf(name);
  for (const file of ["index.ts", "model.ts", "errors.ts"]) expect(sources).toContain(file);
  // A provider with several APIs has a folder for each, and nothing of them beside these.
  const folders = [...sources].filter((entry) => !entry.includes(".") && entry !== "bridges");
  const apis = folders.length === 0 ? [sources] : folders.map((folder) => sourcesOf(name, folder));
  for (const api of apis)
    for (const file of ["request.ts", "response.ts", "stream.ts"]) expect(api).toContain(file);
});

test("there are several of them", () => {
  expect(written.length).toBeGreaterThan(3);
});
