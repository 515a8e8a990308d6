// Reads the table of layers (tools/layers.json) as typed data, and validates it. All code that
// needs allowed imports or portability reads them from here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot, type Workspace } from "./workspaces.ts";

export interface LayerMember {
  readonly layer: string;
  /** Runs in any host: no Node built-ins outside its `node` subpath, no work at import time. */
  readonly portable: boolean;
  /** Members it may import; each is in a lower layer. */
  readonly mayImport: readonly string[];
  /** Members that its tests may import in addition; they are in lower layers too. */
  readonly testsMayImport?: readonly string[];
}

export interface LayerTable {
  /** From the bottom up. */
  readonly layers: readonly string[];
  /** By folder; `*` matches one folder name. */
  readonly members: Readonly<Record<string, LayerMember>>;
  /** Private folders that may import every package and that no package imports. */
  readonly outside: readonly string[];
}

export function readLayerTable(): LayerTable {
  return JSON.parse(readFileSync(join(repositoryRoot, "tools/layers.json"), "utf8")) as LayerTable;
}

/**
 * Returns a folder pattern of the table as the source of a regular expression; `*` becomes a
 * group.
 */
export function patternSource(folder: string): string {
  return folder.replaceAll("*", "([^/]+)");
}

function matches(pattern: string, folder: string): boolean {
  return new RegExp(`^${patternSource(pattern)}$`).test(folder);
}

/** Returns the entry of a folder: its own, or that of the first pattern that matches it. */
export function memberOf(table: LayerTable, folder: string): LayerMember | undefined {
  if (Object.hasOwn(table.members, folder)) return table.members[folder];
  return Object.entries(table.members).find(([pattern]) => matches(pattern, folder))?.[1];
}

/**
 * Returns the problems of the table: imports that don't point to a lower layer, missing
 * workspaces, and dependencies in a package.json that it doesn't allow.
 */
export function problemsOfTable(
  table: LayerTable,
  workspaces: readonly Workspace[],
): readonly string[] {
  const problems: string[] = [];
  const levelOf = (folder: string) => table.layers.indexOf(table.members[folder]?.layer ?? "");
  for (const [folder, member] of Object.entries(table.members)) {
    if (!table.layers.includes(member.layer))
      problems.push(`tools/layers.json: ${folder} names the unknown layer "${member.layer}"`);
    for (const lower of [...member.mayImport, ...(member.testsMayImport ?? [])]) {
      if (table.members[lower] === undefined)
        problems.push(`tools/layers.json: ${folder} may import ${lower}, which is not a member`);
      else if (levelOf(lower) >= levelOf(folder))
        problems.push(`tools/layers.json: the arrow ${folder} -> ${lower} does not point down`);
    }
  }
  const folderOf = new Map(workspaces.map(({ folder, manifest }) => [manifest.name, folder]));
  for (const { folder, manifest } of workspaces) {
    const member = memberOf(table, folder);
    if (member === undefined) {
      if (!table.outside.some((pattern) => matches(pattern, folder)))
        problems.push(`tools/layers.json: ${folder} has no layer`);
      continue;
    }
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const dependency = folderOf.get(name);
      if (
        dependency === undefined ||
        member.mayImport.some((pattern) => matches(pattern, dependency))
      )
        continue;
      problems.push(`${folder}/package.json: depends on ${name}, which its layer may not import`);
    }
  }
  return problems;
}
