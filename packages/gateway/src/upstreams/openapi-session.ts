// The operations of an OpenAPI document as an upstream.

import { boundedFetch, type Fetch } from "@ptc/core/internal/fetch";
import { openApiTools, type Credential, type OpenApiTools } from "@ptc/openapi";
import { parse as parseYaml } from "yaml";
import type { BasicCredential, OpenApiUpstream } from "../config/configuration.ts";
import type { Credentials } from "../config/credentials.ts";
import type { ReferringText } from "../config/references.ts";
import { shownDescription } from "./shown-description.ts";
import type { SourceTools, UpstreamSession } from "./upstream-session.ts";

export interface OpenApiHost {
  readonly fetch: Fetch;
  /** Returns the text of a local document. */
  readonly readDocument: (path: string) => Promise<string>;
}

const largestDocument = 50_000_000;

/** The largest answer that `@ptc/openapi` reads. */
const largestAnswer = 20_000_000;

/** Reads the document, and looks up the credentials. */
export async function openApiSession(
  upstream: OpenApiUpstream,
  credentials: Credentials,
  host: OpenApiHost,
  signal: AbortSignal,
): Promise<UpstreamSession> {
  const { document, baseUrl, include, tags, methods, limits, approve } = upstream;
  const text = await documentText(document, host, signal);
  const security = new Map<string, Credential>();
  for (const [scheme, given] of upstream.security)
    security.set(scheme, await credentialOf(scheme, given, credentials));
  const headers = await credentials.texts(upstream.headers, "headers", true);
  const made = openApiTools(dataOf(text, document), {
    fetch: host.fetch,
    prefix: `${upstream.name}/`,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    allowPrivateServer: upstream.allowPrivateServer,
    serverVariables: Object.fromEntries(upstream.serverVariables),
    security: Object.fromEntries(security),
    headers: Object.fromEntries(headers),
    include: {
      ...(include === undefined ? {} : { operations: include }),
      ...(tags === undefined ? {} : { tags }),
      ...(methods === undefined ? {} : { methods }),
    },
    ...(approve === "none" ? {} : { approve }),
    timeoutMs: limits.callTimeoutMs,
    maxResponseBytes: Math.min(limits.maxAnswerBytes, largestAnswer),
  });
  const tools = sourceTools(made, limits.maxTools);
  return { list: () => Promise.resolve(tools), close: () => Promise.resolve() };
}

async function documentText(
  document: string,
  { fetch, readDocument }: OpenApiHost,
  signal: AbortSignal,
): Promise<string> {
  if (!/^https?:\/\//.test(document)) return await readDocument(document);
  const response = await boundedFetch(fetch, { maxResponseBytes: largestDocument })(document, {
    headers: { accept: "application/json, application/yaml, */*" },
    signal,
  });
  if (response.ok) return await response.text();
  await response.body?.cancel();
  throw new Error(`the document can't be read: its server answered ${String(response.status)}`);
}

function dataOf(text: string, document: string): object | string {
  if (text.trimStart().startsWith("{")) return text;
  const data: unknown = parseYaml(text, { maxAliasCount: 1_000 });
  if (typeof data === "object" && data !== null) return data;
  throw new Error(`the document ${document} is neither JSON nor YAML`);
}

async function credentialOf(
  scheme: string,
  given: ReferringText | BasicCredential,
  credentials: Credentials,
): Promise<Credential> {
  const field = `security.${scheme}`;
  if (!("username" in given)) return await credentials.text(given, field, true);
  return {
    username: await credentials.text(given.username, `${field}.username`),
    password: await credentials.text(given.password, `${field}.password`, true),
  };
}

function sourceTools({ tools, warnings, servers }: OpenApiTools, maxTools: number): SourceTools {
  const all = Object.entries(tools);
  return {
    tools: all.slice(0, maxTools).map(([name, tool]) => ({
      name,
      tool: {
        ...tool,
        ...(tool.description === undefined
          ? {}
          : { description: shownDescription(tool.description) }),
      },
      parts: {
        description: tool.description,
        input: tool.signature,
        output: undefined,
        // Arguments are sent to the server, which an operation or its path may name.
        hints: [tool.needsApproval, servers.get(name)],
      },
    })),
    warnings: [
      ...warnings.map(({ operation, message }) =>
        operation === undefined ? message : `${operation}: ${message}`,
      ),
      ...(all.length > maxTools
        ? [
            `${String(all.length - maxTools)} operations beyond the first ${String(maxTools)} are left out (maxTools): choose some (include, tags, methods)`,
          ]
        : []),
    ],
  };
}
