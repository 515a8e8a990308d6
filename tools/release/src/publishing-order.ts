// The order in which packages are published: each one after those that it depends on, so that a
// release that stops in the middle leaves no package that can't be installed.

import type { Workspace } from "../../repo-checks/src/workspaces.ts";

/** Sorts workspaces by their dependencies. Throws if they form a circle. */
export function inPublishingOrder(workspaces: readonly Workspace[]): readonly Workspace[] {
  const byName = new Map(workspaces.map((workspace) => [workspace.manifest.name, workspace]));
  const ordered = new Set<Workspace>();
  const visit = (workspace: Workspace, path: readonly string[]): void => {
    const { name, dependencies = {}, peerDependencies = {} } = workspace.manifest;
    if (path.includes(name))
      throw new Error(`packages depend on each other: ${[...path, name].join(" -> ")}`);
    if (ordered.has(workspace)) return;
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) {
      const found = byName.get(needed);
      if (found !== undefined) visit(found, [...path, name]);
    }
    ordered.add(workspace);
  };
  for (const workspace of workspaces) visit(workspace, []);
  return [...ordered];
}
