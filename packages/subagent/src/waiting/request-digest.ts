// A digest of a request to a model. A resumed run sends the same requests, unless the prompt, the
// tools or the context changed.

import type { ModelRequest } from "@ptc/llm";
import { digestOf } from "../recording/digest.ts";

/** Returns sixteen hexadecimal digits. */
export function requestDigest({ signal: _, requestId: __, ...request }: ModelRequest): string {
  return digestOf(JSON.stringify(request, comparable));
}

/** The bytes of a file are compared by their number. */
function comparable(_name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return `${String(value.length)} bytes`;
  return typeof value === "bigint" ? String(value) : value;
}
