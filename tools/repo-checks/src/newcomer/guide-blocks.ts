// Runs every block of the README and of the guides with packages that were installed from a
// registry.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { blocksOf, SharedProcess } from "../readme-block.ts";
import { repositoryRoot } from "../workspaces.ts";

/** Packages of others that the blocks import, and their users install. */
const others = [
  "zod",
  "ai",
  "@ai-sdk/openai-compatible",
  "@opentelemetry/api",
  "@opentelemetry/context-async-hooks",
  "@opentelemetry/core",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/sdk-metrics",
  "@opentelemetry/sdk-trace",
];

/** Returns them with the versions that the repository is tested with. */
function versionsOfOthers(): readonly string[] {
  const { catalog } = parse(readFileSync(join(repositoryRoot, "pnpm-workspace.yaml"), "utf8")) as {
    readonly catalog: Readonly<Record<string, string>>;
  };
  return others.map((name) => `${name}@${catalog[name] ?? "latest"}`);
}

/** Returns the problems of all blocks, each with its page and its number. */
export async function problemsOfGuides(
  project: string,
  packages: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", ...packages, ...versionsOfOthers()],
    { cwd: project, env, encoding: "utf8" },
  );
  if (status !== 0) return [`all packages can't be installed together: ${stderr}`];
  const pages = [
    "README.md",
    ...readdirSync(join(repositoryRoot, "docs/guides"))
      .filter((file) => file.endsWith(".md"))
      .map((file) => `docs/guides/${file}`),
  ];
  const shared = new SharedProcess({ cwd: project, usesSources: false });
  const problems: string[] = [];
  try {
    for (const page of pages) {
      const blocks = blocksOf(readFileSync(join(repositoryRoot, page), "utf8"));
      for (const [index, block] of blocks.entries())
        if (block.runs)
          for (const problem of await shared.problemsOf(block))
            problems.push(`${page}, block ${String(index + 1)}: ${problem}`);
    }
  } finally {
    shared.stop();
  }
  return problems;
}
