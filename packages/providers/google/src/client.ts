// Creates Google's SDK client without reading the environment. Its fetch preserves the details of
// error responses, which the SDK drops.

import { GoogleGenAI } from "@google/genai";
import { expectJson, expectObject, isObject, ShapeError, withExactJson } from "@ptc/llm/adapter";
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
        // The SDK would wait for events in a proxy's HTML page and find none.
        if (type.includes("text/html")) {
          await response.body?.cancel();
          throw new ShapeError("body", "expected JSON, got an HTML page (check `baseUrl`)");
        }
        return String(input).includes("alt=sse") ? response : await readWhole(response);
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

/** Proxies report failures with status 200 and the actual status in the body. */
function statusOf({ code }: Readonly<Record<string, unknown>>): { readonly status: number } {
  const isStatus = Number.isInteger(code) && Number(code) >= 400 && Number(code) <= 599;
  return { status: isStatus ? Number(code) : 500 };
}
