// The configuration after its checks, in one form for every kind of file.

import type { PolicyWithDefaults } from "@ptc/lisp";
import type { ConfigurationProblem } from "./configuration-error.ts";
import type { ReferringText } from "./references.ts";

/** The calls that wait for an approval. */
export type ApprovalPolicy = "all" | "writes" | "destructive" | "none";

/** The settings of every upstream. */
interface UpstreamBasics {
  /** The prefix of its tools: programs call `(tool/NAME/TOOL …)`. */
  readonly name: string;
  /** True if it isn't started. */
  readonly isDisabled: boolean;
  /** The policy for this upstream. */
  readonly approve: ApprovalPolicy;
  /** Whether hints of the server decide about approval. */
  readonly trustHints: boolean;
  /** Whether changed tools are refused until they are accepted. */
  readonly isPinned: boolean;
  /** The names of the tools, or `operationId`s, to use. Default: all. */
  readonly include?: readonly string[];
  readonly limits: UpstreamLimits;
}

/** The limits of one upstream. */
export interface UpstreamLimits {
  /** The time limit of a start in milliseconds, including the list of tools. */
  readonly startTimeoutMs: number;
  /** The time limit of a call in milliseconds. */
  readonly callTimeoutMs: number;
  /** The largest answer in bytes. */
  readonly maxAnswerBytes: number;
  /** The most tools that it may have. */
  readonly maxTools: number;
}

/** The settings of every MCP server. */
interface ServerBasics extends UpstreamBasics {
  /** Whether programs read its resources, with `list-resources` and `read-resource`. */
  readonly offersResources: boolean;
  /** Whether clients get its prompts. */
  readonly offersPrompts: boolean;
}

/** An MCP server that is started as a child process. */
export interface StdioUpstream extends ServerBasics {
  readonly kind: "stdio";
  readonly command: ReferringText;
  readonly args: readonly ReferringText[];
  readonly env: ReadonlyMap<string, ReferringText>;
  /** An absolute path, or a text with references. */
  readonly cwd?: ReferringText;
}

/** How a client gets a token by the client credentials of OAuth. */
export interface OAuthConfiguration {
  readonly clientId: ReferringText;
  /** A secret, or a private key that signs the request. */
  readonly clientSecret?: ReferringText;
  readonly privateKey?: ReferringText;
  readonly algorithm: string;
  readonly scope?: string;
  /** The only server that gets the credential. */
  readonly issuer: string;
}

/** How a person logs in to a server. */
export interface LoginSettings {
  /** A client that the server's owner registered. Default: the login registers one. */
  readonly clientId?: ReferringText;
  readonly clientSecret?: ReferringText;
  readonly scope?: string;
  /** The only authorization server that may be used. Default: the one that the server names. */
  readonly issuer?: string;
  /** The port of the redirect at 127.0.0.1. Default: a free one. */
  readonly port?: number;
}

/** An MCP server at a URL. */
export interface HttpUpstream extends ServerBasics {
  readonly kind: "http";
  readonly url: ReferringText;
  /** `sse` is the transport before 2025. */
  readonly transport: "streamable" | "sse";
  readonly headers: ReadonlyMap<string, ReferringText>;
  readonly bearer?: ReferringText;
  /** A client that logs in by itself. */
  readonly oauth?: OAuthConfiguration;
  /** The settings of a login by a person, which any server may need. */
  readonly login?: LoginSettings;
}

/** A user name and a password. */
export interface BasicCredential {
  readonly username: ReferringText;
  readonly password: ReferringText;
}

/** The operations of an OpenAPI document. */
export interface OpenApiUpstream extends UpstreamBasics {
  readonly kind: "openapi";
  /** A URL, or the absolute path of a file. */
  readonly document: string;
  readonly baseUrl?: string;
  readonly allowPrivateServer: boolean;
  readonly serverVariables: ReadonlyMap<string, string>;
  /** Credentials by the name of their security scheme. */
  readonly security: ReadonlyMap<string, ReferringText | BasicCredential>;
  readonly headers: ReadonlyMap<string, ReferringText>;
  readonly tags?: readonly string[];
  readonly methods?: readonly string[];
}

/** A module that exports tools. */
export interface ModuleUpstream extends UpstreamBasics {
  readonly kind: "module";
  /** The absolute path of the module. */
  readonly path: string;
}

/** An upstream: a source of tools. */
export type UpstreamConfiguration = StdioUpstream | HttpUpstream | OpenApiUpstream | ModuleUpstream;

/** A model by name, with its credential by reference. */
export interface ModelSettings {
  /** The provider and the model, such as `anthropic:claude-sonnet-5`. */
  readonly name: string;
  /** Default: the provider's environment variable. */
  readonly apiKey?: ReferringText;
  /** The address of another server. Default: the provider's. */
  readonly baseUrl?: string;
}

/** An agent that clients may run. */
export interface AgentConfiguration {
  /** The absolute path of a module whose default export is the agent. */
  readonly module: string;
  /** When to use it, for the client's model. */
  readonly description?: string;
  /** Default: the agent's own `llm`. */
  readonly model?: ModelSettings;
}

/** A key that encrypts sessions. */
export interface SessionKeyReference {
  /** The name by which stored sessions refer to the key. It is stored in clear. */
  readonly id: string;
  readonly key: ReferringText;
}

/** The settings for sessions. */
export interface SessionSettings {
  /** The absolute path of a SQLite file; without it, sessions end with the process. */
  readonly store?: string;
  /** The time in milliseconds after which an unused session is deleted. */
  readonly ttlMs: number;
  /** Encrypt the file; the first key encrypts, and the others decrypt what they encrypted. */
  readonly keys: readonly SessionKeyReference[];
}

/** The settings for serving over HTTP. */
export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /**
   * The bearer tokens of clients by their names. A single `token` belongs to the client `client`.
   * Each client has its own sessions.
   */
  readonly tokens: ReadonlyMap<string, ReferringText>;
  /** Origins of pages that may connect, such as `https://app.example`. */
  readonly allowedOrigins: readonly string[];
  /** Further names under which the server is reached. */
  readonly allowedHosts: readonly string[];
  readonly maxBodyBytes: number;
  readonly requestsPerMinute: number;
}

/** The limits of one program, with the names of the option `limits` of `@ptc/lisp`. */
export interface ProgramLimits {
  readonly timeoutMs?: number;
  readonly steps?: number;
  readonly memoryBytes?: number;
  readonly toolCalls?: number;
}

/** A checked configuration. Paths are absolute; credentials are still references. */
export interface Configuration {
  /** The folder of the file; relative paths start there. */
  readonly folder: string;
  readonly upstreams: readonly UpstreamConfiguration[];
  readonly policy: {
    readonly approve: ApprovalPolicy;
    readonly trustHints: boolean;
    /** The time after which a call that waits counts as denied. */
    readonly approvalTimeoutMs?: number;
    /** The rules about calls; absent without any. */
    readonly calls?: PolicyWithDefaults;
  };
  readonly limits: { readonly programs: ProgramLimits };
  /** Agents by name. */
  readonly agents: ReadonlyMap<string, AgentConfiguration>;
  /** The folder of program libraries. */
  readonly libraries?: string;
  readonly sessions: SessionSettings;
  readonly http: HttpSettings;
  /** The folder with the digests of pinned tools. */
  readonly pins: string;
  /** The folder with the tokens of logins. */
  readonly logins: string;
  /** Parts of the file that have no effect. */
  readonly warnings: readonly ConfigurationProblem[];
}
