// Conversations with an agent: each message continues from earlier messages, definitions and stored
// results.
import { describe, expect, test } from "vitest";
import { createScriptedModel, type ModelRequest, type ScriptEntry } from "@ptc/llm";
import {
  contextFile,
  createChat,
  defineAgent,
  failedStep,
  successfulStep,
  tool,
  type AgentOptions,
  type ChatOptions,
  type ModeName,
} from "../src/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { fenced, textOf } from "./missions.ts";
import { calls, program } from "./native-calls.ts";

const orders = [
  { status: "open", total: 5 },
  { status: "paid", total: 7 },
];

function chatWith(
  script: readonly ScriptEntry[],
  agent: Partial<AgentOptions> = {},
  options: Partial<ChatOptions> = {},
) {
  const llm = createScriptedModel(script);
  const chat = createChat(defineAgent({ prompt: "You answer questions about orders.", ...agent }), {
    llm,
    context: { orders },
    ...options,
  });
  return { chat, llm };
}

const rolesOf = ({ messages }: ModelRequest) => messages.map(({ role }) => role);
const lastOf = (request: ModelRequest | undefined) => textOf(request?.messages.at(-1)?.content);

describe("a conversation in programs", () => {
  const script = [
    fenced('(def open (filter #(= "open" (:status %)) data/orders))\n(return (count open))'),
    fenced("(return (sum-by :total open))"),
  ];

  test("continues with earlier definitions and messages, and shows the model what the program returned", async () => {
    const { chat, llm } = chatWith(script);
    expect(await chat.send("How many are open?")).toMatchObject({ ok: true, return: 1 });
    expect(await chat.send("And how much is that?")).toMatchObject({ ok: true, return: 5 });
    expect(llm.requests.map(rolesOf)).toEqual([
      ["system", "user"],
      ["system", "user", "assistant", "user"],
    ]);
    expect(lastOf(llm.requests[0])).toBe("How many are open?");
    expect(lastOf(llm.requests[1])).toBe(
      'Your program returned:\n<data kind="value">\n1\n</data>\n\nAnd how much is that?',
    );
    expect(chat.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(chat.usage).toMatchObject({ llmRequests: 2, turns: 2 });
  });

  test("has one system prompt, and each request starts with the one before", async () => {
    const { chat, llm } = chatWith(script);
    await chat.send("How many are open?");
    await chat.send("And how much is that?");
    const [first, second] = llm.requests;
    expect(textOf(first?.messages[0]?.content)).toContain("You answer questions about orders.");
    expect(textOf(first?.messages[0]?.content)).toContain("This is a conversation");
    expect(second?.messages.slice(0, 2).map(({ content }) => content)).toEqual(
      first?.messages.map(({ content }) => content),
    );
  });

  test("hides firewalled values of what a program returned", async () => {
    const { chat, llm } = chatWith([
      fenced("(return {:count 1 :_secret 48151})"),
      fenced("(return 2)"),
    ]);
    expect(await chat.send("One?")).toMatchObject({ return: { count: 1, _secret: 48_151 } });
    await chat.send("Two?");
    expect(lastOf(llm.requests[1])).toContain("<Firewalled>");
    expect(lastOf(llm.requests[1])).not.toContain("48151");
  });

  test("calls a cached tool once for all messages", async () => {
    let calls = 0;
    const rate = tool({ cache: true, execute: () => ++calls });
    const { chat } = chatWith(
      [fenced("(return (tool/rate {}))"), fenced("(return (tool/rate {}))")],
      { tools: { rate } },
    );
    expect(await chat.send("One?")).toMatchObject({ return: 1 });
    expect(await chat.send("Two?")).toMatchObject({ return: 1 });
  });
});

describe.each<[ModeName, readonly ScriptEntry[], readonly string[]]>([
  ["text", ["Hello.", "Still hello."], ["system", "user", "assistant", "user"]],
  [
    "program-call",
    [calls(program("a", "(return 1)")), calls(program("b", "(return 2)"))],
    ["system", "user", "assistant", "tool", "user"],
  ],
  ["combined", ["Hello.", "Still hello."], ["system", "user", "assistant", "user"]],
])("a conversation in the mode %s", (mode, script, roles) => {
  test("the conversation stays valid for providers", async () => {
    const { chat, llm } = chatWith(script, { mode });
    const first = await chat.send("Hello?");
    expect(first.ok || first.fail).toBe(true);
    await chat.send("Still there?");
    expect(llm.requests[1] && rolesOf(llm.requests[1])).toEqual(roles);
  });
});

describe("a message without an answer", () => {
  test("leaves the conversation unchanged after an abort, an error or a limit", async () => {
    const stop = new AbortController();
    const { chat, llm } = chatWith(
      [
        fenced("(return 1)"),
        fenced("(def lost 1)\nlost"),
        fenced("(return (tool/stop {}))"),
        fenced("(return (count data/orders))"),
      ],
      {
        tools: {
          stop: () => {
            stop.abort();
            return new Promise(() => undefined);
          },
        },
      },
    );
    await chat.send("One?");
    const { messages } = chat;
    const cancelled = await chat.send("Two?", { signal: stop.signal });
    expect(cancelled).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    expect(chat.messages).toEqual(messages);
    expect(await chat.send("Three?")).toMatchObject({ ok: true, return: 2 });
    expect(llm.requests.at(-1) && rolesOf(llm.requests.at(-1) as ModelRequest)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
    ]);
    expect(chat.usage).toMatchObject({ llmRequests: 4 });
  });

  test("refuses a message while another one is being answered, without a request", async () => {
    const { chat, llm } = chatWith([fenced("(return 1)"), fenced("(return 2)")]);
    const [first, second] = await Promise.all([chat.send("One?"), chat.send("Two?")]);
    expect(first).toMatchObject({ ok: true, return: 1 });
    expect(second).toMatchObject({ ok: false, fail: { reason: "chat_busy" } });
    expect(llm.requests).toHaveLength(1);
    expect(await chat.send("Two?")).toMatchObject({ ok: true, return: 2 });
  });

  test("keeps a message that the agent declines to answer", async () => {
    const { chat } = chatWith([fenced('(fail "no such order")'), fenced("(return 1)")]);
    expect((await chat.send("Order 9?")).ok).toBe(false);
    expect(chat.messages).toHaveLength(2);
    expect(await chat.send("Order 1?")).toMatchObject({ ok: true });
  });
});

