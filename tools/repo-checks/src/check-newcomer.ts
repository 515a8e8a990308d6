// Follows `docs/from-an-empty-folder.md` in an initially empty folder, like a newcomer: writes its
// files and runs its commands in order, with the packed packages.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cleanEnvironment } from "../../../scripts/environment.mjs";
import type { CheckOutcome } from "./check.ts";
import { missingLines, stepsOfLog, type LogStep } from "./newcomer/log.ts";
import type { Tarballs } from "./packed-project.ts";
import { repositoryRoot } from "./workspaces.ts";

const log = "docs/from-an-empty-folder.md";

export function checkNewcomer(tarballs: Tarballs): Promise<CheckOutcome> {
  const scratch = mkdtempSync(join(tmpdir(), "ptc-newcomer-"));
  try {
    const project = join(scratch, "project");
    mkdirSync(project);
    const steps = stepsOfLog(readFileSync(join(repositoryRoot, log), "utf8"));
    for (const step of steps) {
      const problem = problemOfStep(step, project, tarballs);
      // Later steps depend on this one.
      if (problem !== undefined)
        return Promise.resolve({ status: "failed", problems: [`${log}: ${problem}`] });
    }
    return Promise.resolve({ status: "passed", note: `${String(steps.length)} steps of ${log}` });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function problemOfStep(step: LogStep, project: string, tarballs: Tarballs): string | undefined {
  if (step.kind === "file") {
    const file = join(project, step.path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, step.content);
    return undefined;
  }
  const { command, expected } = step;
  const { status, stdout, stderr } = spawnSync(asItIsHere(command, project, tarballs), {
    cwd: project,
    env: {
      // npm runs on the system's Node, whose certificates are set up.
      ...cleanEnvironment(
        process.env,
        command.startsWith("npm ") ? [] : [dirname(process.execPath)],
      ),
      npm_config_prefer_offline: "true",
    },
    encoding: "utf8",
    shell: true,
    timeout: 300_000,
  });
  if (status !== 0)
    return `"${command}" ends with ${String(status)}:\n${stdout.slice(-4000)}${stderr.slice(-4000)}`;
  const missing = missingLines(stdout, expected);
  return missing.length === 0
    ? undefined
    : `"${command}" does not print ${missing.join(" | ")}, but:\n${stdout.slice(-4000)}`;
}

/**
 * Returns the command with tarballs, because no registry has the packages yet. Also adds the
 * tarballs of the workspace packages that they need.
 */
function asItIsHere(command: string, project: string, tarballs: Tarballs): string {
  if (!command.startsWith("npm install")) return command;
  const words = command.split(" ");
  const file = join(project, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  // npm rejects an override of a direct dependency.
  const others = [...tarballs].filter(
    ([name]) => !words.includes(name) && manifest.dependencies?.[name] === undefined,
  );
  const overrides = Object.fromEntries(
    others.map(([name, tarball]) => [name, `file:${tarball}`] as const),
  );
  writeFileSync(file, JSON.stringify({ ...manifest, overrides }, undefined, 2));
  return words.map((word) => tarballs.get(word) ?? word).join(" ");
}
