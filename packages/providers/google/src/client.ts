// Creates Google's SDK client without reading the environment. Its fetch preserves the details of
// error responses, which the SDK drops.

import { GoogleGenAI } from "@google/genai";
import {
  expectJson,
  expectObject,
  isObject,
  objectOrEmpty,
  ShapeError,
  withExactJson,
  withoutEvents,
} from "@ptc/llm/adapter";
import { httpErrorOf } from "./errors.ts";
import type { CheckedOptions } from "./options.ts";

export function clientOf({ apiKey, baseUrl, fetch, headers }: CheckedOptions): GoogleGenAI {
  return new GoogleGenAI({
    apiKey,
    // If absent, the SDK reads each of these from the environment.
    vertexai: false,
    apiVersion: "v1beta",
    httpOptions: {
      baseUrl,
      headers: { ...headers },
      fetch: async (input, init) => {
        // The SDK passes strings, but its type names one that hosts without a DOM don't have.
        const response = await fetch(input as string, init);
        if (!response.ok) throw await httpErrorOf(response);
        const type = response.headers.get("content-type") ?? "";
        if (String(input).includes("alt=sse"))
          return type === "" || type.startsWith("text/event-stream")
            ? response
            : await readMislabeled(response, type);
        if (type.includes("text/html")) {
          await response.body?.cancel();
          throw new ShapeError("body", "expected JSON, got an HTML page (check `baseUrl`)");
        }
        return await readWhole(response);
      },
    },
  });
}

/** Checks that the body is an object. The SDK reports anything else as a broken connection. */
async function readWhole(response: Response): Promise<Response> {
  const text = await response.text();
  const { error } = expectObject(expectJson(text, "body"), "body");
  if (isObject(error)) throw await httpErrorOf(new Response(text, statusOf(error)));
  return withExactJson(new Response(text, { headers: response.headers }));
}

/**
 * Returns a stream of another content type, if it has events. The SDK would report any other
 * content, such as a proxy's page, as a broken connection.
 */
async function readMislabeled(response: Response, type: string): Promise<Response> {
  const text = await response.text();
  if (/^data:/m.test(text)) return new Response(text, { headers: response.headers });
  const { error } = objectOrEmpty(jsonOrAbsent(text));
  if (isObject(error)) throw await httpErrorOf(new Response(text, statusOf(error)));
  throw withoutEvents(type);
}

function jsonOrAbsent(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Proxies report failures with status 200 and the actual status in the body. */
function statusOf({ code }: Readonly<Record<string, unknown>>): { readonly status: number } {
  const isStatus = Number.isInteger(code) && Number(code) >= 400 && Number(code) <= 599;
  return { status: isStatus ? Number(code) : 500 };
}
