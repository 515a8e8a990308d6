// The packages that may be fetched and run: `pins.json` contains the sha512 of every package, like
// a lockfile, by program and version. `node scripts/write-pins.mjs` writes it.
import { readFileSync } from "node:fs";
import { BootstrapError } from "./step.mjs";

export const PINS_FILE = new URL("pins.json", import.meta.url);

/**
 * Program -> version -> package -> hash.
 * @typedef {Record<string, Record<string, Record<string, string>>>} Pins
 * @returns {Pins}
 */
export function readPins() {
  /** @type {unknown} */
  const pins = JSON.parse(readFileSync(PINS_FILE, "utf8"));
  return /** @type {Pins} */ (pins);
}

/**
 * Returns the required hash of the package.
 * @param {"node" | "pnpm" | "deno" | "bun" | "workerd"} program
 * @param {string} version
 * @param {string} packageName
 */
export function pinOf(program, version, packageName) {
  const pin = readPins()[program]?.[version]?.[packageName];
  if (pin === undefined) {
    throw new BootstrapError(
      `${packageName} ${version} is not fetched: scripts/pins.json has no hash for it.\n` +
        `"node scripts/write-pins.mjs ${program}@${version}" writes the hash from npm's registry. Review the change before you run this again.`,
    );
  }
  return pin;
}
