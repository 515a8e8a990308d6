// Property tests: no argument changes the destination or structure of a request, for generated
// values in every location and style.

import type { Tool } from "@ptc/core/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openApiTools } from "@ptc/openapi";
import { documentOf, recordedFetch, toolContext, type SentRequest } from "./recorded-fetch.ts";

/** Texts with a special meaning in some layer, and arbitrary ones. */
const text = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "%2e%2e",
    "%2e",
    "/",
    "//evil.test",
    "\\",
    "?a=b",
    "#a",
    "a&b=c",
    ";",
    "@",
    ":",
    "http://evil.test",
    "\r\nHost: evil",
    "\u0000",
    "%",
    "%0d%0a",
    "\ud800",
    " ",
    "+",
    "[",
    "__proto__",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(text, scalar, { maxKeys: 3 }),
  fc.array(text, { minLength: 1, maxLength: 2 }),
);
const explode = fc.boolean();

function parameter(name: string, location: string, style: string, exploded: boolean): object {
  return {
    name,
    in: location,
    style,
    explode: exploded,
    ...(location === "path" ? { required: true } : {}),
    schema: {},
  };
}

/** Caches tools, so that equal runs share one. */
const made = new Map<string, { readonly tool: Tool; readonly sent: SentRequest[] }>();

function toolOf(
  location: string,
  operation: object,
): { readonly tool: Tool; readonly sent: SentRequest[] } {
  const key = JSON.stringify([location, operation]);
  const known = made.get(key);
  if (known !== undefined) {
    known.sent.length = 0;
    return known;
  }
  const { fetch, sent } = recordedFetch();
  const [tool] = Object.values(
    openApiTools(documentOf({ [location]: operation }), { fetch }).tools,
  );
  if (tool === undefined) throw new Error("there is no tool");
  made.set(key, { tool, sent });
  return { tool, sent };
}

test("host, path and header names stay those of the document", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ a: value, b: value, q: value, h: value, c: value }),
      fc.constantFrom("simple", "label", "matrix"),
      fc.constantFrom("form", "spaceDelimited", "pipeDelimited", "deepObject"),
      explode,
      explode,
      async (args, pathStyle, queryStyle, one, other) => {
        const { tool, sent } = toolOf("GET /x/{a}/y-{b}/z", {
          parameters: [
            parameter("a", "path", pathStyle, one),
            parameter("b", "path", pathStyle, other),
            { ...parameter("q", "query", queryStyle, one), allowReserved: other },
            parameter("h", "header", "simple", one),
            parameter("c", "cookie", "form", one),
          ],
        });
        try {
          await tool.execute(args, toolContext());
        } catch (error) {
          expect(String(error)).toMatch(/^ToolFailure: wrong arguments: /);
          return;
        }
        const [request] = sent;
        expect(request?.url.origin).toBe("https://api.test");
        const segments = request?.url.pathname.split("/") ?? [];
        expect(segments).toHaveLength(6);
        expect([segments[0], segments[1], segments[2], segments[5]]).toEqual(["", "v1", "x", "z"]);
        expect(segments[4]).toMatch(/^y-./);
        expect(request?.url.hash).toBe("");
        const { headers = {} } = request ?? {};
        expect(
          Object.keys(headers).filter((name) => !["accept", "h", "cookie"].includes(name)),
        ).toEqual([]);
        // The host's own check throws for invalid headers.
        expect([...new Headers(headers).keys()]).toHaveLength(Object.keys(headers).length);
      },
    ),
    { numRuns: process.env["PTC_TESTS"] === undefined ? 75 : 300 },
  );
});

test("the server receives a text exactly as given", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
      async (given) => {
        fc.pre(given !== "." && given !== "..");
        const { tool, sent } = toolOf("POST /{a}", {
          parameters: [
            parameter("a", "path", "simple", false),
            parameter("q", "query", "form", true),
            parameter("c", "cookie", "form", true),
          ],
          requestBody: {
            content: {
              "application/x-www-form-urlencoded": {
                schema: { type: "object", properties: { f: {} } },
              },
            },
          },
        });
        await tool.execute({ a: given, q: given, c: given, f: given }, toolContext());
        const [request] = sent;
        expect(decodeURIComponent(request?.url.pathname.slice(4) ?? "")).toBe(given);
        expect([...(request?.url.searchParams ?? [])]).toEqual([["q", given]]);
        expect([...new URLSearchParams(String(request?.body))]).toEqual([["f", given]]);
        expect(decodeURIComponent(request?.headers.cookie?.slice(2) ?? "")).toBe(given);
      },
    ),
    { numRuns: process.env["PTC_TESTS"] === undefined ? 50 : 200 },
  );
});
