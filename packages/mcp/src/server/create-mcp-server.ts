// Makes an MCP server that runs programs: the client's model gets a few tools, whatever the number
// of tools that its programs call.
//
//   client ──▶ serverFor(client) ──▶ tools ──▶ sessions ──▶ programs ──▶ upstream tools

import { McpServer, ProtocolErrorCode, ProtocolError } from "@modelcontextprotocol/server";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { OptionError } from "@ptc/core/errors";
import { readCarrier, receivingTrace } from "@ptc/core/internal/contracts";
import { callTool } from "./call-tools.ts";
import { refusalResult } from "./answers.ts";
import { showsForms } from "./elicited.ts";
import { resolvedServerOptions, type McpServerOptions } from "./options.ts";
import { functionsOf } from "./library-functions.ts";
import { progressReporter } from "./progress.ts";
import { referencePages } from "./reference.ts";
import { Refusal } from "./refusal.ts";
import { ServerWork, type ClientRequest, type ToolResult } from "./server-work.ts";
import { listedPrompts, promptOf } from "./prompts.ts";
import { serverTools } from "./tool-list.ts";
import { toolSummary, usualSummary } from "./tool-summary.ts";

/** A server of programs for any number of clients. */
export interface PtcMcpServer {
  /**
   * Returns a server of the SDK for one connection: connect it to a transport. `client` isolates
   * sessions and calls that wait, so derive it from what the transport authenticated, such as the
   * user of a token. Connections of one client share its sessions.
   */
  readonly serverFor: (client: string) => McpServer;
  /** Reports to all connected clients that the tools have changed. */
  readonly toolsChanged: () => Promise<void>;
}

/**
 * Creates an MCP server whose clients run PTC-Lisp programs that call `tools`.
 *
 * @example
 *   const { serverFor } = createMcpServer({ tools });
 *   await serverFor("me").connect(new StdioServerTransport());
 *
 * @throws OptionError with the option's name
 */
export function createMcpServer(options: McpServerOptions = {}): PtcMcpServer {
  const work = new ServerWork(resolvedServerOptions(options));
  const open = new Set<McpServer>();
  return {
    serverFor: (client) => {
      const server = connectionOf(work, checkedClient(client));
      // Servers of single requests may end without being closed.
      if (open.size >= mostOpen)
        for (const each of open) if (!each.isConnected()) open.delete(each);
      open.add(server);
      const { onclose } = server.server;
      server.server.onclose = () => {
        open.delete(server);
        onclose?.();
      };
      return server;
    },
    toolsChanged: async () => {
      await Promise.allSettled(
        [...open]
          .filter((server) => server.isConnected())
          .map(({ server }) => server.sendToolListChanged()),
      );
    },
  };
}

const mostOpen = 1_000;

const clientName = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]{1,120}$/u;

function checkedClient(client: string): string {
  if (typeof (client as unknown) === "string" && clientName.test(client)) return client;
  throw new OptionError("client", "expected 1 to 120 characters on one line");
}

function connectionOf(work: ServerWork, client: string): McpServer {
  const { name = "ptc", version = "1.0.0" } = work.options.given;
  const made = new McpServer(
    { name, version },
    { capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} } },
  );
  const { server } = made;
  server.setRequestHandler("tools/list", async () => ({ tools: [...(await listedTools(work))] }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { mcpReq } = context;
    const request: ClientRequest = {
      client,
      signal: mcpReq.signal,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- connections of 2025 have it only here
      showsForms: showsForms(context, server.getClientCapabilities()),
      onEvent: progressReporter(context),
    };
    const state: unknown = mcpReq.requestState();
    return await receivingTrace(work.options.propagation, readCarrier(mcpReq._meta), () =>
      withoutErrors(work, () =>
        typeof state === "string"
          ? work.continue(state, mcpReq.inputResponses, request)
          : callTool(work, params.name, params.arguments, request),
      ),
    );
  });
  server.setRequestHandler("resources/list", () => ({
    resources: referencePages.map(({ uri, name: page, description }) => ({
      uri,
      name: page,
      description,
      mimeType: "text/markdown",
    })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const page = referencePages.find((each) => each.uri === uri);
    if (page === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `there is no such resource; there are ${referencePages.map((each) => each.uri).join(" and ")}`,
      );
    return { contents: [{ uri, mimeType: "text/markdown", text: page.text() }] };
  });
  server.setRequestHandler("prompts/list", async () => ({ prompts: await listedPrompts(work) }));
  server.setRequestHandler("prompts/get", async ({ params }, { mcpReq: { signal } }) =>
    promptOf(work, params, signal),
  );
  return made;
}

/** Libraries share the characters of the tools, because the list has a limit. */
const longestLibraries = 40;

async function listedTools(work: ServerWork): Promise<ReturnType<typeof serverTools>> {
  const { agents, clientsDecide, onError } = work.options;
  const functions = functionsOf(work.options.given.libraries);
  const libraries = toolSummary(functions.keys(), longestLibraries);
  let summary = "";
  try {
    summary = toolSummary(
      (await work.runner()).tools.keys(),
      libraries === "" ? usualSummary : usualSummary / 2,
    );
  } catch (error) {
    // The list is the same without upstreams, whose errors programs report.
    onError(error);
  }
  return serverTools({ summary, libraries, agents, clientsDecide });
}

/** Returns errors as results, without the texts of unexpected ones. */
async function withoutErrors(
  { options: { onError } }: ServerWork,
  call: () => Promise<ToolResult>,
): Promise<CallToolResult | ToolResult> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Refusal) return refusalResult(error);
    onError(error);
    return refusalResult(
      new Refusal("internal_error", "the server couldn't do this, and its log has the reason"),
    );
  }
}
