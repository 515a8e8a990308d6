// Reads the text of a configuration file: `ptc.json`, or the file of another MCP client.
//
//   text ──▶ JSON ──▶ own form, or servers of another client ──▶ upstreams and settings
//                                    └─▶ problems with the path of their field

import { isObject, presentFields } from "@ptc/core/internal/host";
import { OptionError } from "@ptc/core/errors";
import type { PolicyWithDefaults } from "@ptc/lisp";
import { checkedPolicy } from "@ptc/lisp/internal/policy";
import type {
  AgentConfiguration,
  Configuration,
  SessionKeyReference,
  UpstreamConfiguration,
} from "./configuration.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { readClientServers } from "./client-servers.ts";
import { fileSchema, type ConfigurationFile } from "./file-schema.ts";
import { Problems, type Path } from "./problems.ts";
import { readAgent } from "./read-agent.ts";
import { readJson } from "./read-json.ts";
import { absolutePath, readUpstream, type UpstreamDefaults } from "./read-upstream.ts";
import type { ReferringText } from "./references.ts";
import { TextFields } from "./text-fields.ts";
import { isUpstreamName, namesakes, upstreamName } from "./upstream-names.ts";

/** The location of a configuration. */
export interface ConfigurationLocation {
  /** The name of the file in messages. Default: `ptc.json`. */
  readonly file?: string;
  /** The folder where relative paths start. Default: `.`. */
  readonly folder?: string;
  /** The home folder, for paths that begin with `~/`. Default: `~` isn't replaced. */
  readonly home?: string;
}

/**
 * Returns the configuration in the text of a `ptc.json`, or of a file with `mcpServers` or
 * `servers`. Reads no other file, and resolves no credential.
 * @throws ConfigurationError with every mistake
 */
export function parseConfiguration(
  text: string,
  { file = "ptc.json", folder = ".", home = "~" }: ConfigurationLocation = {},
): Configuration {
  const problems = new Problems();
  const data = readJson(text, problems);
  const configuration =
    problems.errors.length > 0 ? undefined : readData(data, { folder, home }, problems);
  if (configuration === undefined || problems.errors.length > 0)
    throw new ConfigurationError(file, problems.errors);
  return { ...configuration, warnings: problems.warnings };
}

type Folders = Required<Pick<ConfigurationLocation, "folder" | "home">>;

function readData(data: unknown, folders: Folders, problems: Problems): Configuration | undefined {
  if (!isObject(data)) {
    problems.error([], 'expected an object, such as { "upstreams": { … } }');
    return undefined;
  }
  const given = clientFile(data) ?? problems.check(fileSchema, data, [], topAliases);
  return given && settingsOf(given, folders, problems);
}

/** Field names that people try, with ours. */
const topAliases: ReadonlyMap<string, string> = new Map([
  ["servers", "use `upstreams`, or `mcpServers` for the form of other clients"],
  ["tools", 'use `upstreams`: { "local": { "tools": "./tools.ts" } }'],
]);

const ownFields = Object.keys(fileSchema.shape).filter((name) => name !== "mcpServers");

/** Returns the servers in a file of another client, or undefined for our own form. */
function clientFile(data: Readonly<Record<string, unknown>>): ConfigurationFile | undefined {
  if (Object.keys(data).some((name) => ownFields.includes(name) && name !== "$schema"))
    return undefined;
  const mcp = data["mcp"];
  const servers =
    data["mcpServers"] ?? data["servers"] ?? (isObject(mcp) ? mcp["servers"] : undefined);
  return isObject(servers) ? { mcpServers: servers } : undefined;
}

const defaultLimits = {
  startTimeoutMs: 60_000,
  callTimeoutMs: 60_000,
  maxAnswerBytes: 10_000_000,
  maxTools: 5_000,
} as const;

/** Returns the rules about calls, checked as `createMcpServer` checks them. */
function callPolicy(
  policy: ConfigurationFile["policy"],
  problems: Problems,
): { readonly calls?: PolicyWithDefaults } {
  if (policy?.rules === undefined && policy?.defaults === undefined) return {};
  const { rules = [], defaults = {} } = policy;
  // The check follows.
  const calls = { rules, defaults: presentFields(defaults) } as unknown as PolicyWithDefaults;
  try {
    checkedPolicy(calls);
    return { calls };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    problems.error(["policy"], error.message);
    return {};
  }
}

const week = 7 * 24 * 60 * 60 * 1_000;

