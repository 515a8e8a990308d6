// Derives the fields about the project in each published package.json from one setting:
// `repository` in the package.json of the root.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listPublished, repositoryRoot, type Workspace } from "../../repo-checks/src/workspaces.ts";

/** The fields of a published package.json that are the same function of the setting everywhere. */
interface ProjectFields {
  readonly homepage: string;
  readonly bugs: string;
  readonly repository: {
    readonly type: "git";
    readonly url: string;
    readonly directory: string;
  };
  readonly publishConfig: { readonly access: "public"; readonly provenance: true };
}

/** Returns the address of the repository, such as `https://github.com/owner/name`. */
export function repositoryAddress(root: string = repositoryRoot): string {
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly repository?: unknown;
  };
  if (typeof repository !== "string" || !/^https:\/\/[^/\s]+\/[^/\s]+\/[^/\s]+$/.test(repository))
    throw new Error(
      "package.json: `repository` must be the address of the project, such as https://github.com/owner/name",
    );
  return repository.replace(/\.git$/, "");
}

function fieldsOf(folder: string, address: string): ProjectFields {
  return {
    homepage: `${address}/tree/main/${folder}#readme`,
    bugs: `${address}/issues`,
    repository: { type: "git", url: `git+${address}.git`, directory: folder },
    publishConfig: { access: "public", provenance: true },
  };
}

/** Returns the published packages whose fields don't follow from the setting. */
export function staleManifests(root: string = repositoryRoot): readonly string[] {
  const address = repositoryAddress(root);
  return listPublished(root).flatMap(({ folder, manifest }) => {
    const fields = Object.entries(fieldsOf(folder, address));
    const given = new Map<string, unknown>(Object.entries(manifest));
    const stale = fields.filter(
      ([name, value]) => JSON.stringify(given.get(name)) !== JSON.stringify(value),
    );
    return stale.map(([name]) => `${manifest.name}: ${name}`);
  });
}

/** Writes the fields into each published package.json, at the places that they have. */
export function writeManifests(root: string = repositoryRoot): void {
  const address = repositoryAddress(root);
  for (const workspace of listPublished(root)) writeManifest(root, workspace, address);
}

function writeManifest(root: string, { folder }: Workspace, address: string): void {
  const file = join(root, folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  writeFileSync(
    file,
    `${JSON.stringify({ ...manifest, ...fieldsOf(folder, address) }, undefined, 2)}\n`,
  );
}
