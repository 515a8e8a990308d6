// Reads the workspaces of this repository and their package.json files from disk, once per call.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** The root folder of the repository. */
export const repositoryRoot = join(import.meta.dirname, "../../..");

export interface ExportConditions {
  readonly "@ptc/source": string;
  readonly types: string;
  readonly default: string;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: string;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string };
  readonly license?: string;
  readonly engines?: { readonly node: string };
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, ExportConditions | string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface Workspace {
  /** Relative to the repository, with `/`: `packages/core`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Returns every workspace named by pnpm-workspace.yaml, sorted by folder. */
export function listWorkspaces(root: string = repositoryRoot): readonly Workspace[] {
  const { packages } = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")) as {
    packages: string[];
  };
  return globSync(
    packages.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
    .map((file) => dirname(file).replaceAll("\\", "/"))
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .sort()
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest,
    }));
}

/** Returns the published workspaces. */
export function listPublished(root?: string): readonly Workspace[] {
  return listWorkspaces(root).filter(({ manifest }) => manifest.private !== true);
}

/** A public entry of a package: its import specifier, source and built file. */
export interface Subpath {
  /** `@ptc/core/values` */
  readonly specifier: string;
  readonly source: string;
  readonly built: string;
}

/** Returns the public entries of a workspace, with files relative to the repository. */
export function subpathsOf({ folder, manifest }: Workspace): readonly Subpath[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) =>
    typeof target === "string"
      ? []
      : [
          {
            specifier: join(manifest.name, subpath),
            source: join(folder, target["@ptc/source"]),
            built: join(folder, target.default),
          },
        ],
  );
}

/** True for entries that only the other packages use; versioning does not cover them. */
export function isInternal({ specifier }: Subpath): boolean {
  return specifier.split("/").includes("internal");
}
