// The default path of a trace: `.ptc/traces/` in the repository around the current folder, or in
// the current folder outside of a repository.

import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Returns `<root>/.ptc/traces/2025-01-31T09-30-00.123Z-<mission>.jsonl`. */
export function defaultTracePath(currentFolder: string, missionFolder: string, now: Date): string {
  const time = now.toISOString().replaceAll(":", "-");
  return join(
    repositoryAround(currentFolder) ?? currentFolder,
    ".ptc",
    "traces",
    `${time}-${fileName(basename(resolve(currentFolder, missionFolder)))}.jsonl`,
  );
}

/** Returns the name of a folder without characters that file names shouldn't have. */
function fileName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 60) || "mission";
}

function repositoryAround(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, ".git"))) return current;
    if (dirname(current) === current) return undefined;
  }
}
