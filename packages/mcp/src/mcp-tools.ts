// The tools of an MCP server as tools of an agent: listed, chosen, named, each with its contract
// and a function that calls it.

import type { Tool, Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { recordOf } from "@ptc/core/internal/values";
import { toolFunction } from "./call-tool.ts";
import { listTools } from "./list-tools.ts";
import type { McpClient, McpTool } from "./mcp-client.ts";
import { checkedOptions, optionFor, type CheckedOptions, type McpToolsOptions } from "./options.ts";
import { SchemaPlace } from "./schema-place.ts";
import { shownToolName } from "./shown-tool-name.ts";
import { leftOut, nameTools, type NamedTool } from "./tool-names.ts";
import { toolSchemas } from "./tool-schemas.ts";
import { McpToolsError, type McpToolWarning } from "./tool-warning.ts";

/** The field of the tools that tells what is not as the server lists it. */
export const mcpWarnings: unique symbol = /* @__PURE__ */ Symbol.for("@ptc/mcp/warnings");

/** The tools of an MCP server, by the names that programs call them by. */
export interface McpTools extends Tools {
  readonly [name: string]: Tool;
  readonly [mcpWarnings]: readonly McpToolWarning[];
}

/**
 * The tools that the server of `client` lists now. The client has to be connected, and stays the
 * caller's: nothing here closes it.
 * @throws McpToolsError where they cannot be had, OptionError for a bad option
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
  const { named, warnings } = nameTools(chosen, checked);
  const made = named.map((tool) => madeTool(client, tool, checked));
  const all = [
    ...listed.warnings,
    ...missing(listed.tools, checked),
    ...warnings,
    ...made.flatMap(({ warning }) => warning ?? []),
  ];
  if (checked.strict === true) refuseLeftOut(all);
  const tools = recordOf(made.map(({ symbol, tool }) => [symbol, tool] as const));
  return Object.defineProperty(tools, mcpWarnings, { value: all }) as McpTools;
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

/** Tools that the host names and the server does not list. */
function missing(tools: readonly McpTool[], { include }: CheckedOptions): McpToolWarning[] {
  if (include === undefined || typeof include === "function") return [];
  const names = new Set(tools.map(({ name }) => name));
  return include
    .filter((name) => !names.has(name))
    .map((name) => leftOut(name, "the server does not list it"));
}

interface MadeTool {
  readonly symbol: string;
  readonly tool: Tool;
  readonly warning: McpToolWarning | undefined;
}

function madeTool(
  client: McpClient,
  { symbol, tool }: NamedTool,
  options: CheckedOptions,
): MadeTool {
  const place = SchemaPlace.of(tool.inputSchema);
  const { notes, loosened, ...schemas } = toolSchemas(symbol, tool, place);
  const bounds = {
    cache: optionFor(options, "cache", tool),
    timeoutMs: optionFor(options, "timeoutMs", tool),
    retries: optionFor(options, "retries", tool),
    concurrency: optionFor(options, "concurrency", tool),
  };
  const name = shownToolName(tool.name);
  return {
    symbol,
    tool: {
      ...descriptionOf(tool, notes),
      ...schemas,
      ...Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined)),
      execute: toolFunction(client, symbol, tool, place, options),
    },
    warning:
      loosened.length === 0
        ? undefined
        : {
            kind: "loosened",
            tool: name,
            symbol,
            message: `the tool ${name}: the server alone holds calls to ${loosened.join("; ")}`,
          },
  };
}

/** The server's words, and behind them what the types leave out. */
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
    throw new McpToolsError(`not all tools can be used (option strict): ${messages.join("; ")}`);
}
