// `ptc mcp`: the MCP server of `@ptc/gateway`, which is an optional package.

import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

const actions = ["serve", "list", "init", "doctor", "accept", "login"] as const;

export const mcpCommand: Command = {
  name: "mcp",
  summary: "serve coding agents over MCP: programs over all of your tools",
  usage: [
    "[serve] [--config file] [--http] [--host address] [--port n] [--client name]",
    "list | doctor [--config file] [--json]",
    "init [--config file] [--include file] [--yes]",
    "accept <upstream> [<tool>] … [--config file]",
    "login <upstream> [--config file]",
  ],
  arguments: [
    { name: "action", isOptional: true, offer: actions },
    { name: "upstream and tools", isOptional: true, isMany: true },
  ],
  options: {
    config: { value: "file", description: "default: ptc.json in this folder", offer: "files" },
    http: { description: "serve over HTTP instead of standard input and output" },
    host: { value: "address", description: "listen at this address (default 127.0.0.1)" },
    port: { value: "n", description: "listen at this port; 0 is a free one (default 7411)" },
    client: { value: "name", description: "whose sessions this client has (default local)" },
    include: {
      value: "file",
      isMany: true,
      description: "init: include the servers of this file; you can repeat it",
      offer: "files",
    },
    yes: { description: "init: include the servers of all files of this project" },
    list: { description: "the same as the action list" },
    json: { description: "list and doctor: print JSON" },
  },
  notes: [
    "It needs a package: npm install @ptc/gateway.",
    "A coding agent starts `ptc mcp` itself. Its ptc.json lists the upstreams: MCP servers, OpenAPI documents and modules of tools.",
    "list starts the upstreams and shows their state. doctor also lists the tools, and reports problems (exit code 1). accept accepts changed tools of an upstream, whose calls are refused until then. login opens the page of an MCP server at a URL where you log in, and keeps the tokens in a file that only you can read.",
  ],
  run: async ({ positionals, flags, values, lists }, host) => {
    const { runMcp } = await import("../mcp/run-mcp.ts");
    const [name = flags.has("list") ? "list" : "serve", upstream, ...tools] = positionals;
    const action = actions.find((known) => known === name);
    if (action === undefined)
      throw new UsageError(`unknown action: use ${actions.join(", ")}`, { isAboutArguments: true });
    const most = action === "accept" ? Infinity : action === "login" ? 1 : 0;
    if (positionals.length - 1 > most)
      throw new UsageError(`unexpected argument after ${action}`, { isAboutArguments: true });
    return await runMcp(
      {
        action,
        config: values.get("config"),
        upstream,
        tools,
        http: flags.has("http"),
        host: values.get("host"),
        port: portOf(values.get("port")),
        client: values.get("client"),
        include: lists.get("include") ?? [],
        yes: flags.has("yes"),
        json: flags.has("json"),
      },
      host,
    );
  },
};

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 65_536;
  if (port <= 65_535) return port;
  throw new UsageError("--port needs a whole number from 0 to 65535", { isAboutArguments: true });
}
