// Runs the changeset check on small repositories with real commits.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkChangesets } from "./check-changesets.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "ptc-changesets-"));
  git("init", "--initial-branch=main");
  write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
  write("packages/core/package.json", '{ "name": "@ptc/core", "version": "0.1.0" }');
  write(
    "packages/private/package.json",
    '{ "name": "@ptc/private", "version": "0.0.0", "private": true }',
  );
  write("packages/core/src/index.ts", "export {};\n");
  write(".changeset/old.md", '---\n"@ptc/core": minor\n---\n\nAn older change.\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...gitArguments: string[]): void {
  const identity = [
    "-c",
    "user.name=Someone",
    "-c",
    "user.email=someone@example.org",
    "-c",
    "commit.gpgsign=false",
  ];
  execFileSync("git", [...identity, ...gitArguments], { cwd: root, stdio: "ignore" });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function commit(): void {
  git("add", ".");
  git("commit", "-m", "A change");
}

test("skips the check with a reason if there is no commit to compare with", async () => {
  expect(await checkChangesets(root)).toEqual({
    status: "skipped",
    reason: "no merge base with main to compare with",
  });
});

test.each([
  ["committed on a branch", true],
  ["not committed yet", false],
])("fails if a published package changed without a changeset: %s", async (_what, isCommitted) => {
  commit();
  git("switch", "-c", "work");
  write("packages/core/src/new.ts", "export {};\n");
  if (isCommitted) commit();
  expect(await checkChangesets(root)).toEqual({
    status: "failed",
    problems: [
      '@ptc/core changed without a changeset: run "npm run changeset" and describe the change for users',
    ],
  });
});

test.each([
  ["with a changeset that names the package", "packages/core/src/new.ts", "export {};\n", true],
  ["in a test only", "packages/core/src/index.test.ts", "export {};\n", false],
  ["in a private package", "packages/private/src/index.ts", "export {};\n", false],
  [
    "by a release",
    "packages/core/package.json",
    '{ "name": "@ptc/core", "version": "0.2.0" }',
    false,
  ],
])("a change %s passes", async (_what, file, text, hasChangeset) => {
  commit();
  git("switch", "-c", "work");
  write(file, text);
  if (hasChangeset) write(".changeset/new.md", '---\n"@ptc/core": patch\n---\n\nA new change.\n');
  commit();
  expect((await checkChangesets(root)).status).toBe("passed");
});

test("ignores a changeset that names another package", async () => {
  commit();
  write("packages/core/src/index.ts", "export const changed = 1;\n");
  write(
    ".changeset/new.md",
    '---\n"@ptc/other": patch\n---\n\nMentions "@ptc/core": in its text.\n',
  );
  expect((await checkChangesets(root)).status).toBe("failed");
});
