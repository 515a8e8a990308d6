// Opens the upstreams of a configuration, and gives their tools.

import { readFile } from "node:fs/promises";
import { SdkHttpError, UnauthorizedError } from "@modelcontextprotocol/client";
import type { Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import { systemClock, type Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { didYouMean } from "@ptc/core/internal/errors";
import type { Fetch } from "@ptc/core/internal/fetch";
import { sleep } from "@ptc/core/internal/contracts";
import { recordOf } from "@ptc/core/internal/values";
import type {
  Configuration,
  HttpUpstream,
  StdioUpstream,
  UpstreamConfiguration,
} from "../config/configuration.ts";
import { isCredentialArgument } from "../config/credential-fields.ts";
import { Credentials, KnownSecrets } from "../config/credentials.ts";
import { nodeCredentials } from "../config/node-credentials.ts";
import type { UpstreamClock } from "./flood-gate.ts";
import { loginNeeded } from "../login/stored-login.ts";
import { gatedTool } from "./gated-tool.ts";
import type { UpstreamHealth } from "./health.ts";
import { httpTransport } from "./http-transport.ts";
import { importModule } from "./import-module.ts";
import { mcpSession } from "./mcp-session.ts";
import { moduleSession, type LoadModule } from "./module-session.ts";
import { openApiSession } from "./openapi-session.ts";
import { pinFolder } from "./pin-folder.ts";
import { Pins, type PinStore } from "./pins.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { upstreamPrompts, type UpstreamPrompts } from "./upstream-prompts.ts";
import { Upstream } from "./upstream.ts";
import type { SessionEvents, StartUpstream } from "./upstream-session.ts";

/** The options of `openUpstreams`. Without them, it uses this process. */
export interface UpstreamsOptions {
  /** The variables that `env:NAME` reads. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Makes the requests to servers and APIs. Default: the global `fetch`. */
  readonly fetch?: Fetch;
  /** Times limits, delays and restarts. Default: the system's. */
  readonly clock?: UpstreamClock;
  /** Remembers approved tools. Default: the folder `pins` of the configuration. */
  readonly pins?: PinStore;
  /** The command that accepts changed tools, for errors. Default: `ptc mcp accept NAME`. */
  readonly acceptCommand?: (upstream: string) => string;
  /** The command that logs in to a server, for errors. Default: `ptc mcp login NAME`. */
  readonly loginCommand?: (upstream: string) => string;
  /**
   * The time in milliseconds that `tools` waits for upstreams that start. The tools of slower ones
   * come with a later call. Default: 10,000.
   */
  readonly startWaitMs?: number;
  /** Called after tools were added, changed or removed. */
  readonly onChange?: () => void;
  /** Loads modules of tools. Default: `import`. */
  readonly loadModule?: LoadModule;
  /** Returns the transport to an MCP server instead of the usual one, for tests. */
  readonly transportOf?: (
    upstream: StdioUpstream | HttpUpstream,
  ) => Transport | Promise<Transport> | undefined;
}

/** The upstreams of a configuration. */
export interface Upstreams {
  /**
   * Starts the upstreams that aren't ready, and returns the tools of all that are. The names begin
   * with the upstream's: `files/read_file`. Never rejects because of an upstream.
   */
  readonly tools: () => Promise<Tools>;
  /** The prompts of MCP servers, for the users of clients. */
  readonly prompts: UpstreamPrompts;
  /** Starts all upstreams and waits until each is ready or has failed. */
  readonly start: () => Promise<readonly UpstreamHealth[]>;
  /** The state of each upstream now. Starts nothing. */
  readonly health: () => readonly UpstreamHealth[];
  /**
   * Approves changed and new tools of an upstream as they are now: the given ones, or all. Returns
   * their names.
   * @throws OptionError if there is no such upstream
   */
  readonly accept: (upstream: string, tools?: readonly string[]) => Promise<readonly string[]>;
  /** Returns a text without the values of credentials. */
  readonly hideSecrets: (text: string) => string;
  /** Ends all upstreams, with the processes that they started. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the upstreams of a configuration. Starts none of them: that happens when their tools are
 * first needed.
 */
export function openUpstreams(
  configuration: Configuration,
  options: UpstreamsOptions = {},
): Upstreams {
  const {
    clock = systemClock,
    startWaitMs = 10_000,
    acceptCommand = (name) => `ptc mcp accept ${name}`,
    pins = pinFolder(configuration.pins),
  } = options;
  const secrets = new KnownSecrets();
  const starter = new Starter(configuration, options, clock, secrets);
  const upstreams = configuration.upstreams.map(
    (upstream) =>
      new Upstream({
        configuration: upstream,
        start: starter.of(upstream),
        clock,
        secrets,
        pins: new Pins(upstream.name, upstream.isPinned ? pins : undefined),
        onChange: options.onChange ?? (() => undefined),
      }),
  );
  const health = (): readonly UpstreamHealth[] => upstreams.map((upstream) => upstream.health());
  const start = async (): Promise<void> => {
    await Promise.all(upstreams.map((upstream) => upstream.whenStarted()));
  };
  // An upstream that hangs slows one request down, not all of them.
  const slow = new Set<Upstream>();
  const startOrWait = async (): Promise<void> => {
    const starts = upstreams.map((upstream) => ({ upstream, started: upstream.whenStarted() }));
    const awaited = starts.filter(({ upstream }) => !slow.has(upstream));
    const all = Promise.all(awaited.map(({ started }) => started)).then(() => undefined);
    await within(all, startWaitMs, clock);
    for (const { upstream } of starts) {
      const { state } = upstream.health();
      if (state === "starting") slow.add(upstream);
      else if (state === "ready") slow.delete(upstream);
    }
  };
  const { approvalTimeoutMs } = configuration.policy;
  const common = { clock, secrets, acceptCommand, approvalTimeoutMs };
  // Unchanged tools are the same object, so that they are prepared once.
  let last: { readonly lists: readonly Upstream["list"][]; readonly tools: Tools } | undefined;
  return {
    health,
    start: async () => {
      await start();
      return health();
    },
    tools: async () => {
      await startOrWait();
      await Promise.all(upstreams.map((upstream) => upstream.readAccepted()));
      const lists = upstreams.map(({ list }) => list);
      if (last === undefined || lists.some((list, at) => list !== last?.lists[at]))
        last = { lists, tools: toolsOf(upstreams, common) };
      return last.tools;
    },
    prompts: upstreamPrompts(upstreams, startOrWait),
    accept: async (name, tools) => {
      const found = upstreams.find(({ configuration: { name: one } }) => one === name);
      if (found === undefined) throw unknownUpstream(name, configuration);
      await found.whenStarted();
      return await found.accept(tools);
    },
    hideSecrets: (text) => secrets.hidden(text),
    close: async () => {
      await Promise.all(upstreams.map((upstream) => upstream.close()));
    },
  };
}

function unknownUpstream(name: string, { upstreams }: Configuration): OptionError {
  const names = upstreams.map((upstream) => upstream.name);
  return new OptionError(
    "upstream",
    `there is no upstream ${JSON.stringify(name)} (${didYouMean(name, names) ?? `expected ${names.join(", ")}`})`,
  );
}

async function within(work: Promise<void>, waitMs: number, clock: UpstreamClock): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, sleep(clock, waitMs, done.signal)]);
  done.abort();
}

