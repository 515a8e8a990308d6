// Fetches a server's list of tools, page by page, and checks it first. Omits invalid and oversized
// tools, and rejects an endless list.

import { oneLine } from "@ptc/core/internal/errors";
import { jsonSize } from "./json-size.ts";
import type { McpClient, McpTool, McpToolAnnotations, McpToolPage } from "./mcp-client.ts";
import type { CheckedOptions } from "./options.ts";
import { leftOut } from "./tool-names.ts";
import { McpToolsError, type McpToolWarning } from "./tool-warning.ts";

const mostPages = 100;

/** In characters: the descriptions and schemas of one tool, and of all tools. */
const largestTool = { characters: 250_000, levels: 100 };
const largestList = 10_000_000;

export interface ListedTools {
  readonly tools: readonly McpTool[];
  readonly warnings: readonly McpToolWarning[];
}

/** @throws McpToolsError */
export async function listTools(client: McpClient, options: CheckedOptions): Promise<ListedTools> {
  const tools: McpTool[] = [];
  const warnings: McpToolWarning[] = [];
  const cursors = new Set<string>();
  let size = 0;
  let entries = 0;
  for (let cursor: string | undefined, pages = 1; ; pages++) {
    const page = await askForPage(client, cursor, options);
    entries += page.tools.length;
    if (entries > options.maxTools)
      throw new McpToolsError(
        `the MCP server lists more than ${String(options.maxTools)} tools (option maxTools)`,
      );
    for (const entry of page.tools as readonly unknown[]) {
      const read = readTool(entry);
      if ("warning" in read) warnings.push(read.warning);
      else tools.push(read.tool);
      size += read.size;
      if (size > largestList)
        throw new McpToolsError(
          `the tool list of the MCP server has more than ${String(largestList)} characters`,
        );
    }
    cursor = page.nextCursor;
    if (typeof cursor !== "string" || cursor === "") return { tools, warnings };
    if (cursors.has(cursor))
      throw new McpToolsError("the tool list of the MCP server repeats a page");
    if (pages === mostPages)
      throw new McpToolsError(
        `the tool list of the MCP server has more than ${String(mostPages)} pages`,
      );
    cursors.add(cursor);
  }
}

async function askForPage(
  client: McpClient,
  cursor: string | undefined,
  { signal }: CheckedOptions,
): Promise<McpToolPage> {
  let page: unknown;
  try {
    page = await client.listTools(
      cursor === undefined ? undefined : { cursor },
      signal === undefined ? undefined : { signal },
    );
  } catch (error) {
    signal?.throwIfAborted();
    const words = error instanceof Error ? error.message : String(error);
    throw new McpToolsError(`the MCP server can't list its tools: ${oneLine(words)}`, {
      cause: error,
    });
  }
  if (typeof page === "object" && page !== null && "tools" in page && Array.isArray(page.tools))
    return page as McpToolPage;
  throw new McpToolsError("the MCP server can't list its tools: the response has no list");
}

type ReadTool = { readonly size: number } & (
  { readonly tool: McpTool } | { readonly warning: McpToolWarning }
);

function readTool(entry: unknown): ReadTool {
  if (typeof entry !== "object" || entry === null)
    return { size: 1, warning: leftOut("", "it is not an object") };
  const { name, title, description, inputSchema, outputSchema, annotations } = entry as Partial<
    Record<keyof McpTool, unknown>
  >;
  if (typeof name !== "string")
    return { size: 1, warning: leftOut("", "its name is not a string") };
  const parts = [name, title, description, inputSchema, outputSchema, annotations];
  const size = jsonSize(parts, largestTool);
  if (typeof size === "string")
    return {
      size: largestTool.characters,
      warning: leftOut(
        name,
        size === "levels"
          ? `its schemas are nested more than ${String(largestTool.levels)} levels deep`
          : `its description and schemas have more than ${String(largestTool.characters)} characters`,
      ),
    };
  const tool = {
    name,
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(typeof annotations === "object" && annotations !== null
      ? { annotations: readAnnotations(annotations) }
      : {}),
  };
  return { size, tool };
}

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** Returns only annotations of the right type, because functions of the host rely on them. */
function readAnnotations(
  given: Partial<Record<keyof McpToolAnnotations, unknown>>,
): McpToolAnnotations {
  return {
    ...(typeof given.title === "string" ? { title: given.title } : {}),
    ...Object.fromEntries(
      hints.flatMap((hint) => (typeof given[hint] === "boolean" ? [[hint, given[hint]]] : [])),
    ),
  };
}
