// Checks every published package as its users get it: packed, linted by publint and attw, and
// installed alone in an empty project. Imports it there and runs the first block of its README on
// every supported Node version.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { findNode } from "../../../scripts/node.mjs";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { bytesBelow, problemsOfMaps } from "./installed-files.ts";
import { oldestNodeVersion, nodeVersions } from "./node-versions.ts";
import { installedPackages, installPacked, type Tarballs } from "./packed-project.ts";
import { firstBlockOf, problemsOfBlock, problemsOfProgram } from "./readme-block.ts";
import { problemsOfUncaughtError, uncaughtErrors } from "./uncaught-error.ts";
import { listPublished, repositoryRoot, subpathsOf, type Workspace } from "./workspaces.ts";

/** Packages whose whole installation is pinned: no other packages, and at most this many bytes. */
const pinnedInstallations: ReadonlyMap<
  string,
  { readonly packages: readonly string[]; readonly bytes: number }
> = new Map([
  [
    "@ptc/lisp",
    {
      packages: ["@ptc/core", "@ptc/lisp", "@ptc/parser", "unicode-segmenter"],
      bytes: 10_350_000,
    },
  ],
]);

/** Programs to run in addition to the README's. */
const programs: ReadonlyMap<string, string> = new Map([
  // Uses each lazily loaded part.
  [
    "@ptc/lisp",
    `import { check, decodeMemory, run } from "@ptc/lisp";
    const source = '(def f (comp inc count)) [(+ 1 2) (re-find #"b+" "abb") (str (LocalDate/parse "2026-01-31")) (Math/abs -1) (string? (doc map)) (task "t" (f [1]))]';
    const step = await run(source, { journal: {} });
    if (!step.ok || JSON.stringify(step.return) !== '[3,"bb","2026-01-31",1,true,2]') throw new Error(JSON.stringify(step));
    const again = await run("(f [1 2])", { memory: await decodeMemory(JSON.parse(JSON.stringify(step.memory))) });
    if (!again.ok || again.return !== 3) throw new Error(JSON.stringify(again));
    const mistakes = [...await check("(+ 1"), ...await check("(slurp 1)")];
    if (mistakes.length !== 2) throw new Error(JSON.stringify(mistakes));
    const { createPool } = await import("@ptc/lisp/node");
    const pool = createPool({ size: 1 });
    const pooled = await pool.run("(f [1 2])", { memory: step.memory });
    if (!pooled.ok || pooled.return !== 3) throw new Error(JSON.stringify(pooled));
    await pool.close();
    // Twice: the first keeps what it has compiled, the second reads it.
    const fast = \`import { run } from "@ptc/lisp/node/fast"; const step = await run("(str/upper-case (str (+ 1 2) :a))"); if (step.return !== "3:A") throw new Error(JSON.stringify(step));\`;
    const { spawnSync } = await import("node:child_process");
    const env = { ...process.env, PTC_CODE_CACHE: process.cwd() + "/.code-" + process.version };
    for (const round of [1, 2]) {
      const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", fast], { encoding: "utf8", env });
      if (status !== 0 || stderr !== "") throw new Error(round + ": " + stderr);
    }
    const { existsSync } = await import("node:fs");
    if (process.platform !== "win32" && !existsSync(env.PTC_CODE_CACHE)) throw new Error("nothing compiled was kept");
  `,
  ],
  // Checks that it still prints what there is on a Node that is too old for it.
  [
    "@ptc/cli",
    `import { spawnSync } from "node:child_process";
    const isOld = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.8"})';
    const ptc = "node_modules/@ptc/cli/bin/ptc.js";
    const { status, stdout } = spawnSync(process.execPath, ["--import", isOld, ptc, "--help"], { encoding: "utf8" });
    if (status !== 0 || !stdout.includes("ptc eval")) throw new Error(stdout);
    const env = { ...process.env, PTC_CODE_CACHE: process.cwd() + "/.code-" + process.version };
    for (const round of [1, 2]) {
      const { stdout } = spawnSync(process.execPath, [ptc, "eval", "(+ 1 2)"], { encoding: "utf8", env });
      if (stdout !== "3\\n") throw new Error(round + ": " + stdout);
    }
    const { existsSync } = await import("node:fs");
    if (process.platform !== "win32" && !existsSync(env.PTC_CODE_CACHE)) throw new Error("nothing compiled was kept");
  `,
  ],
]);