function toolsOf(
  upstreams: readonly Upstream[],
  common: Omit<Parameters<typeof gatedTool>[1], "upstream" | "callTimeoutMs" | "current">,
): Tools {
  return recordOf(
    upstreams.flatMap((upstream) => {
      const { name, limits } = upstream.configuration;
      const gate = {
        ...common,
        upstream: name,
        callTimeoutMs: limits.callTimeoutMs,
        current: (tool: string, signal: AbortSignal) => upstream.currentTool(tool, signal),
      };
      return upstream.tools.map((current) => [current.source.name, gatedTool(current, gate)]);
    }),
  );
}

/** Knows how to start each kind of upstream. */
class Starter {
  private readonly configuration: Configuration;
  private readonly options: UpstreamsOptions;
  private readonly clock: UpstreamClock;
  private readonly secrets: KnownSecrets;
  private readonly fetch: Fetch;
  private readonly credentials: Credentials;

  constructor(
    configuration: Configuration,
    options: UpstreamsOptions,
    clock: UpstreamClock,
    secrets: KnownSecrets,
  ) {
    this.configuration = configuration;
    this.options = options;
    this.clock = clock;
    this.secrets = secrets;
    this.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    const host = nodeCredentials(options.env ?? process.env);
    this.credentials = new Credentials(host, configuration.folder, secrets);
  }

  of(upstream: UpstreamConfiguration): StartUpstream {
    const { credentials, fetch } = this;
    switch (upstream.kind) {
      case "stdio":
      case "http":
        return async (events, signal) =>
          await mcpSession(
            upstream,
            await this.transport(upstream, events),
            this.secrets,
            events,
            signal,
          ).catch((error: unknown) => {
            throw this.asksForLogin(error, upstream)
              ? loginNeeded(this.loginCommand(upstream.name))
              : error;
          });
      case "openapi":
        return async (_events, signal) =>
          await openApiSession(
            upstream,
            credentials,
            { fetch, readDocument: (path) => readFile(path, "utf8") },
            signal,
          );
      case "module":
        return async () => await moduleSession(upstream, this.options.loadModule ?? importModule);
    }
  }

  private loginCommand(upstream: string): string {
    const { loginCommand = (name: string) => `ptc mcp login ${name}` } = this.options;
    return loginCommand(upstream);
  }

  /** True for a refusal that a login can change. */
  private asksForLogin(error: unknown, upstream: StdioUpstream | HttpUpstream): boolean {
    if (upstream.kind !== "http" || upstream.bearer !== undefined || upstream.oauth !== undefined)
      return false;
    const isRefused = error instanceof SdkHttpError && error.status === 401;
    return isRefused || error instanceof UnauthorizedError;
  }

  private async transport(
    upstream: StdioUpstream | HttpUpstream,
    events: SessionEvents,
  ): Promise<Transport> {
    const { credentials, clock, fetch } = this;
    const given = await this.options.transportOf?.(upstream);
    if (given !== undefined) return given;
    if (upstream.kind === "http")
      return await httpTransport(upstream, credentials, {
        fetch,
        clock,
        logins: this.configuration.logins,
        loginCommand: this.loginCommand(upstream.name),
      });
    const { command, args, env, cwd, limits } = upstream;
    const texts: string[] = [];
    for (const [index, text] of args.entries())
      texts.push(
        await credentials.text(text, `args[${String(index)}]`, isCredentialArgument(args, index)),
      );
    return new StdioTransport(
      {
        command: await credentials.text(command, "command"),
        args: texts,
        env: {
          ...getDefaultEnvironment(),
          ...Object.fromEntries(await credentials.texts(env, "env")),
        },
        cwd: cwd === undefined ? this.configuration.folder : await credentials.text(cwd, "cwd"),
      },
      { maxAnswerBytes: limits.maxAnswerBytes, clock, onErrorLine: events.onLine },
    );
  }
}
