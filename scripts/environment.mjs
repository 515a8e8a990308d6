// The environment that installers and tools run in: the person's own, without what a parent npm put
// there.
import { delimiter } from "node:path";
import { FETCHED_NODES } from "./places.mjs";

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
