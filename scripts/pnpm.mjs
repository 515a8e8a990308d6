// Finds the pinned pnpm, which installs everything else by the hashes of the lockfile, and
// translates settings of the person's npm for it.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { fetchPackage } from "./fetch.mjs";
import { pinOf } from "./pins.mjs";
import { CACHE } from "./places.mjs";
import { PNPM_PACKAGES, isMac, kindOfMachine, packageFor } from "./platform.mjs";
import { BootstrapError } from "./step.mjs";

/**
 * Must equal the version in package.json and pnpm-workspace.yaml; scripts/pins.json has its
 * hashes.
 */
export const PNPM = "12.21.0";
/** The newest version that npm has for macOS. It installs the same lockfile. */
export const PNPM_OF_MAC = "12.4.2";

/** @param {string} kind of machine */
export function pnpmOf(kind) {
  return isMac(kind) ? PNPM_OF_MAC : PNPM;
}

const MINUTES_OF_A_DAY = 24 * 60;

/**
 * Returns the pnpm program, from the cache or fetched.
 * @param {Record<string, string>} env @returns {Promise<string>}
 */
export async function findPnpm(env) {
  const kind = kindOfMachine();
  const name = packageFor(PNPM_PACKAGES, kind);
  const version = pnpmOf(kind);
  const program = "pnpm";
  const folder = await fetchPackage(
    { name, version, integrity: pinOf("pnpm", version, name), wanted: /./, program },
    {
      folder: join(CACHE, "pnpm", version, "node_modules", name),
      aside: join(CACHE, "fetching"),
      env,
    },
  );
  return join(folder, program);
}

/**
 * Returns settings from npm's own files, which pnpm doesn't read, as variables for pnpm.
 * @param {Record<string, string>} env
 * @returns {Promise<Record<string, string>>}
 */
export async function settingsForPnpm(env) {
  try {
    const { stdout } = await promisify(execFile)("npm", ["config", "list", "--json"], {
      cwd: CACHE,
      env,
      maxBuffer: 10_000_000,
      shell: process.platform === "win32",
    });
    /** @type {unknown} */
    const settings = JSON.parse(stdout);
    return translateSettings(/** @type {Record<string, unknown>} */ (settings), Date.now());
  } catch (error) {
    throw new BootstrapError(`npm didn't report its settings: ${String(error)}`);
  }
}

/**
 * Translates the minimum age of a package (minutes for pnpm, days or a date for npm) and the
 * settings of registry access.
 * @param {Readonly<Record<string, unknown>>} settings by npm's names
 * @param {number} now in milliseconds
 * @returns {Record<string, string>}
 */
export function translateSettings(settings, now) {
  /** @type {Record<string, string>} */
  const translated = {};
  const { before, "min-release-age": days, "min-release-age-exclude": exempt } = settings;
  const minutes =
    typeof before === "string"
      ? (now - Date.parse(before)) / 60_000
      : Number(days ?? 0) * MINUTES_OF_A_DAY;
  if (minutes > 0) translated["pnpm_config_minimum_release_age"] = String(Math.ceil(minutes));
  if (Array.isArray(exempt) && exempt.length > 0)
    translated["pnpm_config_minimum_release_age_exclude"] = JSON.stringify(exempt);
  for (const name of ["proxy", "https-proxy", "noproxy"]) {
    const value = [settings[name]].flat().filter((part) => typeof part === "string" && part !== "");
    if (value.length > 0) translated[`pnpm_config_${name.replace("-", "_")}`] = value.join(",");
  }
  if (settings["strict-ssl"] === false) translated["pnpm_config_strict_ssl"] = "false";
  return translated;
}
