// A gateway over a module of tools, served over HTTP inside this process, and clients of both SDKs.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Client as Client2,
  StreamableHTTPClientTransport as Http2,
} from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";
import {
  openGateway,
  parseConfiguration,
  serveHttp,
  type HttpServerOptions,
} from "../../src/index.ts";

export const token = "a-token-of-enough-characters";

/** The calls of the tools of the module. */
export interface Log {
  readonly started: string[];
  readonly aborted: string[];
}

export interface ServedGateway {
  readonly url: URL;
  readonly log: Log;
  readonly errors: string[];
  readonly close: () => Promise<void>;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ptc-gateway-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Serves until the test ends. */
export async function servedGateway(
  options: Partial<HttpServerOptions> & {
    readonly store?: string;
    /** The ids of keys, whose values are made of them. */
    readonly keys?: readonly string[];
    /** The field `policy` of the file. */
    readonly policy?: object;
  } = {},
): Promise<ServedGateway> {
  const { store, keys = [], policy, ...given } = options;
  const log: Log = { started: [], aborted: [] };
  const errors: string[] = [];
  const folder = temporaryFolder();
  const text = JSON.stringify({
    upstreams: { shop: { tools: "./tools.ts" } },
    policy,
    ...(store === undefined
      ? {}
      : {
          sessions: {
            store,
            ...(keys.length > 0 && { keys: keys.map((id) => ({ id, key: `env:KEY_${id}` })) }),
          },
        }),
  });
  const gateway = await openGateway(parseConfiguration(text, { folder }), {
    log: (message) => errors.push(message),
    env: Object.fromEntries(keys.map((id) => [`KEY_${id}`, `the secret key ${id} of this test`])),
    loadModule: () => Promise.resolve({ tools: toolsWith(log) }),
  });
  const serving = await serveHttp({
    host: "127.0.0.1",
    port: 0,
    tokens: new Map(),
    allowedHosts: [],
    allowedOrigins: [],
    maxBodyBytes: 100_000,
    requestsPerMinute: 100_000,
    serverFor: gateway.serverFor,
    onError: gateway.onError,
    ...given,
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await serving.close();
    await gateway.close();
  };
  onTestFinished(close);
  return { url: new URL(serving.url), log, errors, close };
}

function toolsWith(log: Log) {
  return {
    add: ({ a, b }: { readonly a: number; readonly b: number }) => a + b,
    wait: (_: object, { signal }: { readonly signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        log.started.push("wait");
        signal.addEventListener("abort", () => {
          log.aborted.push("wait");
          reject(new Error("aborted"));
        });
      }),
  };
}

export type Evaluate = (program: string, session?: string) => Promise<unknown>;

/** Connects a client until the test ends. Returns a function that runs programs. */
export async function evaluator(
  version: 1 | 2 | "2026",
  url: URL,
  bearer?: string,
): Promise<Evaluate> {
  const requestInit =
    bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } };
  const info = { name: "test", version: "1.0.0" };
  if (version === 1) {
    const client = new Client1(info);
    await client.connect(new Http1(url, { requestInit }));
    onTestFinished(() => client.close());
    return async (program, session) =>
      (await client.callTool({ name: "lisp_eval", arguments: { program, session } }))
        .structuredContent;
  }
  const client = new Client2(
    info,
    version === "2026" ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {},
  );
  await client.connect(new Http2(url, { requestInit }));
  onTestFinished(() => client.close());
  return async (program, session) =>
    (await client.callTool({ name: "lisp_eval", arguments: { program, session } }))
      .structuredContent;
}
