// The mission: its question, its typed answer, and two tools that read the repository at `root`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineAgent, type Mission } from "@ptc/subagent";
import { readLockfile, type Lockfile } from "./lockfile.ts";
import { pageOf } from "./page.ts";

/**
 * Returns the audit of the repository in the folder `root`. Files are read when a program calls a
 * tool.
 */
export function dependencyAudit(root: string): Mission {
  const lockfile = lockfileReader(root);
  return {
    title:
      "Which packages are installed in more than one version, and which of our workspaces bring them in?",
    agent: defineAgent({
      prompt: `Which packages of this repository are installed in more than one version, and which of our workspaces bring each version in?
A workspace brings a version in when it depends on it, directly or through other packages. Sort packages and workspaces by name, and versions by semantic version: a prerelease comes before its release, 4.1.0 before 10.0.0.`,
      signature: "() -> [{package :string, versions [{version :string, workspaces [:string]}]}]",
      tools: {
        packages: {
          description:
            "A page of the packages in the lockfile, by default the first 20. total counts all of them. dependents holds everything that depends on a package directly: ids of packages (name@version) and names of workspaces.",
          signature:
            "(offset :int?, limit :int?) -> {total :int, rows [{id :string, name :string, version :string, dependents [:string]}]}",
          execute: (args) => pageOf(lockfile().packages, args),
        },
        workspaces: {
          description:
            "Our workspaces. dependencies holds the ids (name@version) each names in its package.json.",
          signature: "() -> [{name :string, folder :string, dependencies [:string]}]",
          execute: () => lockfile().workspaces,
        },
      },
      maxTurns: 8,
    }),
  };
}

/**
 * Returns a reader of the lockfile. It reads the file at each call and parses it only when it has
 * changed.
 */
function lockfileReader(root: string): () => Lockfile {
  let last: { readonly text: string; readonly lockfile: Lockfile } | undefined;
  return () => {
    const text = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");
    if (last?.text !== text)
      last = { text, lockfile: readLockfile(text, (folder) => workspaceName(root, folder)) };
    return last.lockfile;
  };
}

function workspaceName(root: string, folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const name: unknown =
    typeof manifest === "object" && manifest !== null && "name" in manifest
      ? manifest.name
      : undefined;
  return typeof name === "string" ? name : folder;
}
