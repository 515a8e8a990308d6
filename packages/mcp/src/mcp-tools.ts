// Converts the tools of an MCP server to tools of an agent: lists, selects and names them, and
// gives each a contract and a function that calls it.

import type { Tool } from "@ptc/core/contracts";
import { SchemaLocation } from "@ptc/core/internal/arguments";
import { OptionError } from "@ptc/core/errors";
import { recordOf } from "@ptc/core/internal/values";
import { approvalOf, traitsOf } from "./approval.ts";
import { serverDataFunction, toolFunction } from "./call-tool.ts";
import { listTools } from "./list-tools.ts";
import type { McpClient, McpTool } from "./mcp-client.ts";
import { checkedOptions, optionFor, type CheckedOptions, type McpToolsOptions } from "./options.ts";
import { serverData, type ServerDataTool } from "./server-data.ts";
import { leftOut, nameTools, type NamedTool } from "./tool-names.ts";
import { toolSchemas } from "./tool-schemas.ts";
import { McpToolsError, type McpToolWarning } from "./tool-warning.ts";

/** The result of `mcpTools`: the tools of a server, and how they differ from its list. */
export interface McpTools {
  /** For the option `tools` of an agent or a run. The keys are the names in programs. */
  readonly tools: Readonly<Record<string, Tool>>;
  /** Omitted and renamed tools. */
  readonly warnings: readonly McpToolWarning[];
  /** The server's own entries of the tools, by their names in programs. */
  readonly listed: ReadonlyMap<string, McpTool>;
}

/**
 * Returns the tools that the server of `client` lists now. Connect the client first, and close it
 * yourself when you are done.
 * @throws McpToolsError if the server doesn't list its tools, OptionError for a bad option
 */
export async function mcpTools(
  client: McpClient,
  options: McpToolsOptions = {},
): Promise<McpTools> {
  const checked = checkedOptions(options);
  if (!isClient(client))
    throw new OptionError("client", "expected a client with the methods listTools and callTool");
  const listed = await listTools(client, checked);
  const chosen = listed.tools.filter((tool) => isIncluded(tool, checked));
  const data = serverData(client, checked, new Set(chosen.map(({ name }) => name)));
  const dataTools = new Map(data.tools.map((made) => [made.tool, made]));
  const { named, warnings } = nameTools([...chosen, ...dataTools.keys()], checked);
  const all = [
    ...listed.warnings,
    ...missing(listed.tools, checked),
    ...data.warnings,
    ...warnings,
  ];
  if (checked.strict === true) refuseLeftOut(all);
  const tools = recordOf(
    named.map((tool) => [tool.symbol, madeTool(client, tool, dataTools.get(tool.tool), checked)]),
  );
  const listedTools = new Map(
    named.flatMap(({ symbol, tool }) => (dataTools.has(tool) ? [] : [[symbol, tool] as const])),
  );
  return { tools, warnings: all, listed: listedTools };
}

function isClient(client: unknown): boolean {
  return (
    typeof client === "object" &&
    client !== null &&
    "listTools" in client &&
    "callTool" in client &&
    typeof client.listTools === "function" &&
    typeof client.callTool === "function"
  );
}

function isIncluded(tool: McpTool, { include }: CheckedOptions): boolean {
  if (include === undefined) return true;
  return typeof include === "function" ? include(tool) : include.includes(tool.name);
}

/** Returns warnings for tools that the host names but the server doesn't list. */
function missing(tools: readonly McpTool[], { include }: CheckedOptions): McpToolWarning[] {
  if (include === undefined || typeof include === "function") return [];
  const names = new Set(tools.map(({ name }) => name));
  return include
    .filter((name) => !names.has(name))
    .map((name) => leftOut(name, "the server doesn't list it"));
}

function madeTool(
  client: McpClient,
  { symbol, tool }: NamedTool,
  data: ServerDataTool | undefined,
  options: CheckedOptions,
): Tool {
  const location = SchemaLocation.of(tool.inputSchema);
  const { notes, ...schemas } = toolSchemas(symbol, tool, location);
  const bounds = {
    cache: optionFor(options, "cache", tool),
    timeoutMs: optionFor(options, "timeoutMs", tool),
    retries: optionFor(options, "retries", tool),
    concurrency: optionFor(options, "concurrency", tool),
  };
  return {
    ...descriptionOf(tool, notes),
    ...schemas,
    ...Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined)),
    ...approvalOf(tool, options, data !== undefined),
    ...traitsOf(tool, options, data !== undefined),
    execute:
      data === undefined
        ? toolFunction(client, symbol, tool, location, options)
        : serverDataFunction(data, location, options),
  };
}

/** Returns the server's description, followed by the constraints that the types omit. */
function descriptionOf(
  { description, title, annotations }: McpTool,
  notes: string,
): { readonly description?: string } {
  const [words] = [description, title, annotations?.title].filter(
    (text) => text !== undefined && text.trim() !== "",
  );
  const text = [words ?? "", notes].filter((part) => part !== "").join("\n");
  return text === "" ? {} : { description: text };
}

function refuseLeftOut(warnings: readonly McpToolWarning[]): void {
  const messages = warnings.flatMap(({ kind, message }) => (kind === "left-out" ? [message] : []));
  if (messages.length > 0)
    throw new McpToolsError(`some tools can't be used (option strict): ${messages.join("; ")}`);
}
