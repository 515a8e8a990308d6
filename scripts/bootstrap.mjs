// The entry point of this repository: every root script runs
// `node scripts/bootstrap.mjs <task> [arguments]`. It needs only Node 20 and npm. It finds or
// fetches a Node new enough for the tools, installs changed dependencies from the lockfile, and
// builds if the task needs it. Then it runs the task and exits with its code. A second run skips
// the preparation and needs no network. It writes nothing outside the repository, except npm's and
// pnpm's own caches. Importing this module does nothing.
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installDependencies } from "./dependencies.mjs";
import { cleanEnvironment } from "./environment.mjs";
import { exampleCommand } from "./examples.mjs";
import { acquireLock } from "./lock.mjs";
import { findNode } from "./node.mjs";
import { ROOT } from "./places.mjs";
import { buildProgress } from "./progress.mjs";
import { BootstrapError, exitCodeOf, runStep } from "./step.mjs";

/** Every file that isn't ignored; unchanged files are skipped. */
const PRETTIER = [".", "--log-level=warn", "--cache", "--cache-location=.cache/prettier"];

/**
 * Pages have types of their own. ESLint checks them in a process of their own, because it keeps the
 * types of all projects of a process: with them, it takes twice the time.
 */
const PAGES = [
  "apps/site/src",
  "examples/browser-page/page",
  "examples/chat-app/page",
  "examples/web-servers/next",
  "packages/viewer/src/page",
];
const ESLINT = ["eslint", "--max-warnings=0", "--cache", "--cache-location=.cache/eslint/"];

/**
 * The command of each root script, which runs with its arguments after the installation. Without a
 * command, the preparation is the task. A function returns the command for the arguments.
 * - `builds`: build first
 * - `relocks`: write the lockfile from the package.json files
 * - `first`: commands that must succeed before the main one
 * - `keepsCompiled`: store code that Node compiles, which halves the start time of a process from
 *   the sources; don't use it to measure start times
 * - `heapMb`: memory of the process; the types of all files take more than the default
 * - `runsPtc`: the task may run `ptc`, which then shows how to call it in this repository
 * @typedef {readonly string[]} Command
 * @typedef {{
 *   builds?: boolean,
 *   relocks?: boolean,
 *   first?: readonly Command[],
 *   keepsCompiled?: boolean,
 *   heapMb?: number,
 *   runsPtc?: boolean,
 *   command?: Command | ((taskArguments: readonly string[]) => Command),
 * }} Task
 * @type {ReadonlyMap<string, Task>}
 */
export const TASKS = new Map([
  ["start", { runsPtc: true, command: exampleCommand }],
  ["build", { builds: true }],
  ["test", { keepsCompiled: true, command: ["vitest", "run"] }],
  [
    "lint",
    {
      heapMb: 7_000,
      first: [
        ["prettier", "--check", ...PRETTIER],
        [...ESLINT, ...PAGES],
      ],
      command: [...ESLINT, ...PAGES.map((folder) => `--ignore-pattern=${folder}/`), "."],
    },
  ],
  ["format", { command: ["prettier", "--write", ...PRETTIER] }],
  // Runs one program after the other: `--build` treats tests as up to date when only sources
  // changed.
  [
    "typecheck",
    {
      first: [["tsc", "-p", "tsconfig.portable.json"]],
      command: ["tsc", "-p", "tsconfig.node.json"],
    },
  ],
  ["check", { builds: true, command: ["node", "tools/repo-checks/src/main.ts"] }],
  ["bench", { builds: true, command: ["node", "benchmarks/src/main.ts"] }],
  ["release", { builds: true, command: ["node", "tools/release/src/main.ts"] }],
  ["changeset", { command: ["changeset"] }],
  ["relock", { relocks: true }],
  ["exec", { runsPtc: true, command: [] }],
]);

/**
 * Prepares Node, dependencies and builds, one run at a time.
 * @param {Task} task
 * @returns {Promise<Record<string, string>>} the environment to run tools in
 */
async function prepare({
  builds = false,
  relocks = false,
  keepsCompiled = false,
  heapMb,
  runsPtc = false,
}) {
  const release = await acquireLock(join(ROOT, ".cache", "bootstrap.lock"), {
    onWait: (holder) =>
      process.stderr.write(
        `Another run (process ${String(holder)}) is preparing this folder; waiting for it.\n`,
      ),
  });
  const stop = () => process.exit(130);
  process.once("exit", release).once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const env = {
      ...(heapMb === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${String(heapMb)}` }),
      ...(runsPtc ? { PTC_COMMAND: "npm run exec -- ptc" } : {}),
      ...(keepsCompiled ? { NODE_COMPILE_CACHE: join(ROOT, ".cache", "compiled") } : {}),
      ...cleanEnvironment(process.env, [await findNode(), join(ROOT, "node_modules", ".bin")]),
    };
    await installDependencies(relocks);
    if (builds)
      await runStep("Building what changed", ["turbo", "run", "build", "--output-logs=new-only"], {
        cwd: ROOT,
        env,
        progressOf: buildProgress,
      });
    return env;
  } finally {
    process.off("exit", release).off("SIGINT", stop).off("SIGTERM", stop);
    release();
  }
}

/**
 * @param {readonly string[]} commandLine task and arguments @returns {Promise<number>} exit code
 */
async function main([taskName = "", ...taskArguments]) {
  const task = TASKS.get(taskName);
  if (task === undefined)
    throw new BootstrapError(`Unknown task "${taskName}": one of ${[...TASKS.keys()].join(", ")}.`);
  // Wrong arguments are reported before the preparation, which can take minutes.
  const { command: given = [] } = task;
  const command = typeof given === "function" ? given(taskArguments) : [...given, ...taskArguments];
  const env = await prepare(task);
  if (task.command === undefined) return 0;
  if (command.length === 0)
    throw new BootstrapError(`Missing command. For example: npm run ${taskName} -- node --version`);
  for (const before of task.first ?? []) {
    const failed = await run(before, env);
    if (failed !== 0) return failed;
  }
  return await run(command, env);
}

/**
 * Runs a command in the foreground, in the repository's root.
 * @param {readonly string[]} command @param {Record<string, string>} env
 * @returns {Promise<number>} exit code
 */
async function run([program = "", ...programArguments], env) {
  const child = spawn(program, programArguments, {
    cwd: ROOT,
    env,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  // An interrupt from the terminal also reaches the child, which decides how to react.
  process.on("SIGINT", () => {}).on("SIGTERM", () => child.kill("SIGTERM"));
  return await exitCodeOf(child).catch((/** @type {unknown} */ error) => {
    throw new BootstrapError(`${program} cannot be started: ${String(error)}`);
  });
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
