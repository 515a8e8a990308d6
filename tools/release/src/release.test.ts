// The parts of a release that need neither a build nor a registry.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { listPublished, repositoryRoot } from "../../repo-checks/src/workspaces.ts";
import { repositoryAddress, staleManifests, writeManifests } from "./manifests.ts";
import { withLinks, writePackageDocs } from "./package-docs.ts";
import { pagesOf } from "./pages.ts";
import { inPublishingOrder } from "./publishing-order.ts";
import { missingFiles, problemsOfRelease } from "./readiness.ts";

const root = mkdtempSync(join(tmpdir(), "ptc-release-test-"));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, content: unknown): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(
    join(root, file),
    typeof content === "string" ? content : JSON.stringify(content, undefined, 2),
  );
}

test("the project's address in every package follows from one setting", () => {
  expect(staleManifests()).toEqual([]);
  write("package.json", { repository: "https://git.example/ann/fork" });
  write("pnpm-workspace.yaml", "packages: [packages/*]");
  write("packages/a/package.json", { name: "@ptc/a", version: "0.0.0", homepage: "old" });
  expect(staleManifests(root)).toEqual([
    "@ptc/a: homepage",
    "@ptc/a: bugs",
    "@ptc/a: repository",
    "@ptc/a: publishConfig",
  ]);
  writeManifests(root);
  expect(staleManifests(root)).toEqual([]);
  expect(JSON.parse(readFileSync(join(root, "packages/a/package.json"), "utf8"))).toEqual({
    name: "@ptc/a",
    version: "0.0.0",
    homepage: "https://git.example/ann/fork/tree/main/packages/a#readme",
    bugs: "https://git.example/ann/fork/issues",
    repository: {
      type: "git",
      url: "git+https://git.example/ann/fork.git",
      directory: "packages/a",
    },
    publishConfig: { access: "public", provenance: true },
  });
});

test.each([
  undefined,
  "",
  "github:ann/fork",
  "https://git.example",
  "git+https://a.example/b/c.git",
])("rejects the address %s", (repository) => {
  write("package.json", { repository });
  expect(() => repositoryAddress(root)).toThrow("must be the address of the project");
});

test("a release needs versions, changelogs and no pending changesets", () => {
  write("package.json", { repository: "https://git.example/ann/fork" });
  write("pnpm-workspace.yaml", "packages: [packages/*]");
  write(".changeset/README.md", "");
  write(".changeset/new.md", "");
  write("packages/a/package.json", { name: "@ptc/a", version: "0.0.0" });
  write("packages/b/package.json", { name: "@ptc/b", version: "0.2.0" });
  write("packages/b/CHANGELOG.md", "# Changelog\n\n## 0.1.0\n");
  writeManifests(root);
  expect(problemsOfRelease(root)).toEqual([
    '1 changesets are pending: run "npm run changeset -- version", and edit the changelogs',
    '@ptc/a has no version: run "npm run changeset -- version"',
    "@ptc/b has no entry for 0.2.0 in its CHANGELOG.md",
  ]);
});

test("a tarball needs its license and documents", () => {
  expect(missingFiles(["package.json", "README.md", "dist/index.js"])).toEqual([
    "LICENSE",
    "CHANGELOG.md",
    "docs/README.md",
  ]);
});

test("packages are published after those that they need", () => {
  const ordered = inPublishingOrder(listPublished()).map(({ manifest }) => manifest);
  const seen = new Set<string>();
  const names = new Set(ordered.map(({ name }) => name));
  for (const { name, dependencies = {}, peerDependencies = {} } of ordered) {
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies }))
      if (names.has(needed)) expect(seen, `${name} needs ${needed}`).toContain(needed);
    seen.add(name);
  }
  expect(seen.size).toBe(listPublished().length);
  const a = { folder: "a", manifest: { name: "a", version: "1.0.0", dependencies: { b: "^1" } } };
  const b = { folder: "b", manifest: { name: "b", version: "1.0.0", dependencies: { a: "^1" } } };
  expect(() => inPublishingOrder([a, b])).toThrow("packages depend on each other: a -> b -> a");
});

test("every guide is in the documents of a package, and every listed page exists", () => {
  const listed = new Set(listPublished().flatMap(({ manifest }) => pagesOf(manifest.name)));
  const missing = [...listed].filter((page) => !existsSync(join(repositoryRoot, "docs", page)));
  expect(missing).toEqual([]);
  const index = readFileSync(join(repositoryRoot, "docs/README.md"), "utf8");
  const guides = new Set(
    [...index.matchAll(/\]\((guides\/[\w-]+\.md)\)/g)].map(([, page]) => page),
  );
  expect([...guides].filter((page) => page !== undefined && !listed.has(page))).toEqual([]);
});

test("links between the documents of a package stay, and others lead to the repository", () => {
  const pages = new Set(["guides/tools.md", "reference/limits.md"]);
  const converted = (text: string) =>
    withLinks(text, "guides/tools.md", pages, "https://x.example/a/b");
  for (const kept of ["[a](../reference/limits.md#steps)", "[a](#here)", "[a](https://c.example)"])
    expect(converted(kept)).toBe(kept);
  expect(converted("[a](mcp.md#b) ![c](../images/d.png) [e](../../examples/patterns)")).toBe(
    "[a](https://x.example/a/b/blob/main/docs/guides/mcp.md#b) ![c](https://x.example/a/b/blob/main/docs/images/d.png) [e](https://x.example/a/b/tree/main/examples/patterns)",
  );
});

test("the documents of a package are copied, and old ones are removed", () => {
  write("package.json", { repository: "https://git.example/ann/fork" });
  write("pnpm-workspace.yaml", "packages: [packages/*]");
  rmSync(join(root, "packages"), { recursive: true });
  write("packages/mcp/package.json", { name: "@ptc/mcp", version: "0.1.0" });
  write("packages/mcp/docs/old.md", "");
  write("docs/guides/mcp.md", "# MCP\n\n[tools](tools.md)\n");
  write("docs/reference/api/mcp.md", "# Names\n");
  writePackageDocs(root);
  const read = (file: string) => readFileSync(join(root, "packages/mcp/docs", file), "utf8");
  expect(existsSync(join(root, "packages/mcp/docs/old.md"))).toBe(false);
  expect(read("guides/mcp.md")).toContain(
    "(https://git.example/ann/fork/blob/main/docs/guides/tools.md)",
  );
  expect(read("README.md")).toBe(
    "# Documents of @ptc/mcp\n\n- [MCP](guides/mcp.md)\n- [Names](reference/api/mcp.md)\n\nAll documents: https://git.example/ann/fork/tree/main/docs\n",
  );
});
