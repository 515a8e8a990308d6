// Explains why a call has no result: the server responded with a JSON-RPC error, the connection was
// lost, or the call timed out. Programs read the cause, and whether the call may have taken effect,
// with `(:data (ex-data e))`.

import { shortened } from "@ptc/core/internal/printing";
import { ToolFailure } from "@ptc/core/errors";

const unknownEffect = "it may have taken effect";

interface KnownFailure {
  readonly message: string;
  readonly data: { readonly kind: string; readonly ran: boolean };
}

const lost: KnownFailure = {
  message: `the connection to the MCP server was lost during the call: ${unknownEffect}`,
  data: { kind: "mcp_connection_lost", ran: true },
};
const notConnected: KnownFailure = {
  message: "the MCP server is not connected: the call did not run",
  data: { kind: "mcp_connection_lost", ran: false },
};
const timedOut: KnownFailure = {
  message: `the MCP server did not answer in time (option timeoutMs): ${unknownEffect}`,
  data: { kind: "tool_timeout", ran: true },
};

/** Error codes of the clients themselves: numbers in version 1, texts in version 2. */
const knownFailures = new Map<unknown, KnownFailure>([
  [-32000, lost],
  [-32001, timedOut],
  ["CONNECTION_CLOSED", lost],
  ["REQUEST_TIMEOUT", timedOut],
  ["NOT_CONNECTED", notConnected],
]);

const longestWords = 1_500;

export function callFailure(error: unknown): ToolFailure {
  const code = fieldOf(error, "code");
  const words = wordsOf(error);
  // Version 1 reports a missing connection only in the message.
  const known = words === "Not connected" ? notConnected : knownFailures.get(code);
  if (known !== undefined) return new ToolFailure(known.message, known.data);
  return typeof code === "number"
    ? new ToolFailure(`the MCP server answered with error ${String(code)}: ${words}`, {
        kind: "mcp_error",
        code,
      })
    : new ToolFailure(`the MCP server could not be called: ${words}`, { kind: "mcp_failed" });
}

function wordsOf(error: unknown): string {
  const message = fieldOf(error, "message") ?? error;
  const text = typeof message === "string" ? message : "it does not say why";
  // eslint-disable-next-line texts/shortened-texts -- the next line marks the cut
  const words = text.slice(0, 2 * longestWords).replace(/^MCP error -?\d+: /, "");
  return shortened(words, longestWords);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
