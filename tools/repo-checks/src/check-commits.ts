// Checks that commit titles have the form `type(scope): imperative summary`, so that a history can
// be searched by kind and package. Merge commits are exempt.
import { execFileSync } from "node:child_process";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { repositoryRoot } from "./workspaces.ts";

/** The last commit whose title is free text. */
const lastFreeTitle = "394bc9c7b25460153b83faab4722af7b1ab3e069";

const commitTypes = [
  "feat",
  "fix",
  "perf",
  "refactor",
  "docs",
  "test",
  "build",
  "ci",
  "chore",
  "style",
  "revert",
] as const;

const longestTitle = 72;

export function checkCommits(): Promise<CheckOutcome> {
  if (!hasCommit(lastFreeTitle))
    return Promise.resolve({
      status: "skipped",
      reason: `this clone has no commit ${lastFreeTitle.slice(0, 8)}; fetch the full history`,
    });
  const log = git("log", "--no-merges", "--format=%h %s", `${lastFreeTitle}..HEAD`);
  const titles = log.split("\n").filter((line) => line !== "");
  const problems = titles.flatMap((line) => {
    const space = line.indexOf(" ");
    const problem = problemOfTitle(line.slice(space + 1));
    return problem === undefined ? [] : [`${line}: ${problem}`];
  });
  return Promise.resolve(outcomeOf(problems, `${String(titles.length)} commits`));
}

/** Returns what to change in a commit title; undefined if it is well formed. */
export function problemOfTitle(title: string): string | undefined {
  if (title.length > longestTitle)
    return `the title has ${String(title.length)} characters (at most ${String(longestTitle)})`;
  const parts = /^([a-z]+)(?:\([a-z0-9][a-z0-9-]*\))?!?: (.*)$/.exec(title);
  const [, type = "", summary = ""] = parts ?? [];
  if (parts === null) return "expected `type(scope): summary`";
  if (!commitTypes.some((known) => known === type))
    return `unknown type "${type}" (use one of ${commitTypes.join(", ")})`;
  if (summary.trim() === "") return "the summary is missing";
  if (/^\p{Lu}\p{Ll}/u.test(summary)) return "start the summary with a lower-case verb";
  return summary.endsWith(".") ? "remove the period at the end" : undefined;
}

function hasCommit(id: string): boolean {
  try {
    git("cat-file", "-e", `${id}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

function git(...arguments_: readonly string[]): string {
  return execFileSync("git", arguments_, {
    cwd: repositoryRoot,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}
