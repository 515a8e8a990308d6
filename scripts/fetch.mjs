// Fetches a package from npm and runs nothing of it before its sha512 matches the pin. `npm pack`
// only downloads the tarball, so the person's registry, proxy, certificates and minimum release age
// apply. The tarball is verified, unpacked and tried in a temporary folder, then moved into place
// as a whole.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isProcessAlive } from "./lock.mjs";
import { BootstrapError, runStep } from "./step.mjs";
import { extract, integrityOf } from "./tarball.mjs";

/** Written last: the verified hash, and the size of each file. */
const STAMP = ".verified.json";

/**
 * `integrity` is the required hash of the tarball, `wanted` selects the files to keep, and
 * `program` is one of them, tried with `--version` before anything relies on it.
 * @typedef {{
 *   name: string, version: string, integrity: string, wanted: RegExp, program: string,
 *   because?: string,
 * }} Package
 */

/**
 * Returns the folder of a verified package, from the cache if complete, otherwise fetched.
 * @param {Package} wanted
 * @param {{ folder: string, aside: string, env: Record<string, string> }} where it belongs, and
 * where it is prepared, on the same disk
 * @returns {Promise<string>}
 */
export async function fetchPackage(wanted, { folder, aside, env }) {
  if (isWhole(folder, wanted.integrity)) return folder;
  removeAbandoned(aside);
  const place = mkdtempSync(join(aside, `${String(process.pid)}.`));
  try {
    const tarball = await download(wanted, place, env);
    verify(wanted, integrityOf(tarball));
    const prepared = join(place, "package");
    const files = await extract(tarball, prepared, wanted.wanted);
    process.stderr.write(
      `Verified ${wanted.name} ${wanted.version}: its sha512 is the one in scripts/pins.json.\n`,
    );
    await runStep(`Trying ${wanted.name}`, [join(prepared, wanted.program), "--version"], {
      cwd: place,
      env,
    });
    writeFileSync(join(prepared, STAMP), JSON.stringify({ integrity: wanted.integrity, files }));
    moveInto(folder, prepared, wanted.integrity);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return folder;
}

/**
 * True if the folder contains every file of the package with this hash. False after a fetch of
 * another pin, an interrupted fetch, or a loss of files.
 * @param {string} folder @param {string} integrity
 */
export function isWhole(folder, integrity) {
  try {
    const stamp = /** @type {{ integrity: string, files: Record<string, number> }} */ (
      JSON.parse(readFileSync(join(folder, STAMP), "utf8"))
    );
    return (
      stamp.integrity === integrity &&
      Object.entries(stamp.files).every(
        ([path, size]) => statSync(join(folder, path)).size === size,
      )
    );
  } catch {
    return false;
  }
}

/**
 * @param {Package} wanted @param {string} place @param {Record<string, string>} env
 * @returns {Promise<Buffer>}
 */
async function download(wanted, place, env) {
  // npm uses the nearest folder with a package.json as its project, and reads settings there.
  writeFileSync(join(place, "package.json"), "{}\n");
  const pack = [
    ...["npm", "pack", `${wanted.name}@${wanted.version}`, "--pack-destination=."],
    ...["--ignore-scripts", "--dry-run=false", "--global=false", "--prefer-offline"],
  ];
  const because = wanted.because === undefined ? "" : ` (${wanted.because})`;
  await runStep(`Fetching ${wanted.name} ${wanted.version} from npm${because}`, pack, {
    cwd: place,
    env,
    usesRegistry: true,
    explain: (output) => explainPack(wanted, output),
  });
  const [file] = readdirSync(place).filter((name) => name.endsWith(".tgz"));
  if (file === undefined)
    throw new BootstrapError(`npm wrote no tarball for ${wanted.name} ${wanted.version}.`);
  return readFileSync(join(place, file));
}

/**
 * Returns what a person needs to know about npm's failure and npm doesn't say.
 * @param {Package} wanted @param {string} output
 */
function explainPack(wanted, output) {
  // npm compares the tarball with the registry's hash: the same mismatch, found earlier.
  const found = /EINTEGRITY[^]* but got (sha512-\S+?)\.?\s/.exec(output)?.[1];
  if (found !== undefined) return mismatch(wanted, found);
  if (output.includes("ETARGET") && output.includes("with a date before"))
    return (
      `${wanted.name} ${wanted.version} is younger than your npm settings allow (min-release-age or before).\n` +
      "Wait until it is old enough, install it yourself, or allow it for one run by setting npm_config_min_release_age=0 in the environment."
    );
  return undefined;
}

/** @param {Package} wanted @param {string} found */
function verify(wanted, found) {
  if (found !== wanted.integrity) throw new BootstrapError(mismatch(wanted, found));
}

/** @param {Package} wanted @param {string} found */
function mismatch({ name, version, integrity }, found) {
  return [
    `${name} ${version} differs from the pinned package. Nothing was run, and the download was discarded.`,
    `  expected ${integrity} (scripts/pins.json)`,
    `  found    ${found} (npm's registry or cache)`,
    'Check where npm fetches from ("npm config get registry", "npm config get proxy"), empty its cache ("npm cache clean --force"), and run again.',
    "If the hash still differs, the package may have been tampered with: stop, and report it to the maintainers (SECURITY.md).",
  ].join("\n");
}

/**
 * Moves a prepared package to its folder and replaces an incomplete one. Of several concurrent
 * runs, one is first and the others use its package.
 * @param {string} folder @param {string} prepared @param {string} integrity
 */
function moveInto(folder, prepared, integrity) {
  mkdirSync(dirname(folder), { recursive: true });
  for (let attempt = 0; !isWhole(folder, integrity); attempt += 1) {
    try {
      if (existsSync(folder)) renameSync(folder, `${prepared}.replaced.${String(attempt)}`);
      renameSync(prepared, folder);
      return;
    } catch (error) {
      if (attempt < 5) continue;
      throw new BootstrapError(
        `${folder} cannot be replaced, remove it and run again: ${String(error)}`,
      );
    }
  }
}

/**
 * Removes remains of killed fetches: folders named after the id of a process that no longer
 * exists.
 * @param {string} aside
 */
function removeAbandoned(aside) {
  mkdirSync(aside, { recursive: true });
  for (const name of readdirSync(aside))
    if (!isProcessAlive(Number.parseInt(name, 10)))
      rmSync(join(aside, name), { recursive: true, force: true });
}
