import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore, recordsOf, type RunStore } from "@ptc/core/store";
import { openFileStore } from "@ptc/core/store/node";
import { afterAll, describe, expect, test } from "vitest";
import { approve, chatIn, defineAgent, tool, type StoreChatOptions } from "../index.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-chat-in-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const agent = defineAgent({ prompt: "You count." });
const encryption = { current: { id: "1", key: "a secret of the host" } };
const places: readonly [string, () => Promise<RunStore>, Partial<StoreChatOptions>][] = [
  ["memory", () => Promise.resolve(createMemoryStore()), {}],
  ["a file", () => openFileStore(join(folder, "chats")), {}],
  ["encrypted memory", () => Promise.resolve(createMemoryStore()), { encryption }],
];

/** Returns a model that writes these programs, and notes its requests. */
function scripted(...programs: string[]) {
  const requests: string[] = [];
  return {
    requests,
    llm: ({ messages }: { messages: readonly unknown[] }) => {
      requests.push(JSON.stringify(messages));
      return Promise.resolve(programs.shift() ?? "");
    },
  };
}

describe.each(places)("a chat in %s", (_, open, options) => {
  test("continues with messages, definitions, cached results, tasks and usage", async () => {
    const store = await open();
    let reads = 0;
    const read = tool({ signature: "() -> :int", cache: true, execute: () => (reads += 1) });
    const counting = defineAgent({ prompt: "You count.", tools: { read } });
    const first = await chatIn(store, "a", counting, {
      ...options,
      journal: {},
      llm: scripted(
        '(def n (tool/read)) (defn twice [x] (* 2 x)) (task "paid" "tx_1") (return {:read n})',
      ).llm,
    });
    await first.send("How many?");
    const { llm, requests } = scripted('(return [(twice n) (tool/read) (task "paid" "tx_2")])');
    const second = await chatIn(store, "a", counting, { ...options, journal: {}, llm });
    expect(second.messages).toEqual(first.messages);
    expect(second.usage).toEqual(first.usage);
    const step = await second.send("Twice as many?");
    expect(step.ok && step.return).toEqual([2, 1, "tx_1"]);
    expect(requests[0]).toContain("How many?");
    // The value of the last program, which the model hasn't seen.
    expect(requests[0]).toContain('{\\"read\\" 1}');
    expect(second.usage?.llmRequests).toBe(2);
    const third = await chatIn(store, "a", counting, { ...options, llm });
    expect([third.messages.length, third.usage]).toEqual([4, second.usage]);
    await store.close();
  });

  test("continues a message that waits, in another process", async () => {
    const store = await open();
    let refunds = 0;
    const refund = tool({
      signature: "(id :int) -> :string",
      needsApproval: true,
      execute: ({ id }) => `refund ${String(id)} ${String((refunds += 1))}`,
    });
    const refunding = defineAgent({ prompt: "You refund.", tools: { refund } });
    const program = "(return (tool/refund {:id 7}))";
    const first = await chatIn(store, "w", refunding, { ...options, llm: scripted(program).llm });
    const waiting = await first.send("Refund 7.");
    expect(waiting.status).toBe("waiting");
    const second = await chatIn(store, "w", refunding, { ...options, llm: scripted().llm });
    const [call] = second.waiting?.pending ?? [];
    const { checkpoint } = second.waiting ?? expect.fail("nothing waits");
    const decisions = { [call?.id ?? ""]: approve() };
    const step = await second.resume(checkpoint, { decisions });
    expect(step.ok && step.return).toBe("refund 7 1");
    await expect(first.resume(checkpoint, { decisions })).rejects.toMatchObject({
      problem: "conflict",
    });
    expect(refunds).toBe(1);
    const third = await chatIn(store, "w", refunding, { ...options, llm: scripted().llm });
    expect([third.waiting, third.messages.length]).toEqual([undefined, second.messages.length]);
    await store.close();
  });
});

test("asks no model for a message of a chat that another process has continued", async () => {
  const store = createMemoryStore();
  const { llm, requests } = scripted("(return 1)", "(return 2)");
  const old = await chatIn(store, "a", agent, { llm, owner: "u" });
  const present = await chatIn(store, "a", agent, { llm, owner: "u" });
  await present.send("One");
  await expect(old.send("Two")).rejects.toThrow(
    'memory: the chat "a" of "u" was changed or deleted by another process: open it again',
  );
  expect(requests).toHaveLength(1);
  expect(old.messages).toEqual([]);
});

test("keeps tasks and usage of a message that wasn't answered, and no part of it", async () => {
  const store = createMemoryStore();
  const program = '(task "paid" "tx_1") (task "paid2" (fail "later"))';
  const failing = defineAgent({ prompt: "You count.", maxTurns: 1 });
  const { llm } = scripted(program.replace('(fail "later")', "(/ 1 0)"));
  const chat = await chatIn(store, "a", failing, { llm, journal: {} });
  expect((await chat.send("Pay")).ok).toBe(false);
  const again = await chatIn(store, "a", failing, {
    journal: {},
    llm: scripted('(return (task "paid" "tx_2"))').llm,
  });
  expect([again.messages, again.usage?.llmRequests]).toEqual([[], 1]);
  const step = await again.send("Pay");
  expect(step.ok && step.return).toBe("tx_1");
});

