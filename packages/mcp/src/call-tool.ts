// Wraps one tool of a server as a function. It sends the arguments as JSON and converts the result.
// The request ends with the call, and reports progress until then.

import type { SchemaLocation } from "@ptc/core/internal/arguments";
import type { ToolArguments, ToolContext, ToolFunction } from "@ptc/core/contracts";
import { carrierOf } from "@ptc/core/internal/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import { callFailure } from "./call-failure.ts";
import { jsonArguments } from "./json-arguments.ts";
import type { McpCallOptions, McpClient, McpProgress, McpTool } from "./mcp-client.ts";
import { optionFor, type CheckedOptions } from "./options.ts";
import { assertSize, valueOfResult } from "./read-result.ts";
import type { ServerDataTool } from "./server-data.ts";

/** @throws OptionError */
export function toolFunction(
  client: McpClient,
  symbol: string,
  tool: McpTool,
  location: SchemaLocation,
  options: CheckedOptions,
): ToolFunction {
  const { onProgress, maxResultSize, bigint } = options;
  const timeout = optionFor(options, "timeoutMs", tool);
  const parsesJson = optionFor(options, "parseJson", tool) ?? false;
  const isStructured = tool.outputSchema !== undefined;
  return async (args, context) => {
    // The server continues the trace of the call; see SEP-414 of the protocol.
    const carrier = carrierOf(context.trace);
    const params = {
      name: tool.name,
      arguments: jsonArguments(args, location, bigint),
      ...(carrier === undefined ? {} : { _meta: { ...carrier } }),
    };
    const call = new CallEnd(context);
    const result = await call.until(() =>
      request(client, params, {
        signal: call.signal,
        ...(timeout === undefined ? {} : { timeout }),
        ...(onProgress === undefined
          ? {}
          : {
              onprogress: (progress) => {
                if (!call.hasEnded) reportProgress(onProgress, progress, symbol, context);
              },
            }),
      }),
    );
    return valueOfResult(result, { maxResultSize, parsesJson, isStructured });
  };
}

/** Returns the function of a tool that reads resources or prompts. @throws OptionError */
export function serverDataFunction(
  { tool, ask, valueOf }: ServerDataTool,
  location: SchemaLocation,
  options: CheckedOptions,
): ToolFunction {
  const { maxResultSize, bigint } = options;
  const timeout = optionFor(options, "timeoutMs", tool);
  const parsesJson = optionFor(options, "parseJson", tool) ?? false;
  return async (args, context) => {
    const given = jsonArguments(args, location, bigint);
    const call = new CallEnd(context);
    const { signal } = call;
    const asked = { signal, ...(timeout === undefined ? {} : { timeout }) };
    const answer = await call.until(() => reported(ask(given, asked), signal));
    assertSize(answer, maxResultSize);
    return valueOf(answer, parsesJson);
  };
}

type Params = Parameters<McpClient["callTool"]>[0];

async function request(
  client: McpClient,
  params: Params & { readonly arguments: ToolArguments },
  options: McpCallOptions,
): Promise<unknown> {
  const asSchema = { ...options, safeParse: (data: unknown) => ({ success: true, data }) };
  return await reported(client.callTool(params, asSchema, options), options.signal);
}

/** Reports the failure of a request as that of a tool. */
async function reported(
  asked: Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ToolFailure ? error : callFailure(error);
  }
}

/** The signal of one request, so that no listener stays on the run's signal. */
class CallEnd {
  hasEnded = false;
  private readonly controller = new AbortController();
  private readonly above: AbortSignal;

  constructor({ signal }: ToolContext) {
    this.above = signal;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  async until<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const abort = (): void => {
      this.controller.abort(this.above.reason);
    };
    this.above.addEventListener("abort", abort);
    if (this.above.aborted) abort();
    try {
      this.signal.throwIfAborted();
      return await ask();
    } finally {
      this.hasEnded = true;
      this.above.removeEventListener("abort", abort);
    }
  }
}

const longestMessage = 500;

/** Drops errors of the host's function, because progress must not fail a call. */
function reportProgress(
  onProgress: NonNullable<CheckedOptions["onProgress"]>,
  { progress, total, message }: McpProgress,
  tool: string,
  { callId }: ToolContext,
): void {
  try {
    onProgress({
      tool,
      callId,
      progress,
      ...(total === undefined ? {} : { total }),
      ...(typeof message === "string" ? { message: oneLine(message, longestMessage) } : {}),
    });
  } catch {
    // Dropped, see above.
  }
}
