// What npm's page of each package shows: where it comes from, what it is found by, which Node it
// needs, and a README whose links lead somewhere.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listPublished, repositoryRoot, type Workspace } from "./workspaces.ts";

const site = "https://github.com/ptc-lang/ptc";
const published = listPublished().map((workspace) => ({
  name: workspace.manifest.name,
  workspace,
}));

/** Those of providers need what their SDKs need. */
const oldestNodes = { ours: ">=20.19", providers: ">=22" };

function readmeOf({ folder }: Workspace): string {
  return readFileSync(join(repositoryRoot, folder, "README.md"), "utf8");
}

/** Without blocks of code, in which brackets are no links. */
function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^```.*?^```$/gms, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].map(
    ([, inline, reference]) => inline ?? reference ?? "",
  );
}

/** How a heading is linked to on the page of its document. */
function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = ""]) =>
      `#${heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-")}`,
  );
}

describe.each(published)("the page of $name", ({ workspace }) => {
  const { folder, manifest } = workspace;

  test("says where it comes from, and where to report what is wrong", () => {
    expect(manifest).toMatchObject({
      homepage: `${site}/tree/main/${folder}#readme`,
      bugs: `${site}/issues`,
      repository: { type: "git", url: `git+${site}.git`, directory: folder },
      license: "MIT",
    });
  });

  test("says what it is, and is found by words of its own", () => {
    expect(manifest.description).toMatch(/^\S.{20,120}$/);
    const { keywords = [] } = manifest;
    expect(keywords).toEqual(expect.arrayContaining(["ptc", "programmatic-tool-calling"]));
    expect(new Set(keywords).size).toBe(keywords.length);
    const sameWords = published.filter(
      ({ workspace: other }) => other.manifest.keywords?.join() === keywords.join(),
    );
    expect(sameWords.map(({ name }) => name)).toEqual([manifest.name]);
  });

  test("says which Node it needs: no older one than what it depends on", () => {
    const isOfProvider = folder.startsWith("packages/providers/");
    expect(manifest.engines).toEqual({
      node: isOfProvider ? oldestNodes.providers : oldestNodes.ours,
    });
    const needed = published.flatMap(({ name, workspace: { manifest: other } }) =>
      manifest.dependencies !== undefined && name in manifest.dependencies ? [other.engines] : [],
    );
    if (!isOfProvider) expect(needed).not.toContainEqual({ node: oldestNodes.providers });
  });

  test("has a README that names the package, with links that lead somewhere from any site", () => {
    const readme = readmeOf(workspace);
    expect(readme.startsWith(`# ${manifest.name}\n`)).toBe(true);
    const links = linksOf(readme);
    expect(links.filter((link) => !/^(https:\/\/|#)/.test(link))).toEqual([]);
    const anchors = anchorsOf(readme);
    expect(links.filter((link) => link.startsWith("#") && !anchors.includes(link))).toEqual([]);
    const inRepository = links.flatMap(
      (link) =>
        /^https:\/\/github\.com\/ptc-lang\/ptc\/(?:blob|tree)\/main\/([^#]+)/.exec(link)?.[1] ?? [],
    );
    expect(inRepository.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
  });
});

test("documents say of Node what the packages say", () => {
  const readme = readFileSync(join(repositoryRoot, "README.md"), "utf8");
  const [ours, providers] = Object.values(oldestNodes).map((range) => range.replace(">=", ""));
  expect(readme).toContain(`They run on Node ${String(ours)} or newer;`);
  expect(readme).toContain(`on Node ${String(providers)} or newer.`);
  const bounds = [readme, ...published.map(({ workspace }) => readmeOf(workspace))].flatMap(
    (text) => [...text.matchAll(/Node (\d[\d.]*) or newer/g)].map(([, bound]) => bound),
  );
  expect([...new Set(bounds)].sort()).toEqual([ours, providers]);
});

test("a link is found outside of blocks of code, and an anchor as sites make it", () => {
  expect(linksOf("[a](b.md) and\n```ts\n[x](y)\n```\n[c]: d.md\n")).toEqual(["b.md", "d.md"]);
  expect(anchorsOf("# @ptc/core\n\n## In `run`, at last\n")).toEqual([
    "#ptccore",
    "#in-run-at-last",
  ]);
});