test("a chat that is too large rejects, and stays as it was", async () => {
  const store = createMemoryStore();
  const { llm } = scripted(
    '(return "a")',
    '(return (apply str (repeat 9000 "b")))',
    '(return "c")',
  );
  const chat = await chatIn(store, "a", agent, { llm, maximumBytes: 8_000 });
  await chat.send("One");
  await expect(chat.send("Two")).rejects.toMatchObject({ problem: "too_large" });
  expect(chat.messages).toHaveLength(2);
  expect((await chat.send("Three")).ok).toBe(true);
});

describe("firewalled values", () => {
  const context = { user: { name: "Ada", _iban: "DE89370400440532013000", _pin: 4711 } };
  const read = tool({
    signature: "() -> {_token :string}",
    cache: true,
    execute: () => ({ _token: "secret-token-1" }),
  });
  const paying = defineAgent({ prompt: "You pay.", tools: { read } });
  const program =
    "(def iban (:_iban data/user)) (def pin (:_pin data/user)) (def name (:name data/user)) " +
    '(def token (tool/read)) (println iban) (return {:note (str "to " iban) :user data/user})';

  test("aren't stored without encryption, and the next program learns why", async () => {
    const store = createMemoryStore();
    const first = await chatIn(store, "a", paying, { context, llm: scripted(program).llm });
    expect((await first.send("Pay")).ok).toBe(true);
    const record = JSON.stringify(await store.load({ kind: "chat", id: "a" }));
    for (const secret of ["DE89", "4711", "secret-token-1"]) expect(record).not.toContain(secret);
    const { llm, requests } = scripted("(return iban)", "(return name)");
    const second = await chatIn(store, "a", paying, { context, llm });
    const step = await second.send("And now?");
    expect(step.ok && step.return).toBe("Ada");
    expect(requests[1]).toContain(
      "it has firewalled values, which aren't stored without encryption",
    );
  });

  test("are stored with encryption", async () => {
    const store = createMemoryStore();
    const first = await chatIn(store, "a", paying, {
      context,
      encryption,
      llm: scripted(program).llm,
    });
    await first.send("Pay");
    expect(JSON.stringify(await store.load({ kind: "chat", id: "a" }))).not.toContain("DE89");
    const { llm, requests } = scripted("(return [iban pin (tool/read)])");
    const second = await chatIn(store, "a", paying, { context, encryption, llm });
    const step = await second.send("And now?");
    expect(step.ok && step.return).toEqual([
      "DE89370400440532013000",
      4711,
      { _token: "secret-token-1" },
    ]);
    // The model still doesn't see them.
    expect(requests[0]).not.toContain("DE89");
  });
});

test("lists, expires and deletes the chats of an owner", async () => {
  let now = 1_000;
  const clock = { now: () => now, monotonic: () => now };
  const store = createMemoryStore({ clock });
  const options = { clock, expiresAfterMs: 100, owner: "u/1" };
  for (const id of ["a", "../b"])
    await (
      await chatIn(store, id, agent, { ...options, llm: scripted("(return 1)").llm })
    ).send("One");
  const chats = recordsOf(store, { kind: "chat", owner: "u/1", clock });
  expect((await chats.list()).records.map(({ id }) => id).sort()).toEqual(["../b", "a"]);
  expect((await recordsOf(store, { kind: "chat", owner: "u", clock }).list()).records).toEqual([]);
  expect(await chats.delete("../b")).toBe(true);
  now = 1_100;
  expect((await chatIn(store, "a", agent, { ...options, llm: scripted().llm })).messages).toEqual(
    [],
  );
  expect(await chats.prune()).toBe(1);
});

test.each([
  ['{"format":"ptc-session","version":1}', "damaged", "its contents aren't a chat"],
  ['{"format":"ptc-chat","version":1,"step":{"ok":true}}', "damaged", "the JSON is not a step"],
  ['{"format":"ptc-chat","version":7}', "newer_schema", "it has version 7"],
])("refuses the contents %j", async (snapshot, problem, message) => {
  const store = createMemoryStore();
  const key = { kind: "chat", id: "a" } as const;
  await store.append([{ key, version: 0, head: { status: "open" }, snapshot }]);
  const opened = chatIn(store, "a", agent, { llm: scripted().llm });
  await expect(opened).rejects.toMatchObject({ problem });
  await expect(opened).rejects.toThrow(`memory: the chat "a": ${message}`);
});

test("refuses `after`, which the store determines, and unknown options", async () => {
  const store = createMemoryStore();
  for (const option of ["after", "memory", "expiresAfter"])
    await expect(chatIn(store, "a", agent, { llm: scripted().llm, [option]: 1 })).rejects.toThrow(
      option,
    );
});
