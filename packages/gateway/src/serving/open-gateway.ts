// A gateway: the upstreams of a configuration behind one MCP server of programs.
//
//   clients ──▶ transports ──▶ server of programs ──▶ upstreams
//                                    └──▶ sessions in SQLite

import { createMcpServer, type McpServerOptions, type PtcMcpServer } from "@ptc/mcp/server";
import { LoadError, presentFields } from "@ptc/core/internal/host";
import { ConfigurationError } from "../config/configuration-error.ts";
import type { Configuration } from "../config/configuration.ts";
import { Credentials, KnownSecrets } from "../config/credentials.ts";
import { nodeCredentials } from "../config/node-credentials.ts";
import { importModule } from "../upstreams/import-module.ts";
import {
  openUpstreams,
  type Upstreams,
  type UpstreamsOptions,
} from "../upstreams/open-upstreams.ts";
import { loadAgents } from "./load-agents.ts";
import { openSessionStore, sessionKeys } from "./session-store.ts";

/** The options of `openGateway`. */
export interface GatewayOptions extends UpstreamsOptions {
  /** Gets errors of the server as text, without credentials. Default: they are ignored. */
  readonly log?: (message: string) => void;
  /** The version that clients show. */
  readonly version?: string;
}

/** A configuration that can be served. */
export interface Gateway extends Pick<PtcMcpServer, "serverFor"> {
  readonly upstreams: Upstreams;
  /** Returns a text without the values of credentials that were looked up. */
  readonly hideSecrets: (text: string) => string;
  /** Logs an error without credentials. */
  readonly onError: (error: unknown) => void;
  /** Looks up the tokens of clients over HTTP, by the client's name. @throws CredentialError */
  readonly httpTokens: () => Promise<ReadonlyMap<string, string>>;
  /** Calls `listener` after the tools have changed, until the returned function is called. */
  readonly onToolsChanged: (listener: () => void) => () => void;
  /** Ends the upstreams and closes the sessions' file. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a gateway. Upstreams start when their tools are first needed.
 * @throws ConfigurationError for agents and libraries that can't be loaded
 * @throws CredentialError for a key of sessions that can't be looked up
 * @throws StoreError for a file of sessions that can't be opened
 */
export async function openGateway(
  configuration: Configuration,
  options: GatewayOptions = {},
): Promise<Gateway> {
  const { log = () => undefined, version, env = process.env, loadModule = importModule } = options;
  const { sessions, limits, agents, folder, http } = configuration;
  const secrets = new KnownSecrets();
  const credentials = new Credentials(nodeCredentials(env), folder, secrets);
  const served = await loadAgents(agents, loadModule, { env, folder, credentials });
  const libraries = await librariesOf(configuration);
  const keys = await sessionKeys(sessions, credentials);
  const store = sessions.store === undefined ? undefined : await openSessionStore(sessions.store);
  const listeners = new Set<() => void>();
  const upstreams = openUpstreams(configuration, {
    ...options,
    onChange: () => {
      options.onChange?.();
      void server.toolsChanged();
      for (const listener of listeners) listener();
    },
  });
  const hideSecrets = (text: string): string => secrets.hidden(upstreams.hideSecrets(text));
  const onError = (error: unknown): void => {
    log(hideSecrets(error instanceof Error ? error.message : String(error)));
  };
  const server = createMcpServer({
    tools: upstreams.tools,
    agents: served,
    prompts: upstreams.prompts,
    ...libraries,
    programLimits: limits.programs,
    limits: { sessionTtlMs: sessions.ttlMs },
    onError,
    ...presentFields({ store, encryption: keys, policy: configuration.policy.calls }),
    ...(version === undefined ? {} : { version }),
  });
  return {
    serverFor: server.serverFor,
    upstreams,
    hideSecrets,
    onError,
    httpTokens: async () => await credentials.texts(http.tokens, "http.tokens", true),
    onToolsChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      await upstreams.close();
      await store?.close();
    },
  };
}

/** Loads the libraries of the folder, if one is given. @throws ConfigurationError */
export async function librariesOf({
  libraries: folder,
  folder: current,
}: Configuration): Promise<Pick<McpServerOptions, "libraries">> {
  if (folder === undefined) return {};
  const { loadLibraries } = await import("@ptc/subagent/internal/node");
  try {
    return { libraries: await loadLibraries({ folder: current }, folder) };
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    const { message } = error;
    throw new ConfigurationError("the configuration", [{ path: "libraries", message }]);
  }
}
