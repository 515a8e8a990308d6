// Assigns each tool of a server its symbol. If several names become the same symbol, the tool with
// exactly that name keeps it, and the others get a hash of their names. So a tool has the same
// symbol regardless of the order of the list.

import { OptionError } from "@ptc/core/errors";
import type { McpTool } from "./mcp-client.ts";
import type { NamingOptions } from "./options.ts";
import { numberedSymbol, toolSymbol } from "./tool-symbol.ts";
import { shownToolName } from "./shown-tool-name.ts";
import type { McpToolWarning } from "./tool-warning.ts";

export interface NamedTool {
  readonly symbol: string;
  readonly tool: McpTool;
}

export interface NamedTools {
  readonly named: readonly NamedTool[];
  readonly warnings: readonly McpToolWarning[];
}

/** @throws OptionError if `rename` returns an invalid symbol, or the same symbol for two tools */
export function nameTools(tools: readonly McpTool[], options: NamingOptions): NamedTools {
  const warnings: McpToolWarning[] = [];
  const distinct = withoutRepeated(tools, warnings);
  const wanted = distinct.map((tool) => wantedSymbol(tool, options));
  const owners = ownersOf(wanted);
  const taken = new Set(owners.values());
  const symbols = new Set(owners.keys());
  const named: NamedTool[] = [];
  for (const want of wanted) {
    const { tool } = want;
    const symbol = taken.has(want) ? want.symbol : numberedSymbol(want.symbol, tool.name);
    if (!taken.has(want) && symbols.has(symbol)) {
      warnings.push(leftOut(tool.name, `the name ${symbol} is already taken`));
      continue;
    }
    symbols.add(symbol);
    named.push({ symbol, tool });
    if (symbol !== want.expected) warnings.push(renamed(tool.name, symbol));
  }
  return { named, warnings };
}

/** Omits repeated names, because a call can't specify which of the tools it means. */
function withoutRepeated(
  tools: readonly McpTool[],
  warnings: McpToolWarning[],
): readonly McpTool[] {
  const names = new Set<string>();
  return tools.filter(({ name }) => {
    if (names.has(name)) warnings.push(leftOut(name, "the server lists this name twice"));
    const isFirst = !names.has(name);
    names.add(name);
    return isFirst;
  });
}

interface WantedSymbol {
  readonly tool: McpTool;
  readonly symbol: string;
  /** The symbol the host expects; any other causes a warning. */
  readonly expected: string;
  /** True if the host chose the symbol, or the server's name equals it. */
  readonly isOwn: boolean;
  readonly isChosen: boolean;
}

function wantedSymbol(tool: McpTool, { prefix = "", rename }: NamingOptions): WantedSymbol {
  const chosen: unknown = rename?.(tool);
  if (chosen !== undefined) {
    if (typeof chosen !== "string" || chosen === "" || toolSymbol(chosen) !== chosen)
      throw new OptionError(
        "rename",
        `returned ${typeof chosen === "string" ? shownToolName(chosen) : typeof chosen} for ${shownToolName(tool.name)}, which is not a valid tool name (use up to 64 letters, digits, _, -, . and /)`,
      );
    return { tool, symbol: chosen, expected: chosen, isOwn: true, isChosen: true };
  }
  const expected = prefix + tool.name;
  const symbol = toolSymbol(expected);
  return { tool, symbol, expected, isOwn: symbol === expected, isChosen: false };
}

/**
 * Returns the tool that keeps each symbol: chosen by the host, or else named so by the server, or
 * else the first.
 */
function ownersOf(wanted: readonly WantedSymbol[]): ReadonlyMap<string, WantedSymbol> {
  const owners = new Map<string, WantedSymbol>();
  for (const want of wanted) {
    const owner = owners.get(want.symbol);
    if (owner?.isChosen === true && want.isChosen)
      throw new OptionError(
        "rename",
        `returned ${shownToolName(want.symbol)} for two tools: ${shownToolName(owner.tool.name)} and ${shownToolName(want.tool.name)}`,
      );
    if (owner === undefined || rank(want) > rank(owner)) owners.set(want.symbol, want);
  }
  return owners;
}

function rank({ isChosen, isOwn }: WantedSymbol): number {
  return isChosen ? 2 : isOwn ? 1 : 0;
}

function renamed(name: string, symbol: string): McpToolWarning {
  const tool = shownToolName(name);
  return {
    kind: "renamed",
    tool,
    symbol,
    message: `the tool ${tool} is called tool/${symbol}`,
  };
}

export function leftOut(name: string, why: string): McpToolWarning {
  const tool = shownToolName(name);
  return { kind: "left-out", tool, message: `the tool ${tool} is left out: ${why}` };
}
