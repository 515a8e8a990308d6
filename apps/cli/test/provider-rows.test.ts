// The READMEs list the providers of `ptc run --model`: the root README links to each package,
// and the README of the CLI has a table that derives from src/models/provider-table.ts. To update
// that table, run `npm test -- apps/cli/test/provider-rows.test.ts -u`.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providers } from "../src/models/provider-table.ts";
import { providerRows } from "../src/models/provider-texts.ts";

const repositoryRoot = join(import.meta.dirname, "../../..");
const rootReadme = readFileSync(join(repositoryRoot, "README.md"), "utf8");
const cliReadmeFile = join(repositoryRoot, "apps/cli/README.md");
const cliManifest = JSON.parse(
  readFileSync(join(repositoryRoot, "apps/cli/package.json"), "utf8"),
) as Readonly<Record<"peerDependencies" | "devDependencies", Readonly<Record<string, string>>>>;

const header = [
  "| `--model` | package | key | address of another server |",
  "| --- | --- | --- | --- |",
];
const marks = { start: "<!-- providers -->", end: "<!-- /providers -->" };

test("the root README links to the package of each provider", () => {
  const folders = readdirSync(join(repositoryRoot, "packages/providers"));
  const links = folders.map((name) => `](packages/providers/${name})`);
  expect(links.filter((link) => !rootReadme.includes(link))).toEqual([]);
});

test("the README of the CLI has the table of providers", async () => {
  const readme = readFileSync(cliReadmeFile, "utf8");
  const [before = "", rest = ""] = readme.split(marks.start);
  const [, after = ""] = rest.split(marks.end);
  expect(rest, `${cliReadmeFile} has no line ${marks.start}`).not.toBe("");
  const table = [marks.start, "", ...aligned([...header, ...providerRows]), "", marks.end];
  await expect(`${before}${table.join("\n")}${after}`).toMatchFileSnapshot(cliReadmeFile);
});

test.each(Object.entries(providers))(
  "the CLI can load the package of %s, and users can leave it out",
  (name, { package: npmPackage }) => {
    expect(npmPackage).toBe(`@ptc/${name}`);
    expect(cliManifest.peerDependencies).toHaveProperty([npmPackage]);
    expect(cliManifest.devDependencies).toHaveProperty([npmPackage]);
  },
);

/** Aligns the columns of a Markdown table, as the formatter does. */
function aligned(rows: readonly string[]): readonly string[] {
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? "").length)),
  );
  return cells.map((row) => {
    const padded = row.map((cell, column) =>
      cell === "---" ? "-".repeat(widths[column] ?? 3) : cell.padEnd(widths[column] ?? 0),
    );
    return `| ${padded.join(" | ")} |`;
  });
}
