// Runs the first code block of every README, changelog and changeset, and every block of the
// guides, and checks the output.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  SharedProcess,
  blocksOf,
  firstBlockOf,
  problemsOfBlock,
  type ReadmeBlock,
} from "./readme-block.ts";
import { listPublished, repositoryRoot } from "./workspaces.ts";

/** Milliseconds for one block. It is long because other processes may keep the machine busy. */
const timeout = 240_000;

/** The command line depends on every package but the bridges. */
const anyPackage = join(repositoryRoot, "apps/cli");
const changesets = join(repositoryRoot, ".changeset");

/** Packages that the command line doesn't use: their blocks resolve imports from them. */
const otherPackages = listPublished().filter(
  ({ folder, manifest }) =>
    !existsSync(join(anyPackage, "node_modules", manifest.name)) &&
    join(repositoryRoot, folder) !== anyPackage,
);

/** A package with zod, which the command line doesn't depend on. */
const withZod = join(repositoryRoot, "packages/subagent");

/** The process that runs the blocks in order, so that it loads each package once. */
const shared = new SharedProcess({ cwd: anyPackage, usesSources: true });
afterAll(() => {
  shared.stop();
});

async function problemsOfDocumented(block: ReadmeBlock): Promise<readonly string[]> {
  const used = otherPackages.find(({ manifest }) =>
    [`"${manifest.name}"`, `"${manifest.name}/`].some((text) => block.code.includes(text)),
  );
  const standard = block.code.includes('"zod"') ? withZod : anyPackage;
  return await shared.problemsOf(
    block,
    used === undefined ? standard : join(repositoryRoot, used.folder),
  );
}

/**
 * The documents that must have a block. Check "packed" also runs it with the installed packages.
 */
const readmes = [
  ...listPublished().map(({ folder, manifest }) => ({
    name: manifest.name,
    file: join(repositoryRoot, folder, "README.md"),
  })),
  { name: "the repository", file: join(repositoryRoot, "README.md") },
];

/**
 * Changelogs and changesets with a block. Blocks are optional; changesets about the command line
 * show shell commands.
 */
const changesWithBlock = [
  ...listPublished().map(({ folder }) => join(folder, "CHANGELOG.md")),
  ...readdirSync(changesets)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(".changeset", name)),
].flatMap((name) => {
  const block = firstBlockOf(readFileSync(join(repositoryRoot, name), "utf8"));
  return block === undefined ? [] : [{ name, block }];
});

test.concurrent.each(readmes)("the first block of $name runs", { timeout }, async ({ file }) => {
  const text = readFileSync(file, "utf8");
  const block = firstBlockOf(text);
  // A README may show a provider only; the check `types` compiles that block.
  if (block === undefined) {
    expect(blocksOf(text), `${file} has no \`\`\`ts block`).not.toEqual([]);
    return;
  }
  expect(await problemsOfDocumented(block)).toEqual([]);
});

test.concurrent.each(changesWithBlock)(
  "the first block of $name runs",
  { timeout },
  async ({ block }) => {
    expect(await problemsOfDocumented(block)).toEqual([]);
  },
);

describe.concurrent("the guide", { timeout }, () => {
  const folder = join(repositoryRoot, "docs/guides");
  test.each(readdirSync(folder).filter((file) => file.endsWith(".md")))(
    "%s runs, block by block",
    async (name) => {
      const blocks = blocksOf(readFileSync(join(folder, name), "utf8")).filter(({ runs }) => runs);
      expect(blocks).not.toEqual([]);
      for (const [index, block] of blocks.entries())
        expect([index, ...(await problemsOfDocumented(block))]).toEqual([index]);
    },
  );
});

test("the reference of stores runs", { timeout }, async () => {
  const blocks = blocksOf(readFileSync(join(repositoryRoot, "docs/reference/stores.md"), "utf8"));
  expect(blocks).not.toEqual([]);
  for (const block of blocks) expect(await problemsOfDocumented(block)).toEqual([]);
});

describe("a block", () => {
  const blockOf = (code: string) => {
    const block = firstBlockOf(
      `# Title\n\n\`\`\`sh\nnpm i\n\`\`\`\n\n\`\`\`ts\n${code}\n\`\`\`\n\n\`\`\`ts\nthrow 1;\n\`\`\`\n`,
    );
    if (block === undefined) expect.fail("no block found");
    return block;
  };
  const where = { cwd: repositoryRoot, usesSources: true };
  const problemsOf = (code: string) => problemsOfBlock(blockOf(code), where);

  test("accepts a block that prints what its comments say", async () => {
    expect(
      await problemsOf(
        "const a: number = 1;\nconsole.log(a); // prints: 1\nconsole.log({ a }); // prints: { a: 1 }",
      ),
    ).toEqual([]);
  });

  test("finds exactly the blocks in TypeScript", () => {
    expect(
      blocksOf("```ts\n1;\n```\n```sh\nnpm i\n```\r\n```typescript\n2; // prints: 3\n```\n"),
    ).toEqual([
      { code: "1;\n", expectedOutput: [], runs: true },
      { code: "2; // prints: 3\n", expectedOutput: ["3"], runs: true },
    ]);
  });

  test("marked no-run is listed, but the first block is the first that runs", () => {
    const markdown = "```ts no-run\n1;\n```\n```ts\n2;\n```\n";
    expect(blocksOf(markdown).map(({ runs }) => runs)).toEqual([false, true]);
    expect(firstBlockOf(markdown)?.code).toBe("2;\n");
    expect(firstBlockOf("```ts no-run\n1;\n```\n")).toBeUndefined();
  });

  test("reports a block that prints something else, checks nothing, or throws", async () => {
    expect(await problemsOf("console.log(1); // prints: 2")).toEqual(["prints\n1\ninstead of\n2"]);
    expect(await problemsOf("console.log(1);")).toEqual([
      "the block has neither `// prints:` lines nor assertions",
    ]);
    const [problem] = await problemsOf('if (1 + 1 === 2) throw new Error("wrong");');
    expect(problem).toMatch(/^exit code 1: .*Error: wrong/s);
  });

  test("judges a block among others the same as alone", { timeout }, async () => {
    const among = new SharedProcess(where);
    try {
      const judged = (code: string) => among.problemsOf(blockOf(code));
      expect(await judged("console.log(1); // prints: 1")).toEqual([]);
      expect(await judged("console.log(1); // prints: 2")).toEqual(["prints\n1\ninstead of\n2"]);
      expect((await judged('throw new Error("wrong");'))[0]).toMatch(
        /^exit code 1: .*Error: wrong/s,
      );
      expect((await judged('process.exit(3); throw "x";'))[0]).toMatch(/^exit code 3/);
      expect(await judged("console.log(1); // prints: 1")).toEqual([]);
    } finally {
      among.stop();
    }
  });
});
