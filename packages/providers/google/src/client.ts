// Google's SDK, with nothing of the environment in it, and with a fetch that keeps what the SDK
// loses of a refusal.

import { GoogleGenAI } from "@google/genai";
import { HttpError, WrongShape } from "./errors.ts";
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
        if (!response.ok) throw await HttpError.of(response);
        const type = response.headers.get("content-type") ?? "";
        // The SDK would wait for events in the page of a proxy, and find none.
        if (type.includes("text/html")) {
          await response.body?.cancel();
          throw new WrongShape("it is a page, not an answer");
        }
        return String(input).includes("alt=sse") ? response : await readWhole(response);
      },
    },
  });
}

/** The same response, which is an object: the SDK fails on others as a broken connection does. */
async function readWhole(response: Response): Promise<Response> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new WrongShape("it is no JSON");
  }
  if (typeof body !== "object" || body === null) throw new WrongShape("it is no object");
  return new Response(text, { headers: response.headers });
}
