// Follows `docs/from-an-empty-folder.md` in an initially empty folder: writes its files and runs
// its commands in order.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { repositoryRoot } from "../workspaces.ts";
import { missingLines, stepsOfLog, type LogStep } from "./log.ts";

const log = "docs/from-an-empty-folder.md";

type Environment = Readonly<Record<string, string>>;

/** Returns the first problem, if any. Later steps depend on the one that fails. */
export function problemsOfFirstPage(project: string, env: Environment): readonly string[] {
  mkdirSync(project, { recursive: true });
  for (const step of stepsOfLog(readFileSync(join(repositoryRoot, log), "utf8"))) {
    const problem = problemOfStep(step, project, env);
    if (problem !== undefined) return [`${log}: ${problem}`];
  }
  return [];
}

function problemOfStep(step: LogStep, project: string, env: Environment): string | undefined {
  if (step.kind === "file") {
    const file = join(project, step.path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, step.content);
    return undefined;
  }
  const { command, expected } = step;
  const node = dirname(process.execPath);
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: project,
    // npm runs on the system's Node, whose certificates are set up.
    env: command.startsWith("npm ")
      ? env
      : { ...env, PATH: [node, env["PATH"] ?? ""].join(delimiter) },
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
