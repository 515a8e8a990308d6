// Checks that every file is formatted with Prettier; `npm run format` formats them.
import { spawnSync } from "node:child_process";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { repositoryRoot } from "./workspaces.ts";

export function checkFormat(): Promise<CheckOutcome> {
  const { status, stdout, stderr } = spawnSync(
    "prettier",
    [".", "--check", "--log-level=warn", "--cache", "--cache-location=.cache/prettier"],
    { cwd: repositoryRoot, encoding: "utf8", shell: process.platform === "win32" },
  );
  const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line.trim() !== "");
  const problems = status === 0 ? [] : [...lines, "run `npm run format` to fix them"];
  return Promise.resolve(outcomeOf(problems, "every file outside .prettierignore"));
}
