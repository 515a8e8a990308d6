// Clients of both majors of the SDK against the process, over both transports.

import {
  Client as Client2,
  StreamableHTTPClientTransport as Http2,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export interface ProgramClient {
  /** Runs a program and returns its answer. */
  readonly evaluate: (
    program: string,
    session?: string,
  ) => Promise<Readonly<Record<string, unknown>>>;
  readonly close: () => Promise<void>;
}

/** The transport of a client. */
export type Way =
  { readonly url: string } | { readonly words: readonly string[]; readonly cwd: string };

const info = { name: "check", version: "1.0.0" };

export async function clientOfSdk1(way: Way): Promise<ProgramClient> {
  const client = new Client1(info);
  const transport =
    "url" in way
      ? new Http1(new URL(way.url))
      : new Stdio1({
          command: process.execPath,
          args: [...way.words],
          cwd: way.cwd,
          stderr: "ignore",
        });
  await client.connect(transport);
  return programClient(client);
}

/** `isModern` asks for the protocol of 2026. */
export async function clientOfSdk2(way: Way, isModern: boolean): Promise<ProgramClient> {
  const client = new Client2(
    info,
    isModern ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {},
  );
  const transport =
    "url" in way
      ? new Http2(new URL(way.url))
      : new Stdio2({
          command: process.execPath,
          args: [...way.words],
          cwd: way.cwd,
          stderr: "ignore",
        });
  await client.connect(transport);
  return programClient(client);
}

function programClient(client: Client1 | Client2): ProgramClient {
  return {
    evaluate: async (program, session) => {
      const given = {
        name: "lisp_eval",
        arguments: { program, ...(session === undefined ? {} : { session }) },
      };
      const { structuredContent } =
        client instanceof Client1 ? await client.callTool(given) : await client.callTool(given);
      return (structuredContent ?? {}) as Readonly<Record<string, unknown>>;
    },
    close: () => client.close(),
  };
}
