// Tests four published documents. Each operation becomes a tool, and a program calls each tool
// against a service that checks requests and responds by the document.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run } from "@ptc/subagent";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiTools, type OpenApiOptions, type OpenApiTools } from "@ptc/openapi";
import { serveDocument, type DocumentServer } from "./document-server.ts";
import { sampleArguments } from "./sample-arguments.ts";

const require = createRequire(import.meta.url);
const folder = require.resolve("@readme/oas-examples/package.json");

function published(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(path, `file://${folder}`), "utf8")) as Record<
    string,
    unknown
  >;
}

interface Published {
  readonly path: string;
  readonly operations: number;
  readonly security: OpenApiOptions["security"];
  readonly authorization: string | undefined;
}

const documents: readonly Published[] = [
  { path: "3.0/json/uspto.json", operations: 3, security: {}, authorization: undefined },
  { path: "3.0/json/star-trek.json", operations: 120, security: {}, authorization: undefined },
  {
    path: "3.1/json/train-travel.json",
    operations: 7,
    security: { OAuth2: "t-0123456789" },
    authorization: "Bearer t-0123456789",
  },
  {
    path: "3.1/json/readme.json",
    operations: 54,
    security: { bearer: () => "t-0123456789" },
    authorization: "Bearer t-0123456789",
  },
];

describe.each(documents)(
  "the document $path",
  ({ path, operations, security = {}, authorization }) => {
    const document = published(path);
    let service: DocumentServer;
    let made: OpenApiTools;
    beforeAll(async () => {
      service = await serveDocument(document);
      made = openApiTools(document, { baseUrl: service.url, security });
    });
    afterAll(() => service.close());

    test("every operation becomes a tool without warnings", () => {
      expect(made.warnings).toEqual([]);
      expect(Object.keys(made.tools)).toHaveLength(operations);
    });

    test.each([false, true])(
      "programs call each tool as the document requires, with all arguments: %s",
      async (optional) => {
        const calls = Object.entries(made.tools).map(([name, { signature = "" }]) => ({
          name,
          args: sampleArguments(signature, { optional }),
        }));
        const before = service.served.length;
        const program = `(return (pmap (fn [f] (try (f) "answered" (catch Exception e (ex-message e))))
        [${calls.map(({ name }, index) => `(fn [] (tool/${name} (get data/args ${String(index)})))`).join("\n")}]))`;
        const step = await run("Call them all.", {
          llm: createScriptedModel([program]),
          tools: made.tools,
          context: { args: calls.map(({ args }) => args) },
          maxToolCalls: 500,
        });
        expect(step.ok ? new Set(step.return as string[]) : step.fail).toEqual(
          new Set(["answered"]),
        );
        expect(service.problems).toEqual([]);
        const served = service.served.slice(before);
        expect(new Set(served.map((one) => one.operation)).size).toBe(operations);
        for (const { headers, isOpen } of served)
          expect(headers.authorization).toBe(isOpen ? undefined : authorization);
      },
    );
  },
);

test("a mission finds trains, books one per passenger in parallel, and reads a refusal", async () => {
  const document = published("3.1/json/train-travel.json");
  const service = await serveDocument(document);
  const { tools } = openApiTools(document, {
    baseUrl: service.url,
    security: { OAuth2: "t-0123456789" },
    prefix: "train-",
  });
  const agent = defineAgent({
    prompt: "Book a trip on {{day}} for each of {{#passengers}}{{.}} {{/passengers}}.",
    signature:
      "(day :datetime, passengers [:string]) -> {booked [:string], price :float, refused :string}",
    tools,
  });
  const program = `
    (let [[from to] (:data (tool/train-get-stations))
          trips (:data (tool/train-get-trips {:origin (:id from) :destination (:id to) :date data/day :dogs true}))
          trip (first (sort-by :price trips))
          bookings (pmap (fn [name] (tool/train-create-booking {:trip-id (:id trip) :passenger-name name :has-dog true}))
                         data/passengers)]
      (return {:booked (mapv :passenger_name bookings)
               :price (:price trip)
               :refused (try (tool/train-get-booking {:bookingId ".."})
                          (catch Exception e (ex-message e)))}))`;
  const model = createScriptedModel([program]);
  const step = await run(agent, {
    llm: model,
    context: { day: new Date("2024-02-01T09:00:00Z"), passengers: ["Ann", "Bob"] },
  });
  await service.close();
  expect(step.ok ? step.return : step.fail).toEqual({
    booked: ["John Doe", "John Doe"],
    price: 50,
    refused: expect.stringContaining('wrong arguments: bookingId may not be "." or ".."') as string,
  });
  expect(service.problems).toEqual([]);
  const [stations, trips, ...bookings] = service.served;
  expect(stations?.path).toBe("/stations");
  expect(decodeURIComponent(trips?.query ?? "")).toBe(
    "?origin=efdbb9d1-02c2-4bc3-afb7-6788d8782b1e&destination=b2e783e1-c824-4d63-b37a-d8d698862f1d&date=2024-02-01T09:00:00.000Z&dogs=true",
  );
  expect(bookings.map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual(
    ["Ann", "Bob"].map((passenger_name) => ({
      trip_id: expect.any(String) as string,
      passenger_name,
      has_dog: true,
    })),
  );
  const system = JSON.stringify(model.requests[0]?.messages[0]?.content);
  expect(system).toContain(
    '(tool/train-get-trips {:origin :string \\"The ID of the origin station (uuid)\\"',
  );
  expect(JSON.stringify(step)).not.toContain("t-0123456789");
});
