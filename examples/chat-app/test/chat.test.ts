// Uses the API without a browser. The check `chat` opens the page in Chromium.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { offlineModel } from "../src/models.ts";
import { chatRoutes } from "../src/routes.ts";
import { SavedFiles } from "../src/saved-files.ts";

const sample = readFileSync(join(import.meta.dirname, "../data/orders.csv"), "utf8");

function chat() {
  const handle = chatRoutes(offlineModel(0));
  const post = async (path: string, body: string) => {
    const url = `http://localhost${path}`;
    const response = await handle(new Request(url, { method: "POST", body }));
    if (response === undefined) throw new Error(`${path} has no handler`);
    return response;
  };
  const load = async (text: string) =>
    (await (await post("/api/table?name=a.csv", text)).json()) as Record<string, unknown>;
  const send = (table: unknown, message: object) =>
    post("/api/chat", JSON.stringify({ id: "chat", table, messages: [message] }));
  const ask = (table: unknown, text: string) =>
    send(table, { id: "1", role: "user", parts: [{ type: "text", text }] });
  return { handle, post, load, send, ask };
}

/** Returns the answer in a stream. */
async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const lines = (await response.text()).split("\n");
  const found = lines.find((line) => line.includes('"data-answer"')) ?? "";
  const chunk = JSON.parse(found.slice("data: ".length)) as {
    data: { value: Record<string, unknown> };
  };
  return chunk.data.value;
}

/** Adds up the amounts of each region in JavaScript, as the program should. */
function totals(): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const line of sample.trim().split("\n").slice(1)) {
    const [, , region = "", , , amount, status] = line.split(",");
    if (status !== "returned") sums.set(region, (sums.get(region) ?? 0) + Number(amount));
  }
  return [...sums].sort(([, left], [, right]) => right - left);
}

test("answers questions about the sample by its rows", async () => {
  const { load, ask } = chat();
  const { id, rowCount } = await load(sample);
  expect(rowCount).toBe(72);
  const regions = await answerOf(await ask(id, "Which region sold the most?"));
  expect(regions["chart"]).toEqual({
    title: "Total by region",
    bars: totals().map(([label, value]) => ({ label, value: Math.round(value) })),
  });
  const months = await answerOf(await ask(id, "How much was ordered each month?"));
  expect((months["table"] as { rows: unknown[] }).rows).toHaveLength(6);
});

test("describes any other file, and says what is wrong with one that has no rows", async () => {
  const { post, load, ask } = chat();
  const { id } = await load('name,__proto__\n"<b>, x",3\nBob,5\n');
  const { table } = await answerOf(await ask(id, "What is this?"));
  expect(table).toMatchObject({
    rows: [
      ["name", 2, "<b>, x, Bob"],
      ["__proto__", 2, "3 to 5"],
    ],
  });
  expect((await post("/api/table", "a,b\n")).status).toBe(422);
  expect((await ask("another id", "What is this?")).status).toBe(404);
  expect((await post("/api/chat", "[1]")).status).toBe(400);
});

test("saves a table only after an approval, which no other message replaces", async () => {
  const { handle, load, ask, send } = chat();
  const { id } = await load(sample);
  const stream = await (await ask(id, "Save the ten largest orders.")).text();
  const call = /"approvalId":"([^"]+)"/.exec(stream)?.[1] ?? "";
  const part = { type: "dynamic-tool", toolName: "save-table", toolCallId: call, input: {} };
  const decide = (changes: object) =>
    send(id, { id: "2", role: "assistant", parts: [{ ...part, ...changes }] });
  const approved = { state: "approval-responded", approval: { id: call, approved: true } };
  const { saved } = await answerOf(await decide(approved));
  const file = await handle(new Request(`http://localhost${String(saved)}`));
  expect((await file?.text())?.split("\n")).toHaveLength(12);
  expect((await decide(approved)).status).toBe(409);
});

test("saves texts that look like formulas as texts", () => {
  const files = new SavedFiles();
  const path = files.add("../a/b", [{ "=x": "=1+2", n: -5, q: 'a "b", c' }]);
  expect(files.find(path.slice("/saved/".length))).toEqual({
    name: "ab.csv",
    text: `'=x,n,q\n'=1+2,-5,"a ""b"", c"\n`,
  });
});
