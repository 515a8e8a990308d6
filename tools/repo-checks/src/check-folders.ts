// Folders of a package must not import each other in a cycle, directly or through others, because
// they would really be one folder with two names. Imports between sibling folders point one way.
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { repositoryRoot } from "./workspaces.ts";

/** One import between two files, by their paths from the root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

export async function checkFolders(): Promise<CheckOutcome> {
  const imports = await importsOf(repositoryRoot);
  return outcomeOf(knots(imports), `${String(imports.length)} imports`);
}

async function importsOf(root: string): Promise<Import[]> {
  const { output } = await cruise(["packages", "apps"], {
    baseDir: root,
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|node_modules|test)/|\\.test\\.ts$" },
  });
  const { modules } = output as ICruiseResult;
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
}

/** Returns every import that closes a cycle of sibling folders, with the way back. */
export function knots(imports: readonly Import[]): string[] {
  const crossings = imports.flatMap((each) => crossingOf(each) ?? []);
  const neighbours = new Map<string, Set<string>>();
  for (const { from, to } of crossings) {
    neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to));
  }
  return crossings.flatMap(({ from, to, by }) => {
    const back = wayBetween(to, from, neighbours);
    return back === undefined ? [] : [`${by.from} -> ${by.to}: ${[from, ...back].join(" -> ")}`];
  });
}

interface Crossing {
  readonly from: string;
  readonly to: string;
  readonly by: Import;
}

/**
 * Returns the two sibling folders that an import connects: those below the common folder of its
 * files.
 */
function crossingOf(by: Import): Crossing | undefined {
  const from = by.from.split("/");
  const to = by.to.split("/");
  let shared = 0;
  while (from[shared] !== undefined && from[shared] === to[shared]) shared++;
  // A file next to a folder belongs to the parent folder, which may use the files inside its
  // folders.
  const areFolders = from.length > shared + 1 && to.length > shared + 1;
  const isInside = from.slice(0, shared).some((folder) => folder === "src");
  if (!areFolders || !isInside) return undefined;
  return {
    from: from.slice(0, shared + 1).join("/"),
    to: to.slice(0, shared + 1).join("/"),
    by,
  };
}

function wayBetween(
  start: string,
  end: string,
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[start, undefined]]);
  for (const folder of cameFrom.keys()) {
    if (folder === end) {
      const way: string[] = [];
      for (let at: string | undefined = end; at !== undefined; at = cameFrom.get(at)) way.push(at);
      return way.reverse();
    }
    for (const next of neighbours.get(folder) ?? [])
      if (!cameFrom.has(next)) cameFrom.set(next, folder);
  }
  return undefined;
}
