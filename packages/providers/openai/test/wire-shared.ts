// Shared by the formats of both APIs: failures and split texts.

import type { ErrorObject } from "openai/resources/shared";
import type { WireFailure, WireReply } from "@ptc/llm/testing";

export const json = { "content-type": "application/json", "x-request-id": "req_1" };

const statuses: Readonly<Record<WireFailure["kind"], number>> = {
  rate_limited: 429,
  overloaded: 503,
  server_error: 500,
  auth: 401,
  invalid_request: 400,
  context_too_long: 400,
  content_filtered: 400,
};

const codes: Readonly<Record<WireFailure["kind"], readonly [type: string, code: string | null]>> = {
  rate_limited: ["requests", "rate_limit_exceeded"],
  overloaded: ["service_unavailable_error", "server_is_overloaded"],
  server_error: ["server_error", null],
  auth: ["invalid_request_error", "invalid_api_key"],
  invalid_request: ["invalid_request_error", null],
  context_too_long: ["invalid_request_error", "context_length_exceeded"],
  content_filtered: ["invalid_request_error", "content_policy_violation"],
};

export function errorOf({ kind, message }: WireFailure): ErrorObject {
  const [type, code] = codes[kind];
  return { type, code, message, param: null };
}

export function failureReply(failure: WireFailure): WireReply {
  return {
    status: statuses[failure.kind],
    headers: json,
    body: JSON.stringify({ error: errorOf(failure) }),
  };
}

export function pieces(text: string): readonly string[] {
  const size = Math.max(3, Math.ceil(text.length / 4));
  return text.match(new RegExp(`[^]{1,${String(size)}}`, "g")) ?? [];
}

export function keyIn(headers: Readonly<Record<string, string>>): string | undefined {
  return headers["authorization"]?.replace(/^Bearer /, "");
}

/** Fields of OpenRouter in messages and deltas of Chat Completions. */
export interface Reasoning {
  readonly reasoning?: string;
  readonly reasoning_details?: readonly {
    readonly type: "reasoning.text";
    readonly text?: string;
    readonly signature?: string | null;
    readonly format: "anthropic-claude-v1";
    readonly index: number;
  }[];
}

/** Returns the media type and base64 text of a `data` URL, or any other URL unchanged. */
export function fileAt(url: string, mediaType: string): { mediaType: string; data: string } {
  const [, type, data] = /^data:([^;]+);base64,(.*)$/.exec(url) ?? [];
  return type === undefined || data === undefined
    ? { mediaType, data: url }
    : { mediaType: type, data };
}

/** Checks that each call has a result before the conversation continues, and each result a call. */
export class OpenCalls {
  private open: string[] = [];

  call(id: string): void {
    if (this.open.includes(id)) throw new Error(`two calls have the id ${id}`);
    this.open.push(id);
  }

  result(id: string): void {
    if (!this.open.includes(id)) throw new Error(`no call has the id ${id} of a result`);
    this.open = this.open.filter((each) => each !== id);
  }

  end(): void {
    if (this.open.length > 0) throw new Error(`no result for the call ${this.open.join()}`);
  }
}
