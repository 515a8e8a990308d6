// Turns the servers in a file of another client into upstreams of `ptc.json`. Credentials that are
// written into that file become references, so `ptc.json` can be committed.

import { readFile } from "node:fs/promises";
import { fileProblem, isObject, LoadError } from "@ptc/core/internal/host";
import { recordOf } from "@ptc/core/internal/values";
import { ownForm } from "../config/client-servers.ts";
import { ConfigurationError } from "../config/configuration-error.ts";
import {
  isLiteralCredential,
  namesCredential,
  resemblesToken,
} from "../config/credential-fields.ts";
import { parseConfiguration } from "../config/parse-configuration.ts";
import { Problems } from "../config/problems.ts";
import { readJson } from "../config/read-json.ts";
import { upstreamName } from "../config/upstream-names.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The servers of a file. */
export interface IncludedServers {
  /** Upstreams in the form of `ptc.json`, by name. */
  readonly upstreams: ReadonlyMap<string, Fields>;
  /** Notes for the user: servers that are left out, and variables to set. */
  readonly notes: readonly string[];
}

/** Reads the file. @throws LoadError if it can't be used */
export async function includedServers(path: string, shown: string): Promise<IncludedServers> {
  const problems = new Problems();
  const data = readJson(await textOf(path, shown), problems);
  const servers = serversIn(data);
  if (problems.errors.length > 0)
    throw new LoadError(new ConfigurationError(shown, problems.errors).message);
  if (servers === undefined)
    throw new LoadError(`${shown}: it has no \`mcpServers\` or \`servers\``);
  const upstreams = new Map<string, Fields>();
  const notes: string[] = [];
  for (const [given, server] of Object.entries(servers)) {
    const name = upstreamName(given);
    if (!isObject(server)) notes.push(`${given} is left out: expected an object`);
    else if (isThisServer(server)) notes.push(`${given} is left out: it is this server`);
    else if (upstreams.has(name)) notes.push(`${given} is left out: there is another ${name}`);
    else addServer(name, server, upstreams, notes);
  }
  return { upstreams, notes };
}

async function textOf(path: string, shown: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new LoadError(`${shown}: ${fileProblem(error)}`);
  }
}

function serversIn(data: unknown): Fields | undefined {
  if (!isObject(data)) return undefined;
  const { mcp } = data;
  const servers =
    data["mcpServers"] ?? data["servers"] ?? (isObject(mcp) ? mcp["servers"] : undefined);
  return isObject(servers) ? servers : undefined;
}

/** Including it would start a server that starts itself. */
function isThisServer({ command, args }: Fields): boolean {
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String);
  return words.some((word, at) => {
    const name =
      word
        .split(/[\\/]/)
        .at(-1)
        ?.replace(/\.(?:cmd|js)$/, "") ?? "";
    return (
      name === "ptc-mcp" ||
      /^@ptc\/mcp-server(?:@|$)/.test(word) ||
      (words[at + 1] === "mcp" && (name === "ptc" || /^@ptc\/cli(?:@|$)/.test(word)))
    );
  });
}

function addServer(
  name: string,
  server: Fields,
  upstreams: Map<string, Fields>,
  notes: string[],
): void {
  const variables = new Set<string>();
  const upstream = withReferences(ownForm(server, [name], new Problems()), name, variables);
  try {
    parseConfiguration(JSON.stringify({ upstreams: { [name]: upstream } }), { folder: "/" });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const reasons = error.problems.map(({ path, message }) => `${path}: ${message}`);
    notes.push(`${name} is left out: ${reasons.join("; ")}`);
    return;
  }
  upstreams.set(name, upstream);
  for (const variable of variables)
    notes.push(`${name} needs the environment variable ${variable}`);
}

/** Replaces credentials and questions of VS Code by variables, whose names it adds. */
function withReferences(upstream: Fields, name: string, variables: Set<string>): Fields {
  const reference = (variable: string): string => {
    variables.add(variable);
    return `\${env:${variable}}`;
  };
  const asked = (text: string): string =>
    text.replace(/\$\{input:([^}]{1,100})\}/g, (_, id: string) => reference(variableName(id)));
  const field = (key: string, given: unknown, variable: string): unknown => {
    if (typeof given !== "string") return given;
    const text = asked(given);
    const isSecret = (namesCredential(key) || resemblesToken(text)) && text !== "";
    if (!isSecret || !isLiteralCredential(literalParts(text))) return text;
    const [, scheme = ""] = /^(Bearer |Basic |Token )/i.exec(text) ?? [];
    return `${scheme}${reference(variable)}`;
  };
  const fields = (given: unknown, variableOf: (key: string) => string): unknown =>
    isObject(given)
      ? recordOf(
          Object.entries(given).map(([key, text]) => [key, field(key, text, variableOf(key))]),
        )
      : given;
  return recordOf(
    Object.entries(upstream).map(([key, value]): [string, unknown] => {
      if (key === "env") return [key, fields(value, variableName)];
      if (key === "headers")
        return [key, fields(value, (header) => variableName(`${name}_${header}`))];
      if (Array.isArray(value))
        return [key, value.map((text: unknown) => (typeof text === "string" ? asked(text) : text))];
      return [key, typeof value === "string" ? asked(value) : value];
    }),
  );
}

/** A text that has a variable isn't a literal. */
function literalParts(text: string): readonly [string] | readonly [] {
  return text.includes("${") || /^(?:env|file|keychain):/.test(text) ? [] : [text];
}

function variableName(text: string): string {
  const words = text.toUpperCase().replace(/[^A-Z0-9_]+/g, "_");
  return /^[A-Z_]/.test(words) ? words : `_${words}`;
}
