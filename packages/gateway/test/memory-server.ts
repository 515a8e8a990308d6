// An MCP server in this process, without an SDK, so that a test decides every answer.

import {
  InMemoryTransport,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";

export interface MemoryTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: object;
  readonly outputSchema?: object;
  readonly annotations?: object;
}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly name?: string };
}

/** A server whose tools and answers a test changes while it runs. */
export class MemoryServer {
  tools: readonly MemoryTool[];
  /** The answer of each call, as the result of `tools/call`; undefined for none. */
  result: (name: string) => unknown = (name) => ({ content: [{ type: "text", text: name }] });
  /** Methods that get no answer. */
  silent: readonly string[] = [];
  /** Results of further methods; the server has the capabilities for them. */
  more: Readonly<Record<string, object>> = {};
  /** The instructions for clients. Most servers have none. */
  instructions: string | undefined = undefined;
  starts = 0;
  lists = 0;
  readonly calls: string[] = [];
  /** The parameters of requests for `more`. */
  readonly asked: object[] = [];
  private peer: InMemoryTransport | undefined;

  constructor(...tools: readonly MemoryTool[]) {
    this.tools = tools;
  }

  /** Starts the server, and returns the client's end of its connection. */
  async connect(): Promise<Transport> {
    this.starts += 1;
    const [client, server] = InMemoryTransport.createLinkedPair();
    this.peer = server;
    server.onmessage = (message) => {
      this.receive(server, message as unknown as Request);
    };
    await server.start();
    return client;
  }

  /** Ends the connection, as a process that was killed. */
  async cut(): Promise<void> {
    await this.peer?.close();
  }

  /** Announces that the list of tools changed. */
  async announce(times = 1): Promise<void> {
    for (let count = 0; count < times; count++)
      await this.peer?.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  }

  private receive(server: InMemoryTransport, { id, method, params }: Request): void {
    if (this.silent.includes(method)) return;
    const answer = (result: unknown): void => {
      void server.send({ jsonrpc: "2.0", id, result } as JSONRPCMessage);
    };
    if (method === "initialize")
      answer({
        protocolVersion: params?.protocolVersion,
        capabilities: {
          tools: { listChanged: true },
          ...Object.fromEntries(
            Object.keys(this.more).map((name) => [name.slice(0, name.indexOf("/")), {}]),
          ),
        },
        serverInfo: { name: "memory", version: "1.0.0" },
        ...(this.instructions === undefined ? {} : { instructions: this.instructions }),
      });
    else if (Object.hasOwn(this.more, method)) {
      this.asked.push(params ?? {});
      answer(this.more[method]);
    } else if (method === "tools/list") {
      this.lists += 1;
      answer({ tools: this.tools.map((tool) => ({ inputSchema: { type: "object" }, ...tool })) });
    } else if (method === "tools/call") {
      const { name = "" } = params ?? {};
      this.calls.push(name);
      const result = this.result(name);
      if (result !== undefined) answer(result);
    }
  }
}
