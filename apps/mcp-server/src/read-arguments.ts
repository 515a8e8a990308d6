// Reads the arguments of `ptc-mcp`.

import { parseArgs } from "node:util";
import { gatewayActions, type GatewayRequest } from "@ptc/gateway";

/** A request, a text to print, or a mistake. */
export type ReadArguments =
  | { readonly kind: "request"; readonly request: Omit<GatewayRequest, "command" | "version"> }
  | { readonly kind: "help" | "version" }
  | { readonly kind: "mistake"; readonly message: string };

const options = {
  config: { type: "string" },
  http: { type: "boolean" },
  host: { type: "string" },
  port: { type: "string" },
  client: { type: "string" },
  include: { type: "string", multiple: true },
  yes: { type: "boolean" },
  json: { type: "boolean" },
  list: { type: "boolean" },
  help: { type: "boolean" },
  version: { type: "boolean" },
} as const;

export function readArguments(words: readonly string[]): ReadArguments {
  let parsed;
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    return mistake(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { kind: "help" };
  if (values.version === true) return { kind: "version" };
  const [name = values.list === true ? "list" : "serve", ...rest] = positionals;
  const action = gatewayActions.find((known) => known === name);
  if (action === undefined)
    return mistake(`unknown action ${JSON.stringify(name)}: use ${gatewayActions.join(", ")}`);
  const most = action === "accept" ? Infinity : action === "login" ? 1 : 0;
  if (rest.length > most)
    return mistake(`unexpected argument ${JSON.stringify(rest[most])} after ${action}`);
  const { port, http = false, json = false, yes = false, include = [] } = values;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    return mistake("--port needs a whole number from 0 to 65535");
  const [upstream, ...tools] = rest;
  return {
    kind: "request",
    request: {
      action,
      config: values.config,
      upstream,
      tools,
      http,
      host: values.host,
      port: port === undefined ? undefined : Number(port),
      client: values.client,
      json,
      include,
      yes,
    },
  };
}

function mistake(message: string): ReadArguments {
  return { kind: "mistake", message };
}
