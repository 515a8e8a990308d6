// Responses with a UI message stream, for web servers and for Node.

import type { MissionEvents } from "@ptc/subagent";
import { createUIMessageStreamResponse as createResponse, pipeUIMessageStreamToResponse } from "ai";
import { toUIMessageStream, type UIMessageStreamOptions } from "./to-ui-message-stream.ts";

/** A response of Node's server or of Express. Its type is the SDK's, because pages lack Node's. */
type NodeResponse = Parameters<typeof pipeUIMessageStreamToResponse>[0]["response"];

/** The options of a response. */
export interface UIMessageResponseOptions extends UIMessageStreamOptions {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The time between comments that keep the connection open, in milliseconds. Default 15,000. */
  readonly keepAliveMs?: number;
}

/**
 * Returns a web `Response` with the run, for the transports of `useChat`. A client that disconnects
 * cancels the run.
 * @throws OptionError
 */
export function createUIMessageStreamResponse(
  run: MissionEvents,
  { status = 200, headers = {}, keepAliveMs = 15_000, ...options }: UIMessageResponseOptions = {},
): Response {
  const stream = toUIMessageStream(run, options);
  return createResponse({ stream, status, headers, keepAliveMs });
}

/**
 * Writes the run to a response of Node or Express, and resolves at its end. A client that
 * disconnects cancels the run.
 * @throws OptionError
 */
export async function pipeToNodeResponse(
  run: MissionEvents,
  response: NodeResponse,
  { status = 200, headers = {}, keepAliveMs = 15_000, ...options }: UIMessageResponseOptions = {},
): Promise<void> {
  const stream = toUIMessageStream(run, options);
  response.once("close", () => {
    run.cancel();
  });
  await pipeUIMessageStreamToResponse({ response, stream, status, headers, keepAliveMs });
}
