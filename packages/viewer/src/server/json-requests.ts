// The bodies of requests, which are JSON of a bounded size, and their answers.

import type { IncomingMessage, ServerResponse } from "node:http";
import { isObject } from "@ptc/core/internal/host";
import type { CallDecisionInput } from "../page-data.ts";

/** An error whose message the page shows. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

const mostBytes = 4_000_000;

/** @throws RequestError */
export async function jsonBody(
  request: IncomingMessage,
): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? ""))
    throw new RequestError("send JSON", 415);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > mostBytes) throw new RequestError("the request is too large", 413);
    chunks.push(buffer);
  }
  let json: unknown;
  try {
    json = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    json = undefined;
  }
  if (!isObject(json)) throw new RequestError("send a JSON object");
  return json;
}

/** @throws RequestError */
export function textField(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value !== "string") throw new RequestError(`${name} must be a text`);
  return value;
}

/** Reads `[[id, decision], …]`. @throws RequestError */
export function decisionsField(given: unknown): ReadonlyMap<string, CallDecisionInput> {
  if (!Array.isArray(given) || given.length === 0 || given.length > 10_000)
    throw new RequestError("decisions must be a list of pairs of an id and a decision");
  return new Map((given as readonly unknown[]).map(decisionPair));
}

function decisionPair(pair: unknown): readonly [string, CallDecisionInput] {
  const [id, decision] = Array.isArray(pair) ? (pair as unknown[]) : [];
  if (typeof id !== "string" || !isObject(decision)) throw new RequestError("not a decision");
  const { type, arguments: args, message, result } = decision;
  switch (type) {
    case "approve":
      if (args === undefined) return [id, { type }];
      if (!isObject(args)) throw new RequestError("the arguments must be a JSON object");
      return [id, { type, arguments: args }];
    case "deny":
      return [id, typeof message === "string" && message !== "" ? { type, message } : { type }];
    case "answer":
      return [id, { type, result }];
    default:
      throw new RequestError("a decision is approve, deny or answer");
  }
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
