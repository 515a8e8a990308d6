// Requires a new changeset for each published package that changed since the merge base with main.
// A release (a changed version) needs none. Skips the check if there are no commits, or no main to
// compare with.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { listPublished, repositoryRoot } from "./workspaces.ts";

export function checkChangesets(root: string = repositoryRoot): Promise<CheckOutcome> {
  const base = findMergeBase(root);
  if (base === undefined)
    return Promise.resolve({
      status: "skipped",
      reason: "no merge base with main to compare with",
    });
  const changedFiles = filesChangedSince(root, base);
  const announced = changedFiles
    .filter((file) => /^\.changeset\/(?!README).*\.md$/.test(file) && existsSync(join(root, file)))
    .flatMap((file) => packagesAnnouncedBy(readFileSync(join(root, file), "utf8")));
  const problems = listPublished(root)
    .filter(
      ({ folder, manifest }) =>
        changedFiles.some((file) => isPublishedFile(folder, file)) &&
        !announced.includes(manifest.name),
    )
    .filter(({ folder, manifest }) => versionAt(root, base, folder) === manifest.version)
    .map(
      ({ manifest }) =>
        `${manifest.name} changed without a changeset: run "npm run changeset" and describe the change for users`,
    );
  return Promise.resolve(
    outcomeOf(problems, `${String(changedFiles.length)} files changed since ${base.slice(0, 10)}`),
  );
}

function git(root: string, ...gitArguments: string[]): string | undefined {
  try {
    return execFileSync("git", gitArguments, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Returns the commit where this branch left main. On main itself, returns the newest commit, so
 * that uncommitted changes are compared.
 */
function findMergeBase(root: string): string | undefined {
  for (const branch of ["origin/main", "main"]) {
    const base = git(root, "merge-base", "HEAD", branch);
    if (base !== undefined) return base;
  }
  return undefined;
}

function filesChangedSince(root: string, base: string): readonly string[] {
  const tracked = git(root, "diff", "--name-only", base) ?? "";
  const untracked = git(root, "ls-files", "--others", "--exclude-standard") ?? "";
  return `${tracked}\n${untracked}`.split("\n").filter((file) => file !== "");
}

/** True for files in the package that people install, which excludes tests. */
function isPublishedFile(folder: string, file: string): boolean {
  const inner = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : "";
  return (
    /^(src|bin)\/|^(package\.json|README\.md)$/.test(inner) &&
    !/\.test\.ts$|__snapshots__/.test(inner)
  );
}

/** Returns the packages in the front matter of a changeset: `"@ptc/core": minor`. */
function packagesAnnouncedBy(changeset: string): readonly string[] {
  const frontMatter = /^---\n(.*?)\n---/s.exec(changeset)?.[1] ?? "";
  return [...frontMatter.matchAll(/^["']?([^"':\n]+)["']?\s*:/gm)].flatMap(
    (match) => match[1] ?? [],
  );
}

function versionAt(root: string, base: string, folder: string): string | undefined {
  const text = git(root, "show", `${base}:${folder}/package.json`);
  return text === undefined ? undefined : (JSON.parse(text) as { version?: string }).version;
}
