// Creates Google's SDK without reading the environment, and with a fetch that keeps the details of
// error responses, which the SDK drops.

import { GoogleGenAI } from "@google/genai";
import { expectJson, expectObject, ShapeError } from "@ptc/llm/adapter";
import { httpErrorOf } from "./errors.ts";
import type { CheckedOptions } from "./options.ts";

export function clientOf({ apiKey, baseUrl, fetch, headers }: CheckedOptions): GoogleGenAI {
  const ask = fetch ?? ((input, init) => globalThis.fetch(input, init));
  return new GoogleGenAI({
    apiKey,
    // Each is read from the environment where it is absent.
    vertexai: false,
    apiVersion: "v1beta",
    httpOptions: {
      baseUrl,
      headers: { ...headers },
      fetch: async (input, init) => {
        // The SDK asks by texts, and its type is one that hosts without a page do not have.
        const response = await ask(input as string, init);
        if (!response.ok) throw await httpErrorOf(response);
        const type = response.headers.get("content-type") ?? "";
        // The SDK would wait for events in the page of a proxy, and find none.
        if (type.includes("text/html")) {
          await response.body?.cancel();
          throw new ShapeError("body", "expected JSON, got an HTML page");
        }
        return String(input).includes("alt=sse") ? response : await readWhole(response);
      },
    },
  });
}

/** Checks that the body is an object. The SDK reports anything else as a broken connection. */
async function readWhole(response: Response): Promise<Response> {
  const text = await response.text();
  expectObject(expectJson(text, "body"), "body");
  return new Response(text, { headers: response.headers });
}
