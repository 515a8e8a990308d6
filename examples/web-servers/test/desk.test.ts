// The requests of all servers, without a server. The check `servers` starts each of them.

import { run } from "@ptc/lisp";
import { readEventStream, type StreamedEvent } from "@ptc/subagent/streams";
import { expect, test } from "vitest";
import { Desk } from "../src/desk.ts";

const desk = new Desk({ runProgram: (program) => run(program), abandonedMs: 1, maximumRuns: 2 });

function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const init = { method: "POST", body, headers };
  return desk.fetch(new Request(new URL(path, "http://desk"), init));
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  desk.fetch(new Request(new URL(path, "http://desk"), { headers }));

const accept = "application/json";

async function eventsOf(response: Promise<Response>): Promise<readonly StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of readEventStream(() => response)) events.push(event);
  return events;
}

test("answers a question with events whose answer is plain JSON", async () => {
  const events = await eventsOf(post("/runs", '{"question":"What is due?"}'));
  const end = events.find((event) => event.type === "mission-end");
  expect(end?.data).toMatchObject({
    ok: true,
    return: { due: 42.5, checked: "9999999999800000000001" },
  });
  expect(events.at(-1)?.type).toBe("stream-end");
});

test("continues a run after one decision, and refuses a second one", async () => {
  const asked = await post("/runs", '{"question":"Refund order 7."}', { accept });
  const { pending } = (await asked.json()) as { readonly pending: readonly { id: string }[] };
  const path = `${asked.headers.get("location") ?? ""}/decisions`;
  const decided = JSON.stringify({ [pending[0]?.id ?? ""]: false });
  const [first, second] = await Promise.all([
    post(path, decided, { accept }),
    post(path, decided, { accept }),
  ]);
  expect([first.status, second.status].sort()).toEqual([200, 409]);
  const answers = [await first.text(), await second.text()].join("\n");
  expect(answers).toContain("the call was denied: the customer declined");
  expect(answers).toContain("the run doesn't wait for a decision");
});

test("cancels a run whose readers have left", async () => {
  const response = await post("/runs", '{"question":"Write a report."}');
  const location = response.headers.get("location") ?? "";
  for await (const event of readEventStream(() => Promise.resolve(response)))
    if (event.type === "tool-call-start") break;
  await expect
    .poll(async () => await (await get(location, { accept })).json())
    .toEqual({ error: "the mission was cancelled" });
});

test("forgets the oldest runs", async () => {
  const first = await post("/runs", '{"question":"What is due?"}', { accept });
  await post("/runs", '{"question":"What is due?"}', { accept });
  await post("/runs", '{"question":"What is due?"}', { accept });
  expect((await get(first.headers.get("location") ?? "")).status).toBe(404);
});

test.each([
  ["/runs", "{", 400, "the body isn't JSON"],
  ["/runs", "null", 400, "the body isn't a JSON object"],
  ["/runs", '{"question":" "}', 400, 'the field "question" must be a text'],
  ["/runs", "x".repeat(10_001), 413, "the body has more than 10000 bytes"],
  ["/programs", "x".repeat(10_001), 413, "the body has more than 10000 bytes"],
  ["/runs/x/decisions", "{}", 404, "the run doesn't exist"],
  ["/other", "{}", 404, "not found"],
])("refuses POST %s with the body %.20s", async (path, body, status, error) => {
  const response = await post(path, body);
  expect([response.status, await response.json()]).toEqual([status, { error }]);
});

test("answers programs with JSON, also for integers beyond 2^53", async () => {
  const large = await post("/programs", "(* 9007199254740991 3)");
  expect([large.status, await large.json()]).toEqual([200, { value: "27021597764222973" }]);
  const endless = await post("/programs", "(loop [] (recur))");
  expect(endless.status).toBe(422);
});
