// The answers of a viewer: the page, the list of runs, runs, parts of texts, and actions.

import type { IncomingMessage, ServerResponse } from "node:http";
import { LoadError } from "@ptc/core/internal/host";
import { oneLine } from "@ptc/core/internal/errors";
import type { RunContent, RunList } from "../page-data.ts";
import type { EventStreams } from "./event-streams.ts";
import { decisionsField, jsonBody, RequestError, sendJson, textField } from "./json-requests.ts";
import type { FoundRun, TraceLibrary } from "./trace-library.ts";
import type { ViewerActions } from "./viewer-actions.ts";

export interface Served {
  readonly library: TraceLibrary;
  readonly actions: ViewerActions;
  readonly streams: EventStreams;
  readonly title: string;
  /** The filled page. */
  readonly page: string;
  readonly policy: string;
}

type Answer = (
  served: Served,
  query: URLSearchParams,
  response: ServerResponse,
  request: IncomingMessage,
) => Promise<void> | void;

/** Characters of a text at first, and of all of them, when a page opens a run. */
const firstTexts = { each: 4_000, total: 3_000_000 };
const mostOfPiece = 200_000;

const routes = new Map<string, Answer>([
  ["GET /", sendPage],
  ["GET /api/runs", sendRuns],
  ["GET /api/run", sendRun],
  ["GET /api/text", sendText],
  ["GET /api/events", ({ streams }, _query, response) => streams.add(response)],
  ["GET /api/waiting", sendWaiting],
  ["POST /api/decide", decide],
  ["POST /api/replay", replay],
]);

/** Answers a request whose path was checked. Errors of actions are shown on the page. */
export async function answer(
  served: Served,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const route = routes.get(`${request.method === "POST" ? "POST" : "GET"} ${path}`);
  try {
    if (route === undefined) throw new RequestError("nothing is here", 404);
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    await route(served, searchParams, response, request);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const status = error instanceof RequestError ? error.status : 500;
    if (response.headersSent) response.end();
    else sendJson(response, { error: oneLine(message, 2_000) }, status);
  }
}

function sendPage(
  { page, policy }: Served,
  _query: URLSearchParams,
  response: ServerResponse,
): void {
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
  });
  response.end(page);
}

function sendRuns(
  { library, title, actions }: Served,
  _query: unknown,
  response: ServerResponse,
): void {
  const { rows, unread, problems } = library;
  const canReplay = actions.replay !== undefined;
  sendJson(response, { title, runs: rows, unread, problems, canReplay } satisfies RunList);
}

async function sendRun(
  { library }: Served,
  query: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const { run, problems } = await foundRun(library, query.get("id") ?? "");
  const texts = run.texts.views(firstTexts);
  sendJson(response, { view: run.view, texts, problems } satisfies RunContent);
}

async function sendText(
  { library }: Served,
  query: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const { run } = await foundRun(library, query.get("id") ?? "");
  const [index, from] = [query.get("text"), query.get("from")].map(Number);
  const text = run.texts.piece(index ?? -1, Math.max(0, from ?? 0), mostOfPiece);
  if (text === undefined) throw new RequestError("there is no such text", 404);
  sendJson(response, { text });
}

/** @throws RequestError */
async function foundRun(library: TraceLibrary, id: string): Promise<FoundRun> {
  const found = await library.find(id);
  if (found === undefined) throw new RequestError("there is no such run", 404);
  return found;
}

async function sendWaiting(
  { actions }: Served,
  _query: unknown,
  response: ServerResponse,
): Promise<void> {
  sendJson(response, (await actions.waiting?.()) ?? []);
}

async function decide(
  served: Served,
  _query: unknown,
  response: ServerResponse,
  request: IncomingMessage,
): Promise<void> {
  const { actions, library, streams } = served;
  if (actions.decide === undefined)
    throw new RequestError("start the viewer with a checkpoint or a store to decide", 409);
  const body = await jsonBody(request);
  const shown = typeof body["shown"] === "string" ? await library.find(body["shown"]) : undefined;
  const message = await actions.decide({
    run: textField(body, "run"),
    decisions: decisionsField(body["decisions"]),
    tracePath: shown?.path,
  });
  streams.send("runs");
  sendJson(response, { message });
}

async function replay(
  served: Served,
  _query: unknown,
  response: ServerResponse,
  request: IncomingMessage,
): Promise<void> {
  const { actions, library, streams } = served;
  if (actions.replay === undefined)
    throw new RequestError("start the viewer with a recording to replay", 409);
  const body = await jsonBody(request);
  const { turn } = body;
  if (!Number.isSafeInteger(turn)) throw new RequestError("turn must be a number");
  const { row } = await foundRun(library, textField(body, "run"));
  const program = textField(body, "program");
  const { events, message } = await actions.replay({
    turn: turn as number,
    program,
    traceId: row.traceId,
  });
  const [id] = await library.add(`replay of turn ${String(turn)}`, events);
  if (id === undefined) throw new LoadError("the replay has no events");
  streams.send("runs");
  sendJson(response, { id, message });
}