function settingsOf(given: ConfigurationFile, folders: Folders, problems: Problems): Configuration {
  const { policy, limits, sessions, http, libraries } = given;
  const path = (text: string): string => absolutePath(text, folders);
  const defaults: UpstreamDefaults = {
    ...folders,
    approve: policy?.approve ?? "writes",
    trustHints: policy?.trustHints ?? false,
    limits: {
      startTimeoutMs: limits?.startTimeoutMs ?? defaultLimits.startTimeoutMs,
      callTimeoutMs: limits?.callTimeoutMs ?? defaultLimits.callTimeoutMs,
      maxAnswerBytes: limits?.maxAnswerBytes ?? defaultLimits.maxAnswerBytes,
      maxTools: limits?.maxTools ?? defaultLimits.maxTools,
    },
  };
  return {
    folder: folders.folder,
    upstreams: upstreamsOf(given, defaults, problems),
    policy: {
      approve: defaults.approve,
      trustHints: defaults.trustHints,
      ...(policy?.approvalTimeoutMs === undefined
        ? {}
        : { approvalTimeoutMs: policy.approvalTimeoutMs }),
      ...callPolicy(policy, problems),
    },
    limits: { programs: presentFields(limits?.programs ?? {}) },
    agents: readAgents(given.agents ?? {}, folders, problems),
    ...(libraries === undefined ? {} : { libraries: path(libraries) }),
    sessions: {
      ...(sessions?.store === undefined ? {} : { store: path(sessions.store) }),
      ttlMs: sessions?.ttlMs ?? week,
      keys: sessionKeys(sessions, problems),
    },
    http: {
      host: http?.host ?? "127.0.0.1",
      port: http?.port ?? 7411,
      tokens: httpTokens(http, problems),
      allowedOrigins: http?.allowedOrigins ?? [],
      allowedHosts: http?.allowedHosts ?? [],
      maxBodyBytes: http?.maxBodyBytes ?? 10_000_000,
      requestsPerMinute: http?.requestsPerMinute ?? 600,
    },
    pins: path(given.pins ?? "ptc.pins"),
    logins: path(given.logins ?? ".ptc/logins"),
    warnings: [],
  };
}

function sessionKeys(
  sessions: ConfigurationFile["sessions"],
  problems: Problems,
): readonly SessionKeyReference[] {
  const { keys = [], store } = sessions ?? {};
  if (keys.length > 0 && store === undefined)
    problems.error(["sessions", "keys"], "encrypt a file: set `sessions.store` too");
  const texts = new TextFields(problems);
  const ids = new Set<string>();
  return keys.map(({ id, key }, index) => {
    if (ids.has(id))
      problems.error(["sessions", "keys", index, "id"], "another key has this id: rename one");
    ids.add(id);
    const path = ["sessions", "keys", index, "key"];
    return { id, key: texts.read(path, key, "credential", "ptc session key") };
  });
}

function httpTokens(
  http: ConfigurationFile["http"],
  problems: Problems,
): ReadonlyMap<string, ReferringText> {
  const texts = new TextFields(problems);
  const { token, tokens } = http ?? {};
  if (token !== undefined && tokens !== undefined)
    problems.error(["http", "tokens"], "use either `token` or `tokens`");
  if (token !== undefined)
    return new Map([
      ["client", texts.read(["http", "token"], token, "credential", "ptc mcp token")],
    ]);
  return new Map(
    Object.entries(tokens ?? {}).map(([name, given]) => [
      name,
      texts.read(["http", "tokens", name], given, "credential", `ptc mcp token ${name}`),
    ]),
  );
}

function upstreamsOf(
  given: ConfigurationFile,
  defaults: UpstreamDefaults,
  problems: Problems,
): readonly UpstreamConfiguration[] {
  const own = Object.entries(given.upstreams ?? {}).flatMap(([name, upstream]) => {
    const path: Path = ["upstreams", name];
    checkName(name, path, problems);
    const read = readUpstream(name, upstream, path, defaults, problems);
    return read === undefined ? [] : [read];
  });
  const others = readClientServers(given.mcpServers ?? {}, ["mcpServers"], defaults, problems);
  const all = [...own, ...others];
  for (const [name, message] of namesakes(all.map((upstream) => upstream.name)))
    problems.error(["upstreams", name], message);
  return all;
}

function readAgents(
  given: NonNullable<ConfigurationFile["agents"]>,
  folders: Folders,
  problems: Problems,
): Configuration["agents"] {
  const agents = new Map<string, AgentConfiguration>();
  for (const [name, one] of Object.entries(given)) {
    checkName(name, ["agents", name], problems);
    const agent = readAgent(one, ["agents", name], folders, problems);
    if (agent !== undefined) agents.set(name, agent);
  }
  return agents;
}

function checkName(name: string, path: Path, problems: Problems): void {
  if (!isUpstreamName(name))
    problems.error(
      path,
      `a name has up to 30 ASCII letters, digits, _ and -, and begins with a letter: use "${upstreamName(name)}"`,
    );
}
