// A newcomer reads the README first, so details belong in the guides and in CONTRIBUTING.md.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "./workspaces.ts";

test("the README has at most 80 lines", () => {
  const text = readFileSync(join(repositoryRoot, "README.md"), "utf8");
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(80);
});
