// npm's page of each package: repository, keywords, required Node, and a README with working links.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listPublished, repositoryRoot, type Workspace } from "./workspaces.ts";

const site = "https://github.com/ptc-lang/ptc";
const published = listPublished().map((workspace) => ({
  name: workspace.manifest.name,
  workspace,
}));

/** Provider packages need the Node of their SDKs. */
const oldestNodes = { ours: ">=20.19", providers: ">=22" };

function readmeOf({ folder }: Workspace): string {
  return readFileSync(join(repositoryRoot, folder, "README.md"), "utf8");
}

/** Returns the links outside of code blocks, where brackets aren't links. */
function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^```.*?^```$/gms, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].map(
    ([, inline, reference]) => inline ?? reference ?? "",
  );
}

/** Returns the anchors of headings on the page of a document. */
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

  test("links to its repository and issue tracker", () => {
    expect(manifest).toMatchObject({
      homepage: `${site}/tree/main/${folder}#readme`,
      bugs: `${site}/issues`,
      repository: { type: "git", url: `git+${site}.git`, directory: folder },
      license: "MIT",
    });
  });

  test("has a description and its own keywords", () => {
    expect(manifest.description).toMatch(/^\S.{20,120}$/);
    const { keywords = [] } = manifest;
    expect(keywords).toEqual(expect.arrayContaining(["ptc", "programmatic-tool-calling"]));
    expect(new Set(keywords).size).toBe(keywords.length);
    const sameWords = published.filter(
      ({ workspace: other }) => other.manifest.keywords?.join() === keywords.join(),
    );
    expect(sameWords.map(({ name }) => name)).toEqual([manifest.name]);
  });

  test("requires a Node version no older than its dependencies do", () => {
    const isOfProvider = folder.startsWith("packages/providers/");
    expect(manifest.engines).toEqual({
      node: isOfProvider ? oldestNodes.providers : oldestNodes.ours,
    });
    const needed = published.flatMap(({ name, workspace: { manifest: other } }) =>
      manifest.dependencies !== undefined && name in manifest.dependencies ? [other.engines] : [],
    );
    if (!isOfProvider) expect(needed).not.toContainEqual({ node: oldestNodes.providers });
  });

  test("has a README that names the package, with links that work on any site", () => {
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

test("documents name the same Node versions as the packages", () => {
  const readme = readFileSync(join(repositoryRoot, "README.md"), "utf8");
  const [ours, providers] = Object.values(oldestNodes).map((range) => range.replace(">=", ""));
  expect(readme).toContain(`They run on Node ${String(ours)} or newer;`);
  expect(readme).toContain(`on Node ${String(providers)} or newer.`);
  const bounds = [readme, ...published.map(({ workspace }) => readmeOf(workspace))].flatMap(
    (text) => [...text.matchAll(/Node (\d[\d.]*) or newer/g)].map(([, bound]) => bound),
  );
  expect([...new Set(bounds)].sort()).toEqual([ours, providers]);
});

test("finds links outside of code blocks, and makes anchors like GitHub", () => {
  expect(linksOf("[a](b.md) and\n```ts\n[x](y)\n```\n[c]: d.md\n")).toEqual(["b.md", "d.md"]);
  expect(anchorsOf("# @ptc/core\n\n## In `run`, at last\n")).toEqual([
    "#ptccore",
    "#in-run-at-last",
  ]);
});
