// Finds unused files, exports and dependencies, and undeclared dependencies, with knip over the
// whole repository (knip.json).
import { spawnSync } from "node:child_process";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { repositoryRoot } from "./workspaces.ts";

export function checkUnused(): Promise<CheckOutcome> {
  const { status, stdout, stderr } = spawnSync(
    "knip",
    ["--no-progress", "--no-config-hints", "--reporter=compact"],
    {
      cwd: repositoryRoot,
      encoding: "utf8",
      shell: process.platform === "win32",
    },
  );
  const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line.trim() !== "");
  const problems = status === 0 ? [] : lines.length > 0 ? lines : ["knip could not be started"];
  return Promise.resolve(outcomeOf(problems, "files, exports, dependencies"));
}
