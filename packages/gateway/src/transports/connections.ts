// The connections of clients of the protocol of 2025, each with its own server of the SDK. (Since
// 2026, requests need no connection.)

import { randomUUID } from "node:crypto";
import {
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from "@modelcontextprotocol/server";

interface Connection {
  readonly client: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests and streams that aren't over. */
  open: number;
  usedAt: number;
}

export interface ConnectionsOptions {
  readonly serverFor: (client: string) => McpServer;
  readonly most: number;
  readonly mostPerClient: number;
  /** The time after which an unused connection is closed, in milliseconds. */
  readonly idleMs: number;
  readonly now: () => number;
}

/** The connection of a request, or the status of its refusal. */
export type FoundConnection =
  | { readonly ok: true; readonly handle: (request: Request, body?: unknown) => Promise<Response> }
  | { readonly ok: false; readonly status: number; readonly message: string };

export class Connections {
  private readonly options: ConnectionsOptions;
  /** By the id that only its client knows, longest unused first. */
  private readonly connections = new Map<string, Connection>();

  constructor(options: ConnectionsOptions) {
    this.options = options;
  }

  get size(): number {
    return this.connections.size;
  }

  /** Returns the client's connection with the id, or a new one for a request that begins one. */
  async find(client: string, id: string | null, isBeginning: boolean): Promise<FoundConnection> {
    this.closeIdle();
    if (id === null && isBeginning) return await this.begin(client);
    if (id === null)
      return refused(400, "the header Mcp-Session-Id is missing: send `initialize` first");
    const found = this.connections.get(id);
    // Another client's id is unknown, too.
    if (found?.client !== client)
      return refused(404, "there is no such session, or it ended: send `initialize` again");
    return { ok: true, handle: (request, body) => this.handle(found, request, body) };
  }

  /** Ends all connections, with the programs that run in them. */
  async close(): Promise<void> {
    const open = [...this.connections.values()];
    this.connections.clear();
    await Promise.allSettled(open.map(({ transport }) => transport.close()));
  }

  private async begin(client: string): Promise<FoundConnection> {
    const { most, mostPerClient, serverFor, now } = this.options;
    const own = [...this.connections.values()].filter((other) => other.client === client);
    if (own.length >= mostPerClient && !this.closeOne((other) => other.client === client))
      return refused(503, `there are ${String(own.length)} open sessions: close some of them`);
    if (this.connections.size >= most && !this.closeOne(() => true))
      return refused(503, "the server has as many sessions as it can serve: try again later");
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        this.connections.set(id, connection);
      },
      onsessionclosed: (id) => {
        this.connections.delete(id);
      },
    });
    const connection: Connection = { client, transport, open: 0, usedAt: now() };
    await serverFor(client).connect(transport);
    return {
      ok: true,
      handle: async (request, body) => {
        const response = await this.handle(connection, request, body);
        // A refused beginning leaves a server that has no use.
        if (transport.sessionId === undefined) await transport.close();
        return response;
      },
    };
  }

  private async handle(connection: Connection, request: Request, body: unknown): Promise<Response> {
    const { now } = this.options;
    const leave = (): void => {
      connection.open -= 1;
      connection.usedAt = now();
    };
    connection.open += 1;
    connection.usedAt = now();
    this.touch(connection);
    try {
      const response = await connection.transport.handleRequest(request, {
        ...(body === undefined ? {} : { parsedBody: body }),
      });
      if (response.body === null) leave();
      else return withEnd(response, response.body, leave);
      return response;
    } catch (error) {
      leave();
      throw error;
    }
  }

  private touch({ transport: { sessionId } }: Connection): void {
    const found = sessionId === undefined ? undefined : this.connections.get(sessionId);
    if (sessionId === undefined || found === undefined) return;
    this.connections.delete(sessionId);
    this.connections.set(sessionId, found);
  }

  private closeIdle(): void {
    const { idleMs, now } = this.options;
    for (const [id, connection] of this.connections)
      if (connection.open === 0 && now() - connection.usedAt > idleMs)
        this.closeNow(id, connection);
  }

  /** Closes the one that wasn't used for longest. Returns false if all are in use. */
  private closeOne(isMeant: (connection: Connection) => boolean): boolean {
    for (const [id, connection] of this.connections)
      if (connection.open === 0 && isMeant(connection)) {
        this.closeNow(id, connection);
        return true;
      }
    return false;
  }

  private closeNow(id: string, { transport }: Connection): void {
    this.connections.delete(id);
    transport.close().catch(() => undefined);
  }
}

function refused(status: number, message: string): FoundConnection {
  return { ok: false, status, message };
}

/** Returns the response, and calls `onEnd` once its body has ended or isn't read any more. */
function withEnd(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array>,
  onEnd: () => void,
): Response {
  const reader = body.getReader();
  const watched = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      onEnd();
      await reader.cancel(reason);
    },
  });
  return new Response(watched, { status, headers });
}