describe("the journal of a conversation", () => {
  const pay = '(task "charge_order_42" (do (println "charged") "tx_1"))';
  const paying = { signature: ":any", completion: "explicit" } as const;

  test("stores the results of tasks for later messages, also of unanswered ones", async () => {
    const { chat, llm } = chatWith(
      [
        fenced(`(return ${pay})`),
        fenced(`(return ${pay})`),
        fenced(`${pay} (fail "no")`),
        fenced("(return 1)"),
      ],
      paying,
      { journal: { ship_order_41: "sent" } },
    );
    expect(await chat.send("Pay.")).toMatchObject({
      ok: true,
      return: "tx_1",
      prints: ["charged"],
    });
    const second = await chat.send("Pay again.");
    expect(second).toMatchObject({ ok: true, return: "tx_1", prints: [] });
    expect(second.journal).toEqual({ ship_order_41: "sent", charge_order_42: "tx_1" });
    const systems = llm.requests.map(({ messages }) => messages[0]?.content);
    expect(systems[0]).toContain("ship_order_41");
    expect(new Set(systems).size).toBe(1);
  });

  test("keeps a result whose message ended without an answer", async () => {
    const { chat } = chatWith(
      [fenced(pay), fenced(pay), fenced(`(return ${pay})`)],
      { ...paying, maxTurns: 1, retryTurns: 0, maxModelCalls: 1, mode: "program" },
      { journal: {} },
    );
    const stored: unknown[] = [];
    for (const message of ["Pay.", "Pay."]) stored.push((await chat.send(message)).journal);
    expect(stored.at(-1)).toEqual({ charge_order_42: "tx_1" });
  });

  test("reports each change to onJournal, and continues in another chat", async () => {
    const changes: unknown[] = [];
    const first = chatWith([fenced(`(return ${pay})`)], paying, {
      journal: {},
      onJournal: (change) => void changes.push(change),
    });
    const { journal = {} } = await first.chat.send("Pay.");
    expect(changes).toHaveLength(1);
    const second = chatWith([fenced(`(return ${pay})`)], paying, { journal });
    expect(await second.chat.send("Pay.")).toMatchObject({ return: "tx_1", prints: [] });
  });

  test("is absent without the option, and a bad one is reported at once", async () => {
    const { chat } = chatWith([fenced("(return 1)")], paying);
    expect((await chat.send("Hello.")).journal).toBeUndefined();
    expect(() => chatWith([], paying, { journal: 3 as never })).toThrow("`journal`: expected");
  });
});

describe("a long conversation", () => {
  test("is compacted between messages, and stays valid for providers", async () => {
    const { chat, llm } = chatWith(
      Array.from({ length: 12 }, (_, index) => fenced(`(def n${String(index)} 1)\n(return 1)`)),
      { compaction: { trigger: { turns: 4 }, keepRecentTurns: 2 } },
    );
    for (let index = 0; index < 12; index++)
      expect(await chat.send(`Question ${String(index)}?`)).toMatchObject({ ok: true });
    const lengths = llm.requests.map(({ messages }) => messages.length);
    expect(Math.max(...lengths)).toBe(8);
    const last = llm.requests.at(-1);
    expect(last && rolesOf(last).slice(0, 3)).toEqual(["system", "user", "assistant"]);
    const text = textOf(last?.messages[1]?.content);
    expect(text).toContain("n0");
    expect(lastOf(last)).toContain("Question 11?");
  });

  test("is compacted within a message too, which stays whole", async () => {
    const looks = Array.from({ length: 8 }, (_, index) => fenced(String(index)));
    const { chat, llm } = chatWith(["(return 0)", ...looks, fenced("(return 9)")], {
      maxTurns: 12,
      compaction: { trigger: { turns: 4 }, keepRecentTurns: 2 },
    });
    await chat.send("First?");
    expect(await chat.send("Second?")).toMatchObject({ ok: true, return: 9 });
    for (const request of llm.requests.slice(1)) {
      const users = request.messages.filter(({ role }) => role === "user");
      expect(users.some(({ content }) => textOf(content).includes("Second?"))).toBe(true);
    }
  });
});

