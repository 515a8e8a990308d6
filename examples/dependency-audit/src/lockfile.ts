// Reads a pnpm lockfile (version 9) as rows: every resolved package with its dependents. Any other
// file causes an error that names what is missing.

import { parse } from "yaml";

/** A resolved package. `dependents` are ids of packages, or names of workspaces. */
export interface PackageRow {
  /** `chalk@5.6.2` */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly dependents: readonly string[];
}

/** A workspace and the resolved packages that its package.json names. */
export interface WorkspaceRow {
  readonly name: string;
  /** The folder, relative to the root of the repository; `.` is the root itself. */
  readonly folder: string;
  /** The ids of packages, without links to other workspaces. */
  readonly dependencies: readonly string[];
}

export interface Lockfile {
  readonly packages: readonly PackageRow[];
  readonly workspaces: readonly WorkspaceRow[];
}

type YamlMap = ReadonlyMap<unknown, unknown>;

const importerSections = ["dependencies", "devDependencies", "optionalDependencies"] as const;
const snapshotSections = ["dependencies", "optionalDependencies"] as const;

/**
 * Parses the text of `pnpm-lock.yaml`. `workspaceName` returns the name in the package.json of a
 * folder.
 * @throws Error naming the part that is missing
 */
export function readLockfile(text: string, workspaceName: (folder: string) => string): Lockfile {
  const lockfile: unknown = parse(text, { mapAsMap: true });
  const workspaces = entries(lockfile, "importers").map(([folder, importer]): WorkspaceRow => ({
    name: workspaceName(folder),
    folder,
    dependencies: importerDependencies(importer),
  }));
  const dependents = new Map<string, Set<string>>();
  for (const [key] of entries(lockfile, "packages")) dependents.set(key, new Set());
  const note = (id: string, dependent: string): void => {
    dependents.get(id)?.add(dependent);
  };
  for (const { name, dependencies } of workspaces) for (const id of dependencies) note(id, name);
  for (const [key, snapshot] of entries(lockfile, "snapshots")) {
    for (const id of snapshotDependencies(snapshot)) note(id, withoutPeers(key));
  }
  const packages = [...dependents].map(([id, names]): PackageRow => ({
    id,
    ...splitId(id),
    dependents: [...names].sort(),
  }));
  return { packages, workspaces };
}

function entries(parent: unknown, section: string): [string, unknown][] {
  const map = parent instanceof Map ? (parent as YamlMap).get(section) : undefined;
  if (!(map instanceof Map))
    throw new Error(
      `pnpm-lock.yaml has no section \`${section}\`: expected a lockfile of version 9`,
    );
  return [...(map as YamlMap)].map(([key, value]) => [String(key), value]);
}

function importerDependencies(importer: unknown): string[] {
  return sections(importer, importerSections).flatMap(([name, entry]) => {
    const version = entry instanceof Map ? String((entry as YamlMap).get("version")) : "";
    return version === "" || version.startsWith("link:") ? [] : [idOf(name, version)];
  });
}

function snapshotDependencies(snapshot: unknown): string[] {
  return sections(snapshot, snapshotSections).map(([name, version]) => idOf(name, String(version)));
}

function sections(parent: unknown, names: readonly string[]): [string, unknown][] {
  if (!(parent instanceof Map)) return [];
  return names.flatMap((name) => {
    const section = (parent as YamlMap).get(name);
    return section instanceof Map
      ? [...(section as YamlMap)].map(([key, value]): [string, unknown] => [String(key), value])
      : [];
  });
}

/**
 * Returns the id of a resolved package: `x@4.1.2` for the version `4.1.2(react@19.0.0)` of `x`.
 * The version of an alias contains the name: `other@1.0.0`.
 */
function idOf(name: string, version: string): string {
  const plain = withoutPeers(version);
  return plain.lastIndexOf("@") > 0 ? plain : `${name}@${plain}`;
}

function withoutPeers(text: string): string {
  const parenthesis = text.indexOf("(");
  return parenthesis === -1 ? text : text.slice(0, parenthesis);
}

function splitId(id: string): { name: string; version: string } {
  const at = id.lastIndexOf("@");
  return { name: id.slice(0, at), version: id.slice(at + 1) };
}
