// Writes `pins.json`: the registry's hash of every package that the bootstrap and the checks may
// fetch, like a lockfile. `node scripts/write-pins.mjs` looks up the existing versions again;
// `node scripts/write-pins.mjs node@24.21.0 pnpm@12.21.0` adds versions. Remove unused versions by
// hand. Importing this module does nothing.
import { execFile } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cleanEnvironment } from "./environment.mjs";
import { PINS_FILE, readPins } from "./pins.mjs";
import { HOST_PACKAGES, NODE_PACKAGES, PNPM_PACKAGES } from "./platform.mjs";
import { BootstrapError } from "./step.mjs";

const PACKAGES = new Map([
  ["node", NODE_PACKAGES],
  ["pnpm", PNPM_PACKAGES],
  ...Object.entries(HOST_PACKAGES),
]);

/**
 * Returns the pins with the added versions, after looking up all of them again. A changed hash is
 * an error, because a published version never changes.
 * @param {import("./pins.mjs").Pins} pins
 * @param {readonly string[]} added such as "node@24.21.0"
 * @param {(spec: string) => Promise<string | undefined>} lookUp undefined: no such package
 * @returns {Promise<import("./pins.mjs").Pins>}
 */
export async function renewPins(pins, added, lookUp) {
  const stated = Object.entries(pins).flatMap(([program, versions]) =>
    Object.keys(versions).map((version) => `${program}@${version}`),
  );
  /** @type {import("./pins.mjs").Pins} */
  const renewed = {};
  for (const wanted of [...new Set([...stated, ...added])].sort()) {
    const [program = "", version = ""] = wanted.split("@");
    const packages = PACKAGES.get(program);
    if (packages === undefined || !/^\d+\.\d+\.\d+$/.test(version))
      throw new BootstrapError(
        `"${wanted}" is not ${[...PACKAGES.keys()].join("@, ")}@ and a full version.`,
      );
    const hashes = ((renewed[program] ??= {})[version] ??= {});
    for (const name of packages.values()) {
      const before = pins[program]?.[version]?.[name];
      const found = await lookUp(`${name}@${version}`);
      if (before !== undefined && found !== undefined && found !== before) {
        throw new BootstrapError(
          `${name} ${version} is pinned as\n  ${before}\nbut the registry now has\n  ${found}\nA published version never changes: find out why before you continue.`,
        );
      }
      const hash = before ?? found;
      if (hash !== undefined) hashes[name] = hash;
    }
  }
  return renewed;
}

/**
 * @param {string} spec
 * @returns {Promise<string | undefined>}
 */
async function askRegistry(spec) {
  let stdout = "";
  try {
    ({ stdout } = await promisify(execFile)(
      "npm",
      ["view", spec, "dist.integrity", "--json", "--prefer-online"],
      { env: cleanEnvironment(process.env, []), shell: process.platform === "win32" },
    ));
  } catch (error) {
    const failure = /** @type {{ stdout?: string, stderr?: string }} */ (error);
    if (!/"code": "E(404|TARGET)"/.test(failure.stdout ?? ""))
      throw new BootstrapError(`npm view ${spec} failed:\n${failure.stderr ?? ""}`);
  }
  const hash = stdout.trim() === "" ? undefined : String(JSON.parse(stdout));
  process.stdout.write(`${spec}: ${hash ?? "the registry has none"}\n`);
  if (hash !== undefined && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(hash))
    throw new BootstrapError(`npm's registry has no sha512 hash of ${spec}: ${hash}`);
  return hash;
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  try {
    const pins = await renewPins(readPins(), process.argv.slice(2), askRegistry);
    writeFileSync(PINS_FILE, `${JSON.stringify(pins, undefined, 2)}\n`);
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
