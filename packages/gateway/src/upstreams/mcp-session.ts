// An MCP server as an upstream, over any transport.

import {
  Client,
  SdkHttpError,
  type jsonSchemaValidator,
  type Transport,
} from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { isObject } from "@ptc/core/internal/host";
import { oneLine } from "@ptc/core/internal/errors";
import { recordOf } from "@ptc/core/internal/values";
import { mcpTools, type McpClient, type McpTool } from "@ptc/mcp";
import type { HttpUpstream, StdioUpstream } from "../config/configuration.ts";
import type { KnownSecrets } from "../config/credentials.ts";
import { version } from "../version.ts";
import { serverPrompts } from "./server-prompts.ts";
import { shownDescription } from "./shown-description.ts";
import { tooLargeFailure } from "./too-large.ts";
import type { SessionEvents, SourceTools, UpstreamSession } from "./upstream-session.ts";

/** The upstream ends a call first, so its message names the right setting. */
const graceMs = 5_000;

/** Connects a client to the server behind a transport. Closes the transport if that fails. */
export async function mcpSession(
  upstream: StdioUpstream | HttpUpstream,
  transport: Transport,
  secrets: KnownSecrets,
  events: SessionEvents,
  signal: AbortSignal,
): Promise<UpstreamSession> {
  const { kind, limits } = upstream;
  const client = new Client(
    { name: "ptc", version: version() },
    {
      capabilities: {},
      // Over stdio, a probe would end servers that expect `initialize` first.
      ...(kind === "http" ? { versionNegotiation: { mode: "auto" as const } } : {}),
      jsonSchemaValidator: validatorWithoutPatterns(),
      listChanged: {
        tools: {
          autoRefresh: false,
          debounceMs: 0,
          onChanged: () => {
            events.onChanged();
          },
        },
      },
    },
  );
  client.onclose = () => {
    events.onLost("the connection was closed");
  };
  client.onerror = (error) => {
    events.onLine(oneLine(error.message, 300));
  };
  const abort = (): void => {
    void client.close().catch(() => undefined);
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect(transport, { signal, timeout: limits.startTimeoutMs });
  } catch (error) {
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
  const guarded = guardedClient(client, limits.maxAnswerBytes, secrets, events);
  const hasPrompts =
    upstream.offersPrompts && client.getServerCapabilities()?.prompts !== undefined;
  return {
    list: (listing) => listTools(upstream, guarded, listing),
    ...(hasPrompts ? { prompts: serverPrompts(client, secrets, limits.callTimeoutMs) } : {}),
    close: () => client.close(),
  };
}

async function listTools(
  { name, include, approve, trustHints, offersResources, limits }: StdioUpstream | HttpUpstream,
  client: McpClient,
  signal: AbortSignal,
): Promise<SourceTools> {
  const { tools, warnings, listed } = await mcpTools(client, {
    prefix: `${name}/`,
    ...(include === undefined ? {} : { include }),
    ...(approve === "none" ? {} : { approve }),
    trustHints,
    resources: offersResources && isObject(capabilitiesOf(client)["resources"]),
    timeoutMs: limits.callTimeoutMs + graceMs,
    maxResultSize: limits.maxAnswerBytes,
    maxTools: limits.maxTools,
    signal,
  });
  return {
    tools: Object.entries(tools).map(([symbol, tool]) => {
      const { description } = tool;
      return {
        name: symbol,
        tool:
          description === undefined
            ? tool
            : { ...tool, description: shownDescription(description) },
        parts: partsOf(listed.get(symbol)),
      };
    }),
    warnings: warnings.map(({ message }) => message),
  };
}

function capabilitiesOf(client: McpClient): Readonly<Record<string, unknown>> {
  const capabilities = client.getServerCapabilities?.();
  return isObject(capabilities) ? capabilities : {};
}

function partsOf(tool: McpTool | undefined) {
  return {
    description: [tool?.title, tool?.description],
    input: tool?.inputSchema,
    output: tool?.outputSchema,
    hints: tool?.annotations,
  };
}

/** Hides secrets that a server repeats, and notices that it is lost. */
function guardedClient(
  client: Client,
  maxAnswerBytes: number,
  secrets: KnownSecrets,
  events: SessionEvents,
): McpClient {
  const guarded = async (
    asked: Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> => {
    try {
      return secrets.hiddenIn(await asked);
    } catch (error) {
      const reason = lostReason(error);
      if (reason !== undefined && signal?.aborted !== true) events.onLost(reason);
      throw tooLargeFailure(error, maxAnswerBytes) ?? error;
    }
  };
  const fresh = { cacheMode: "refresh" } as const;
  return {
    // Descriptions and schemas reach models as well.
    listTools: async (params, options) =>
      secrets.hiddenIn(await client.listTools(params, { ...options, ...fresh })) as Awaited<
        ReturnType<typeof client.listTools>
      >,
    callTool: (params, _schema, options) =>
      guarded(client.callTool(params, options), options?.signal),
    getServerCapabilities: () => client.getServerCapabilities(),
    listResources: (params, options) =>
      guarded(client.listResources(params, { ...options, ...fresh }), options?.signal),
    listResourceTemplates: (params, options) =>
      guarded(client.listResourceTemplates(params, { ...options, ...fresh }), options?.signal),
    readResource: (params, options) =>
      guarded(client.readResource(params, { ...options, ...fresh }), options?.signal),
  };
}

/** Returns why a server over HTTP must be connected again, or undefined. */
function lostReason(error: unknown): string | undefined {
  if (error instanceof SdkHttpError)
    // The server has forgotten the session.
    return error.status === 404 ? "the server ended the session" : undefined;
  // The error of `fetch` for a server that can't be reached.
  return error instanceof TypeError && error.message === "fetch failed"
    ? "the server can't be reached"
    : undefined;
}

/** Patterns of a server could take exponential time, so they aren't run. */
function validatorWithoutPatterns(): jsonSchemaValidator {
  const validator = new AjvJsonSchemaValidator();
  return {
    getValidator: (schema) => validator.getValidator(withoutPatterns(schema) as typeof schema),
  };
}

const omitted: ReadonlySet<string> = new Set([
  "pattern",
  "patternProperties",
  "uniqueItems",
  "$dynamicRef",
  "$recursiveRef",
]);

/** Keywords whose value has schemas by name, so that a name can be `pattern`. */
const namings: ReadonlySet<string> = new Set([
  "properties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies",
]);

/** Other references could lead to a map of names, which the validator would read as a schema. */
const plainReference = /^#(?:\/(?:\$defs|definitions)\/[\w.-]+)?$/;

/** Bounded: lists of tools are refused above 100 levels. */
function withoutPatterns(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutPatterns(one));
  if (!isObject(value)) return value;
  return recordOf(
    Object.entries(value)
      .filter(([key, one]) => isNames || !(omitted.has(key) || isOtherReference(key, one)))
      .map(([key, one]) => [key, withoutPatterns(one, !isNames && namings.has(key))]),
  );
}

function isOtherReference(key: string, value: unknown): boolean {
  return key === "$ref" && !(typeof value === "string" && plainReference.test(value));
}
