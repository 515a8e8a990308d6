// Reads the servers of other clients' files, so that one configuration serves all of them:
//
//   Claude Desktop, Claude Code, Cursor   { "mcpServers": { NAME: { command, args, env } } }
//   the same, at a URL                    { "mcpServers": { NAME: { type, url, headers } } }
//   VS Code                               { "servers": { … }, "inputs": […] }
//
// Fields that only concern their client are ignored with a warning.

import { isObject } from "@ptc/core/internal/host";
import { recordOf } from "@ptc/core/internal/values";
import type { UpstreamConfiguration } from "./configuration.ts";
import type { Path, Problems } from "./problems.ts";
import { readUpstream, type UpstreamDefaults } from "./read-upstream.ts";
import { isUpstreamName, upstreamName } from "./upstream-names.ts";

const stdioFields = ["command", "args", "env", "cwd"];
const httpFields = ["url", "headers"];
/** Understood here, or without a meaning outside of their client. */
const otherFields = new Set(["type", "disabled", "serverUrl", "httpUrl"]);

const httpTypes: ReadonlyMap<unknown, "http" | "sse"> = new Map<unknown, "http" | "sse">([
  ["http", "http"],
  ["streamable-http", "http"],
  ["streamableHttp", "http"],
  ["sse", "sse"],
]);

/** Returns the upstreams of the servers, and adds their mistakes. */
export function readClientServers(
  servers: Readonly<Record<string, unknown>>,
  path: Path,
  defaults: UpstreamDefaults,
  problems: Problems,
): readonly UpstreamConfiguration[] {
  return Object.entries(servers).flatMap(([given, server]) => {
    const at = [...path, given];
    if (!isObject(server)) {
      problems.error(at, "expected an object");
      return [];
    }
    const name = upstreamName(given);
    if (!isUpstreamName(given))
      problems.warn(at, `its tools are called (tool/${name}/… …), because of its name`);
    const upstream = readUpstream(name, ownForm(server, at, problems), at, defaults, problems);
    return upstream === undefined ? [] : [upstream];
  });
}

/** Returns the server in the form of `ptc.json`. */
export function ownForm(
  server: Readonly<Record<string, unknown>>,
  path: Path,
  problems: Problems,
): Readonly<Record<string, unknown>> {
  const { type, disabled } = server;
  const url = server["url"] ?? server["serverUrl"] ?? server["httpUrl"];
  const isHttp = server["command"] === undefined && url !== undefined;
  if (type !== undefined && type !== "stdio" && !httpTypes.has(type))
    problems.error([...path, "type"], 'expected "stdio", "http" or "sse"');
  const taken = isHttp ? httpFields : stdioFields;
  for (const field of Object.keys(server))
    if (!taken.includes(field) && !otherFields.has(field))
      problems.warn([...path, field], "has no effect here");
  return recordOf([
    ...taken.flatMap((field): [string, unknown][] => {
      const value = field === "url" ? url : server[field];
      return value === undefined || value === null ? [] : [[field, value]];
    }),
    ...(isHttp && httpTypes.get(type) === "sse" ? [["type", "sse"] as [string, unknown]] : []),
    ...(disabled === true ? [["disabled", true] as [string, unknown]] : []),
  ]);
}
