// Shared by both formats: failure statuses, split texts, calls and results.

import type { WireFailure } from "@ptc/llm/testing";

export const json = { "content-type": "application/json", "request-id": "req_1" };

export type Fields = Readonly<Record<string, unknown>>;

export const statuses: Readonly<Record<WireFailure["kind"], number>> = {
  rate_limited: 429,
  overloaded: 529,
  server_error: 500,
  auth: 401,
  invalid_request: 400,
  context_too_long: 400,
  content_filtered: 400,
};

export function pieces(text: string): readonly string[] {
  const size = Math.max(3, Math.ceil(text.length / 4));
  return text.match(new RegExp(`[^]{1,${String(size)}}`, "g")) ?? [];
}

/** Checks that each call has a result before the conversation continues, and each result a call. */
export class OpenCalls {
  private readonly open = new Set<string>();

  call(id: string): void {
    if (this.open.has(id)) throw new Error(`two calls have the id ${id}`);
    this.open.add(id);
  }

  result(id: string): void {
    if (!this.open.delete(id)) throw new Error(`no call has the id ${id} of a result`);
  }

  end(): void {
    if (this.open.size > 0) throw new Error(`no result for the call ${[...this.open].join()}`);
  }
}
