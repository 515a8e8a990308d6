// Checks that every linter suppression has a reason after ` -- `. (The linter itself checks
// suppressions of the type checker.)
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { repositoryRoot } from "./workspaces.ts";

export function checkSuppressions(): Promise<CheckOutcome> {
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.js", "*.mjs"],
    { cwd: repositoryRoot, encoding: "utf8" },
  );
  const files = listed
    .split("\n")
    .filter((file) => file !== "" && !file.includes("check-suppressions"));
  const problems = files.flatMap((file) =>
    problemsOfSource(file, readFileSync(join(repositoryRoot, file), "utf8")),
  );
  return Promise.resolve(outcomeOf(problems, `${String(files.length)} files`));
}

export function problemsOfSource(file: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line, index) => {
    if (!/\b(eslint-disable|oxlint-disable|@ts-nocheck)/.test(line)) return [];
    return / -- .{10,}/.test(line)
      ? []
      : [`${file}:${String(index + 1)}: a suppression without its reason (add " -- why")`];
  });
}
