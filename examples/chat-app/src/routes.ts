// The routes of the chat: a web handler, so it fits any server with requests and responses.

import type { UIMessageOfRun } from "@ptc/ai-sdk/ui";
import { Conversations } from "./conversations.ts";
import type { ChooseModel } from "./models.ts";
import { SavedFiles } from "./saved-files.ts";
import { longestFile, Tables, type Table } from "./tables.ts";

export type Handler = (request: Request) => Promise<Response | undefined>;

/** Returns the handler of the API. It returns undefined for other paths. */
export function chatRoutes(choose: ChooseModel): Handler {
  const tables = new Tables();
  const files = new SavedFiles();
  const conversations = new Conversations(choose, files);
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/api/table" && request.method === "POST")
      return await addTable(tables, searchParams.get("name") ?? "table.csv", request);
    if (pathname.startsWith("/api/table/")) {
      const table = tables.find(pathname.slice("/api/table/".length));
      return table === undefined
        ? problem(404, "The server no longer has this file.")
        : shown(table);
    }
    if (pathname === "/api/chat" && request.method === "POST")
      return await answer(tables, conversations, request);
    if (pathname.startsWith("/saved/")) return saved(files, pathname.slice("/saved/".length));
    return undefined;
  };
}

async function addTable(tables: Tables, name: string, request: Request): Promise<Response> {
  const text = await request.text();
  if (text.length > longestFile) return problem(413, "This file is larger than 2 MB.");
  const table = await tables.add(name.slice(0, 100), text);
  return "problem" in table ? problem(422, table.problem) : shown(table);
}

function shown({ id, name, columns, rows }: Table): Response {
  return Response.json({ id, name, columns, rowCount: rows.length });
}

async function answer(
  tables: Tables,
  conversations: Conversations,
  request: Request,
): Promise<Response> {
  const body: unknown = await request.json().catch(() => undefined);
  if (!isChatRequest(body)) return problem(400, "The request isn't a chat message.");
  const table = tables.find(body.table);
  if (table === undefined)
    return problem(404, "The server no longer has this file. Drop it again.");
  return conversations.respond(body.id, table, body.messages);
}

function saved(files: SavedFiles, id: string): Response {
  const file = files.find(id);
  if (file === undefined) return problem(404, "The server no longer has this file.");
  return new Response(file.text, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    },
  });
}

interface ChatRequest {
  readonly id: string;
  readonly table: unknown;
  readonly messages: readonly UIMessageOfRun[];
}

function isChatRequest(body: unknown): body is ChatRequest {
  if (typeof body !== "object" || body === null) return false;
  const { id, messages } = body as Partial<Record<keyof ChatRequest, unknown>>;
  return (
    typeof id === "string" &&
    id.length <= 100 &&
    Array.isArray(messages) &&
    messages.every(
      (message: unknown) =>
        typeof message === "object" &&
        message !== null &&
        "parts" in message &&
        Array.isArray(message.parts),
    )
  );
}

function problem(status: number, text: string): Response {
  return new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}
