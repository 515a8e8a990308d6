// Validates the HTML of the built site with html-validate, which the Astro project installs.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../workspaces.ts";

interface Report {
  readonly filePath: string;
  readonly messages: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly line: number;
  }[];
}

const shown = 30;

export function htmlProblems(folder: string): readonly string[] {
  const astro = join(repositoryRoot, "apps/site/astro");
  // Through a pipe, the program would end before it has written everything.
  const report = join(repositoryRoot, "apps/site/.cache/html-report.json");
  rmSync(report, { force: true });
  const { stderr } = spawnSync(
    process.execPath,
    [
      join(astro, "node_modules/html-validate/bin/html-validate.mjs"),
      "--config",
      join(astro, "html-validate.json"),
      "--formatter",
      `json=${report}`,
      join(folder, "**/*.html"),
    ],
    { cwd: astro, encoding: "utf8" },
  );
  if (!existsSync(report)) return [`html-validate could not run: ${stderr.slice(0, 500)}`];
  const problems = (JSON.parse(readFileSync(report, "utf8")) as readonly Report[]).flatMap(
    ({ filePath, messages }) =>
      messages.map(
        ({ ruleId, message, line }) =>
          `${filePath.slice(folder.length)}:${String(line)}: ${ruleId}: ${message}`,
      ),
  );
  return problems.length > shown
    ? [...problems.slice(0, shown), `and ${String(problems.length - shown)} more problems of HTML`]
    : problems;
}
