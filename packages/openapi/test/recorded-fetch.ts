// A `fetch` that stores its requests, and responds as a test specifies.

import type { ToolContext } from "@ptc/core/contracts";
import type { TraceScope } from "@ptc/core/contracts";
import { openApiTools, type OpenApiOptions } from "@ptc/openapi";

export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

export interface RecordedFetch {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly sent: SentRequest[];
}

export function recordedFetch(
  answer: (request: SentRequest) => Response | Promise<Response> = () => Response.json(null),
): RecordedFetch {
  const sent: SentRequest[] = [];
  return {
    sent,
    fetch: async (url, init) => {
      const request: SentRequest = {
        method: init.method ?? "",
        url: new URL(url),
        headers: init.headers as Readonly<Record<string, string>>,
        body: init.body as string | Uint8Array | undefined,
      };
      sent.push(request);
      return await answer(request);
    },
  };
}

/** Returns the context of a call outside an agent, as `@ptc/lisp` creates it. */
export function toolContext(signal = new AbortController().signal): ToolContext {
  return {
    signal,
    abortSignal: signal,
    address: { run: "run", turn: 0, path: [], ordinal: 0 },
    callId: "call",
    toolCallId: "call",
    trace: undefined as unknown as TraceScope,
    noteCached: () => undefined,
    noteAttempts: () => undefined,
    noteChild: () => undefined,
  };
}

/** Returns a document with the operations, by method and path. */
export function documentOf(
  operations: Readonly<Record<string, object>>,
  extra: object = {},
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [location, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = location.split(" ");
    (paths[path] ??= {})[method.toLowerCase()] = operation;
  }
  return {
    openapi: "3.1.0",
    info: { title: "test", version: "1" },
    servers: [{ url: "https://api.test/v1" }],
    paths,
    ...extra,
  };
}

/** Returns the request that one operation sends for the arguments. */
export async function sentBy(
  location: string,
  operation: object,
  args: Readonly<Record<string, unknown>>,
  options: OpenApiOptions & { readonly extra?: object } = {},
): Promise<SentRequest> {
  const { extra, ...rest } = options;
  const { fetch, sent } = recordedFetch();
  const { tools, warnings } = openApiTools(documentOf({ [location]: operation }, extra), {
    fetch,
    ...rest,
  });
  const [tool] = Object.values(tools);
  if (tool === undefined) throw new Error(JSON.stringify(warnings));
  await tool.execute(args, toolContext());
  const [request] = sent;
  if (request === undefined) throw new Error("nothing was sent");
  return request;
}
