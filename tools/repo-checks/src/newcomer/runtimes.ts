// Installs `@ptc/lisp` and `@ptc/subagent` from a registry in empty folders, and runs the first
// blocks of their READMEs in each runtime: three lines of Node, Deno and Bun.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNode } from "../../../../scripts/node.mjs";
import type { LocalRegistry } from "../../../release/src/local-registry.ts";
import { findHost } from "../hosts/other-hosts.ts";
import { nodeVersions, oldestNodeVersion } from "../node-versions.ts";
import { firstBlockOf, printsWhatItSays, transpiled } from "../readme-block.ts";

const packages = ["@ptc/lisp", "@ptc/subagent"];
const longestRun = 120_000;

interface Runtime {
  readonly name: string;
  readonly program: string;
  readonly install: readonly string[];
  readonly run: readonly string[];
}

/** Returns what fails, by runtime and package. */
export async function problemsOfRuntimes(
  folder: string,
  { url, env }: LocalRegistry,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { name, program, install, run } of await runtimes(url)) {
    const project = join(folder, name);
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
    const runIn = (command: string, commandArguments: readonly string[]) =>
      spawnSync(command, commandArguments, {
        cwd: project,
        env: { ...env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
        encoding: "utf8",
        timeout: longestRun,
      });
    const installed = runIn(install[0] ?? "", install.slice(1));
    if (installed.status !== 0)
      problems.push(`${name}: ${install.join(" ")}: ${installed.stdout}${installed.stderr}`);
    else
      for (const each of packages) {
        const readme = readFileSync(join(project, "node_modules", each, "README.md"), "utf8");
        const block = firstBlockOf(readme);
        if (block === undefined) throw new Error(`the README of ${each} has no block that runs`);
        writeFileSync(join(project, "main.mjs"), transpiled(block.code));
        const { status, stdout, stderr } = runIn(program, [...run, "main.mjs"]);
        if (status !== 0 || !printsWhatItSays(stdout, block.expectedOutput))
          problems.push(
            `${name}: the first block of ${each} ends with ${String(status)}: ${stdout}${stderr}`,
          );
      }
  }
  return problems;
}

async function runtimes(registry: string): Promise<readonly Runtime[]> {
  const nodes = await Promise.all(
    [oldestNodeVersion, ...nodeVersions].map(async (version) => ({
      name: `Node ${version}`,
      program: join(await findNode({ version, isSystemNodeWelcome: false }), "node"),
      install: ["npm", "install", "--no-audit", "--no-fund", ...packages],
      run: [],
    })),
  );
  const [deno, bun] = await Promise.all([findHost("deno"), findHost("bun")]);
  return [
    ...nodes,
    ...(deno === undefined
      ? []
      : [
          {
            name: "Deno",
            program: deno,
            install: [deno, "install", ...packages.map((each) => `npm:${each}`)],
            run: ["run", "--no-prompt", "--allow-env", "--allow-read"],
          },
        ]),
    ...(bun === undefined
      ? []
      : [
          {
            name: "Bun",
            program: bun,
            install: [bun, "add", `--registry=${registry}`, ...packages],
            run: ["run"],
          },
        ]),
  ];
}
