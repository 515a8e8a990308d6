// Every provider package has the same files, so that you find your way in all of them once you know
// one.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const providers = join(import.meta.dirname, "../../../packages/providers");
const written = readdirSync(providers).filter((name) => sourcesOf(name).size > 1);

function sourcesOf(...path: readonly string[]): ReadonlySet<string> {
  return new Set(readdirSync(join(providers, path[0] ?? "", "src", ...path.slice(1))));
}

test.each(written)("the package of %s has the files that every provider has", (name) => {
  const sources = sourcesOf(name);
  for (const file of ["index.ts", "model.ts", "options.ts", "errors.ts"])
    expect(sources).toContain(file);
  // A provider with several APIs has one folder for each. `ui` is for clients.
  const folders = [...sources].filter(
    (entry) => !entry.includes(".") && entry !== "bridges" && entry !== "ui",
  );
  const apis = folders.length === 0 ? [sources] : folders.map((folder) => sourcesOf(name, folder));
  for (const api of apis)
    for (const file of ["request.ts", "response.ts", "stream.ts"]) expect(api).toContain(file);
});

test("finds several providers", () => {
  expect(written.length).toBeGreaterThan(3);
});
