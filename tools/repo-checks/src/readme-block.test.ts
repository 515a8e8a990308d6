// The first code block of every README and changeset, and every one of the guides, runs and does
// what it says.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { blocksOf, firstBlockOf, problemsOfBlock } from "./readme-block.ts";
import { listPublished, repositoryRoot } from "./workspaces.ts";

describe("the README of", () => {
  test.each(listPublished().map(({ folder, manifest }) => [manifest.name, folder]))(
    "%s runs",
    { timeout: 60_000 },
    (_name, folder) => {
      const cwd = join(repositoryRoot, folder);
      const block = firstBlockOf(readFileSync(join(cwd, "README.md"), "utf8"));
      if (block === undefined) expect.fail("README.md has no ```ts block");
      expect(problemsOfBlock(block, { cwd, usesSources: true })).toEqual([]);
    },
  );
});

test("the README of the repository runs", { timeout: 60_000 }, () => {
  const block = firstBlockOf(readFileSync(join(repositoryRoot, "README.md"), "utf8"));
  if (block === undefined) expect.fail("README.md has no ```ts block");
  // A workspace that depends on what the block imports.
  expect(
    problemsOfBlock(block, { cwd: join(repositoryRoot, "packages/subagent"), usesSources: true }),
  ).toEqual([]);
});

test("the code that changesets show runs", { timeout: 240_000 }, () => {
  const folder = join(repositoryRoot, ".changeset");
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".md"))) {
    const block = firstBlockOf(readFileSync(join(folder, name), "utf8"));
    // The command line depends on every package; what a changeset says of the command itself is for
    // a shell.
    if (block !== undefined)
      expect([
        name,
        ...problemsOfBlock(block, { cwd: join(repositoryRoot, "apps/cli"), usesSources: true }),
      ]).toEqual([name]);
  }
});

describe("the guide", () => {
  const folder = join(repositoryRoot, "docs/guides");
  test.each(readdirSync(folder).filter((file) => file.endsWith(".md")))(
    "%s runs, block by block",
    { timeout: 240_000 },
    (name) => {
      const blocks = blocksOf(readFileSync(join(folder, name), "utf8"));
      expect(blocks).not.toEqual([]);
      // The command line depends on every package.
      for (const [index, block] of blocks.entries())
        expect([
          index,
          ...problemsOfBlock(block, { cwd: join(repositoryRoot, "apps/cli"), usesSources: true }),
        ]).toEqual([index]);
    },
  );
});

describe("a block", () => {
  const problemsOf = (code: string) => {
    const block = firstBlockOf(
      `# Title\n\n\`\`\`sh\nnpm i\n\`\`\`\n\n\`\`\`ts\n${code}\n\`\`\`\n\n\`\`\`ts\nthrow 1;\n\`\`\`\n`,
    );
    if (block === undefined) expect.fail("no block found");
    return problemsOfBlock(block, { cwd: repositoryRoot, usesSources: true });
  };

  test("that prints what its comments say is no problem", () => {
    expect(
      problemsOf(
        "const a: number = 1;\nconsole.log(a); // prints: 1\nconsole.log({ a }); // prints: { a: 1 }",
      ),
    ).toEqual([]);
  });

  test("is every one with the language ts, and no other", () => {
    expect(
      blocksOf("```ts\n1;\n```\n```sh\nnpm i\n```\r\n```typescript\n2; // prints: 3\n```\n"),
    ).toEqual([
      { code: "1;\n", expectedOutput: [] },
      { code: "2; // prints: 3\n", expectedOutput: ["3"] },
    ]);
  });

  test("that prints something else, or checks nothing, or throws, is a problem", () => {
    expect(problemsOf("console.log(1); // prints: 2")).toEqual(["prints\n1\ninstead of\n2"]);
    expect(problemsOf("console.log(1);")).toEqual([
      "the block neither says what it prints nor checks itself",
    ]);
    expect(problemsOf('if (1 + 1 === 2) throw new Error("wrong");')[0]).toMatch(
      /^exit code 1: .*Error: wrong/s,
    );
  });
});
