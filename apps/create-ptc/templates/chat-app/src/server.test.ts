import assert from "node:assert/strict";
import test from "node:test";
import { readEventStream } from "@ptc/subagent/streams";
import { recordedModel } from "./model.ts";
import { chatHandler } from "./server.ts";

const handler = chatHandler(recordedModel);
const post = (body: string) =>
  handler(new Request("http://localhost/chat", { method: "POST", body }));

async function answered(text: string): Promise<unknown> {
  const connect = () => post(JSON.stringify({ chat: "one", text }));
  for await (const event of readEventStream(connect))
    if (event.type === "mission-end") return event.data.return;
  return undefined;
}

test("a question gets an answer, and the next one builds on it", async () => {
  assert.equal(await answered("How many orders are open?"), "3 orders are open.");
  assert.equal(await answered("How much is that?"), "They are 245.5 in total.");
});

test("another body is refused", async () => {
  for (const body of ["", "[]", '{"chat":1,"text":"a"}', "x".repeat(20_000)])
    assert.equal((await post(body)).status, 400);
});