describe("a streamed message", () => {
  test("streams the text of the model and the events of the mission", async () => {
    const { chat } = chatWith(["Hello there."], { mode: "text" });
    const heard: string[] = [];
    await chat.send("Hello?", { onText: (text) => void heard.push(text) });
    expect(heard.join("")).toBe("Hello there.");
  });

  test("the stream ends with the step, and leaving it early cancels the message", async () => {
    const { chat } = chatWith(["Hello there.", "Again."], { mode: "text" });
    const events = chat.events("Hello?");
    const types = new Set<string>();
    for await (const event of events) types.add(event.type);
    expect(types).toContain("mission-end");
    expect(await events.step).toMatchObject({ ok: true, return: "Hello there." });
    const left = chat.events("And?");
    for await (const event of left) if (event.type === "turn-start") break;
    expect(await left.step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    expect(chat.messages).toHaveLength(2);
  });
});

describe("a conversation that continues in another process", () => {
  test("continues from its last step as JSON", async () => {
    const first = chatWith([fenced("(def open 3)\n(return open)")]);
    await first.chat.send("How many?");
    const json: unknown = JSON.parse(JSON.stringify(stepToJson(first.chat.step as never)));
    const read = await stepFromJson(json);
    if (!read.ok) throw new Error(read.message);
    const second = chatWith([fenced("(return (* 2 open))")], {}, { after: read.step });
    expect(second.chat.messages).toEqual(first.chat.messages);
    expect(await second.chat.send("Twice?")).toMatchObject({ ok: true, return: 6 });
    expect(lastOf(second.llm.requests[0])).toContain("Your program returned:");
  });

  test.each([
    [{}, "`after`: expected the step of a chat, got an object"],
    [successfulStep(1), "`after`: has no messages"],
    [successfulStep(1, {}, { messages: [] }), "`after.messages`: ends before the model's response"],
    [
      successfulStep(1, {}, { messages: [{ role: "assistant", content: "Hi" }] }),
      "`after.messages[0]`: expected a user message first",
    ],
    [
      failedStep("timeout", "slow", {}, undefined, {
        messages: [{ role: "user", content: "Hi" }],
      }),
      "`after.messages`: ends before the model's response",
    ],
    [
      successfulStep(
        1,
        {},
        {
          messages: [
            { role: "user", content: "Hi" },
            {
              role: "assistant",
              content: "",
              parts: [{ type: "tool-call", toolCallId: "a", toolName: "x", input: {} }],
            },
            { role: "user", content: "Hi" },
          ],
        },
      ),
      "`after.messages[2]`: expected the results of the calls in the previous message",
    ],
  ])("a conversation is refused if it cannot be continued: %#", (after, message) => {
    expect(() => chatWith([], {}, { after: after as never })).toThrow(message);
  });
});

test("files can be part of a message", async () => {
  const { chat, llm } = chatWith(["A cat."], { mode: "text" });
  const file = contextFile({ data: new Uint8Array([1]), mediaType: "image/png", name: "cat.png" });
  expect(await chat.send("What is this?", { files: [file] })).toMatchObject({ ok: true });
  expect(llm.requests[0]?.messages[1]?.content).toMatchObject([
    { type: "text", text: "What is this?" },
    { type: "file", mediaType: "image/png" },
  ]);
});

test.each([
  ["", {}, "`message`: expected a string of at most 1000000 characters"],
  ["x".repeat(1_000_001), {}, "`message`: expected a string"],
  ["Hi", { llm: 1 }, "`llm`: unknown option (expected signal, onText, onEvent"],
  ["Hi", { files: ["cat.png"] }, "`files`: expected a list of at most 100 files"],
])("names a bad option of a message: %#", async (message, options, expected) => {
  const { chat } = chatWith(["Hi."], { mode: "text" });
  await expect(chat.send(message, options as never)).rejects.toThrow(expected);
});

test("names a bad option of a chat when the chat is created", () => {
  expect(() => chatWith([], {}, { memory: {} } as never)).toThrow("`memory`: unknown option");
  expect(() => chatWith([], {}, { price: 1 } as never)).toThrow("`price`: expected a function");
});
