// What must be true before a release: versions, changelogs, changesets and the fields about the
// project.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listPublished, repositoryRoot } from "../../repo-checks/src/workspaces.ts";
import { staleManifests } from "./manifests.ts";

/** Files that each tarball contains. */
const filesOfTarball = ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "docs/README.md"];

/** Returns the reasons why the packages can't be released, each with a remedy. */
export function problemsOfRelease(root: string = repositoryRoot): readonly string[] {
  const pending = readdirSync(join(root, ".changeset")).filter(
    (file) => file.endsWith(".md") && file !== "README.md",
  );
  return [
    ...(pending.length === 0
      ? []
      : [
          `${String(pending.length)} changesets are pending: run "npm run changeset -- version", and edit the changelogs`,
        ]),
    ...staleManifests(root).map(
      (field) =>
        `${field} doesn't follow from the setting: run "npm run release -- --write-manifests"`,
    ),
    ...listPublished(root).flatMap(({ folder, manifest: { name, version } }) =>
      version === "0.0.0"
        ? [`${name} has no version: run "npm run changeset -- version"`]
        : hasEntry(join(root, folder, "CHANGELOG.md"), version)
          ? []
          : [`${name} has no entry for ${version} in its CHANGELOG.md`],
    ),
  ];
}

function hasEntry(file: string, version: string): boolean {
  return existsSync(file) && readFileSync(file, "utf8").split("\n").includes(`## ${version}`);
}

/** Returns the files that a tarball lacks. `files` are its paths, without their first folder. */
export function missingFiles(files: readonly string[]): readonly string[] {
  return filesOfTarball.filter((file) => !files.includes(file));
}