export async function checkPacked(tarballs: Tarballs): Promise<CheckOutcome> {
  const published = listPublished();
  const scratch = mkdtempSync(join(tmpdir(), "ptc-packed-"));
  try {
    const problems: string[] = [];
    for (const workspace of published) {
      const { name, peerDependencies = {} } = workspace.manifest;
      const tarball = tarballs.get(name) ?? "";
      const project = join(scratch, name);
      installPacked(project, name, tarballs, peerDependencies);
      const found = [
        ...(await problemsOfTarball(tarball)),
        ...problemsOfInstallation(name, project),
        ...(await problemsOfRunning(workspace, project)),
      ];
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    }
    return outcomeOf(
      problems,
      `${String(published.length)} packages on Node ${[oldestNodeVersion, ...nodeVersions].join(", ")}`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function problemsOfTarball(tarball: string): Promise<readonly string[]> {
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
    strict: true,
  });
  const attw = spawnSync(
    join(repositoryRoot, "tools/repo-checks/node_modules/.bin/attw"),
    [tarball, "--profile", "esm-only", "--no-color", "--no-emoji", "--format", "ascii"],
    { encoding: "utf8", shell: process.platform === "win32" },
  );
  return [
    ...messages.map(
      (message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`,
    ),
    ...(attw.status === 0 ? [] : [`attw: ${attw.stdout}${attw.stderr}`]),
  ];
}

function problemsOfInstallation(name: string, project: string): readonly string[] {
  const modules = join(project, "node_modules");
  const maps = problemsOfMaps(join(modules, name));
  const pinned = pinnedInstallations.get(name);
  if (pinned === undefined) return maps;
  const installed = installedPackages(project);
  const bytes = bytesBelow(modules);
  return [
    ...maps,
    ...(installed.join() === pinned.packages.join()
      ? []
      : [`installs ${installed.join(", ")} instead of ${pinned.packages.join(", ")}`]),
    ...(bytes > pinned.bytes
      ? [`takes ${String(bytes)} bytes installed, more than ${String(pinned.bytes)}`]
      : []),
  ];
}

async function problemsOfRunning(
  workspace: Workspace,
  project: string,
): Promise<readonly string[]> {
  const runsOnOldest =
    workspace.manifest.engines?.node === `>=${oldestNodeVersion.replace(/\.0$/, "")}`;
  const block = firstBlockOf(
    readFileSync(join(project, "node_modules", workspace.manifest.name, "README.md"), "utf8"),
  );
  const imports = subpathsOf(workspace).map(
    ({ specifier }) => `await import(${JSON.stringify(specifier)});`,
  );
  const code = `${imports.join("\n")}\n${programs.get(workspace.manifest.name) ?? ""}`;
  const problems = block === undefined ? ["its README has no first block to run"] : [];
  for (const version of runsOnOldest ? [oldestNodeVersion, ...nodeVersions] : nodeVersions) {
    const node = join(await findNode({ version, isSystemNodeWelcome: false }), "node");
    const where = { cwd: project, node, usesSources: false };
    const found = [
      ...(await problemsOfProgram({ code, expectedOutput: [] }, where)),
      ...(block === undefined ? [] : await problemsOfBlock(block, where)),
      ...(await problemsOfErrors(workspace, where)),
    ];
    problems.push(...found.map((problem) => `on Node ${version}: ${problem}`));
  }
  return problems;
}

async function problemsOfErrors(
  { manifest }: Workspace,
  where: { readonly cwd: string; readonly node: string },
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const module of uncaughtErrors.get(manifest.name) ?? [])
    problems.push(...(await problemsOfUncaughtError(module, where)));
  return problems;
}
