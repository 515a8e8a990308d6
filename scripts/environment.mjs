// The environment of installers and tools: the person's own, without the variables that a parent
// npm added.
import { delimiter, join } from "node:path";
import { FETCHED_NODES } from "./places.mjs";

/**
 * npm settings about the source of packages, registry access and the minimum age of packages. They
 * are the person's choice, so they apply here too.
 */
const KEPT =
  /^(cache|userconfig|globalconfig|registry|replace_registry_host|cafile|ca|cert|key|strict_ssl|proxy|https_proxy|http_proxy|noproxy|local_address|offline|before|min(imum)?_release_age(_exclude)?|fetch_.+|maxsockets|_auth|[@/].*)$/;

/** Settings that pnpm knows by the same name, under its own prefix. */
const SHARED = /^(registry|cafile|offline|proxy|https_proxy|http_proxy|noproxy|fetch_.+|_auth)$/;

/** Defaults for npm and pnpm, unless the person sets others. */
const PATIENCE = {
  fetch_retries: "2",
  fetch_retry_mintimeout: "500",
  fetch_retry_maxtimeout: "4000",
};

/**
 * Returns the environment for every process started from here. Drops npm and pnpm settings from a
 * parent npm, including those that skip devDependencies. Keeps settings about the source of
 * packages, which pnpm reads under its own prefix. Removes a fetched Node from PATH, so that npm
 * runs on the person's own Node, whose certificates are set up.
 * @param {Readonly<Record<string, string | undefined>>} inherited
 * @param {readonly string[]} binFolders put first on the PATH
 * @returns {Record<string, string>}
 */
export function cleanEnvironment(inherited, binFolders) {
  const dropped =
    /^(p?npm_config_|npm_package_|npm_lifecycle_|npm_command$|npm_execpath$|npm_node_execpath$|NODE_ENV$)/i;
  /** @type {Record<string, string>} */
  const environment = { PATH: "" };
  for (const prefix of ["npm_config_", "pnpm_config_"])
    for (const [name, value] of Object.entries(PATIENCE)) environment[`${prefix}${name}`] = value;
  for (const [name, value] of Object.entries(inherited)) {
    if (value === undefined) continue;
    if (name.toUpperCase() === "PATH")
      environment["PATH"] = value
        .split(delimiter)
        .filter((folder) => !folder.startsWith(FETCHED_NODES))
        .join(delimiter);
    else if (!dropped.test(name)) environment[name] = value;
  }
  return {
    ...environment,
    ...settingsOfPerson(inherited),
    PATH: [...binFolders, environment["PATH"] ?? ""].join(delimiter),
    npm_config_update_notifier: "false",
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    DO_NOT_TRACK: "1",
  };
}

/**
 * Returns the settings to keep, for npm, and for pnpm if it knows them.
 * @param {Readonly<Record<string, string | undefined>>} inherited
 */
function settingsOfPerson(inherited) {
  /** @type {Record<string, string>} */
  const kept = {};
  /** @type {Record<string, string>} */
  const keptForPnpm = {};
  for (const [name, value] of Object.entries(inherited)) {
    const [, prefix, given = ""] = /^(p?npm_config_)(.+)$/i.exec(name) ?? [];
    // Settings of one scope or host contain a name, which is kept literally.
    const setting = /^[@/]/.test(given) ? given : given.toLowerCase().replaceAll("-", "_");
    if (value === undefined || prefix === undefined || !KEPT.test(setting)) continue;
    if (setting === "globalconfig" && isOfPrefix(value, inherited)) continue;
    if (prefix.toLowerCase() === "pnpm_config_") keptForPnpm[`pnpm_config_${setting}`] = value;
    else {
      kept[`npm_config_${setting}`] = value;
      if (SHARED.test(setting)) kept[`pnpm_config_${setting}`] = value;
    }
  }
  return { ...kept, ...keptForPnpm };
}

/**
 * True if npm itself set the path of the global settings: the file next to the Node that it ran
 * on.
 * @param {string} file @param {Readonly<Record<string, string | undefined>>} inherited
 */
function isOfPrefix(file, inherited) {
  const prefix = inherited["npm_config_global_prefix"];
  return prefix !== undefined && file === join(prefix, "etc", "npmrc");
}
