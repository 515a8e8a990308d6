// Delivery of events: heartbeats, returning and slow readers, disconnects, stores.
import { createMemoryStore } from "@ptc/core/store";
import { createRuns } from "../../src/runs/index.ts";
import { approve, defineAgent, resume, run, runEvents, tool } from "../../src/index.ts";
import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import {
  createEventBuffer,
  readEventStream,
  resumeEvents,
  storedEvents,
  toEventStream,
  type StreamedEvent,
} from "../../src/streams/index.ts";
import { eventsIn, instantly, started, StillClock } from "./streamed.ts";

const turns = ["(+ 1 1)", "(+ 2 2)", "(return 3)"];

/** Returns the frames of a stream with an id, without a client. */
async function framesIn(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const text = await new Response(stream).text();
  return text.split("\n\n").filter((frame) => frame.startsWith("id: "));
}
const idOf = (frame = ""): string => /^id: (.*)$/m.exec(frame)?.[1] ?? "";

describe("a returning reader", () => {
  test("continues after the event of its id, and any other id begins at the start", async () => {
    const buffer = createEventBuffer(started(turns));
    const all = await framesIn(toEventStream(buffer));
    for (const at of [0, 5, all.length - 1]) {
      const lastEventId = idOf(all[at]);
      expect(await framesIn(toEventStream(buffer, { lastEventId }))).toEqual(all.slice(at + 1));
    }
    const [key = ""] = idOf(all[0]).split(".");
    for (const lastEventId of [
      "",
      "7",
      `${key}.999999`,
      `${"f".repeat(16)}.2`,
      `${key}.-1`,
      "x".repeat(1e6),
      null,
    ])
      expect(await framesIn(toEventStream(buffer, { lastEventId }))).toEqual(all);
  });

  test("the client connects again where a connection was lost, and returns each event once", async () => {
    const buffer = createEventBuffer(started(turns));
    const all = await eventsIn(toEventStream(buffer));
    const asked: (string | undefined)[] = [];
    const lost = async function* (request: { readonly headers: Readonly<Record<string, string>> }) {
      const lastEventId = request.headers["last-event-id"];
      asked.push(lastEventId);
      const frames = await framesIn(
        toEventStream(buffer, lastEventId === undefined ? {} : { lastEventId }),
      );
      // The last event of each connection is cut.
      yield new TextEncoder().encode(
        `: hi\r\n\r\n${frames.slice(0, 3).join("\n\n")}${frames.length > 3 ? "" : "\n\n"}`,
      );
    };
    const events: StreamedEvent[] = [];
    const connect = (request: { readonly headers: Readonly<Record<string, string>> }) =>
      Promise.resolve(
        new Response(ReadableStream.from(lost(request)), {
          headers: { "content-type": "text/event-stream" },
        }),
      );
    for await (const event of readEventStream(connect, { clock: instantly })) events.push(event);
    expect(events).toEqual(all);
    expect(asked.length).toBeGreaterThan(5);
  });
});

describe("a slow reader", () => {
  test("gets the newest events and a gap, while the run goes to its end", async () => {
    const many = Array.from({ length: 50 }, () => "(+ 1 1)");
    const run = started([...many, "(return 7)"], { maxTurns: 60, turnBudget: 60 });
    const stream = toEventStream(run, { maxStoredChars: 2_000 });
    expect((await run.step).ok).toBe(true);
    const events = await eventsIn(stream);
    expect(JSON.stringify(events).length).toBeLessThan(4_000);
    expect(events.filter(({ type }) => type === "stream-gap")).toHaveLength(1);
    expect(events.find(({ type }) => type === "mission-end")?.data).toEqual({
      ok: true,
      turns: 51,
      return: 7,
    });
  });
});

describe("a disconnect", () => {
  const waits = () => {
    let aborted = false;
    const execute = (_: unknown, { signal }: { signal?: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => {
          aborted = true;
          reject(new Error("aborted"));
        });
      });
    return { tools: { wait: tool({ description: "Waits.", execute }) }, isAborted: () => aborted };
  };

  test("cancels the run at once, even while a tool is silent", async () => {
    const { tools, isAborted } = waits();
    const run = started(["(tool/wait {})"], { tools });
    const reader = toEventStream(run).getReader();
    for (let text = ""; !text.includes("tool-call-start");)
      text = new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    const step = await run.step;
    expect(!step.ok && step.fail.reason).toBe("cancelled");
    expect(isAborted()).toBe(true);
  });

  test("the signal of a request ends its stream and the run", async () => {
    const { tools } = waits();
    const run = started(["(tool/wait {})"], { tools });
    const request = new AbortController();
    const response = new Response(toEventStream(run, { signal: request.signal }));
    request.abort();
    await response.text();
    const step = await run.step;
    expect(!step.ok && step.fail.reason).toBe("cancelled");
  });

  test("a buffer cancels its run once no reader has come in time", async () => {
    const { tools } = waits();
    const clock = new StillClock();
    const run = started(["(tool/wait {})"], { tools });
    const buffer = createEventBuffer(run, { clock });
    const stream = toEventStream(buffer, { clock });
    clock.pass();
    await stream.cancel();
    clock.pass();
    const step = await run.step;
    expect(!step.ok && step.fail.reason).toBe("cancelled");
  });

  test("a silent run sends heartbeats", async () => {
    const { tools } = waits();
    const clock = new StillClock();
    const reader = toEventStream(started(["(tool/wait {})"], { tools }), { clock }).getReader();
    const texts: string[] = [];
    while (!texts.includes(": heartbeat\n\n")) {
      const next = reader.read();
      if (texts.at(-1)?.includes("tool-call-start") === true)
        await new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
          clock.pass();
        });
      texts.push(new TextDecoder().decode((await next).value));
    }
    expect(texts[0]).toBe("retry: 1000\n\n");
    await reader.cancel();
  });
});

describe("a run that can't begin", () => {
  test("ends its stream with a failed mission", async () => {
    const run = runEvents(defineAgent({ prompt: "Add." }), {} as never);
    const events = await eventsIn(toEventStream(run));
    expect(events.map(({ type }) => type).slice(-2)).toEqual(["mission-end", "stream-end"]);
    await expect(
      run.step.then(
        ({ ok }) => ok,
        () => false,
      ),
    ).resolves.toBe(false);
  });
});

describe("events in a store", () => {
  test("are read by another process during the run, from any event", async () => {
    const store = createMemoryStore();
    const stored = storedEvents({ store, id: "r1" });
    const reading = framesIn(toEventStream(storedEvents({ store, id: "r1" })));
    await stored.record(started(turns));
    const all = await reading;
    expect(all.at(-1)).toContain("stream-end");
    const lastEventId = idOf(all[4]);
    const rest = framesIn(toEventStream(storedEvents({ store, id: "r1" }), { lastEventId }));
    expect(await rest).toEqual(all.slice(5));
    await store.close();
  });

  test("are bounded, and the gap is reported", async () => {
    const store = createMemoryStore();
    const stored = storedEvents({ store, id: "r1", maxStoredChars: 1_500 });
    await stored.record(started([...turns, ...turns], { maxTurns: 9 }));
    const events = await eventsIn(toEventStream(stored));
    expect(events[0]?.type).toBe("stream-gap");
    expect(JSON.stringify(await store.load({ kind: "events", id: "r1" })).length).toBeLessThan(
      4_000,
    );
    await store.close();
  });

  test("come from the worker of createRuns, over a decision in another process", async () => {
    const store = createMemoryStore();
    const pay = tool({ description: "Pays.", needsApproval: true, execute: () => "paid" });
    const runs = createRuns({
      store,
      agents: {
        payer: ({ id }) => ({
          agent: defineAgent({ prompt: "Pay.", tools: { pay } }),
          options: {
            llm: createScriptedModel(["(return (tool/pay {:amount 5}))"]),
            trace: storedEvents({ store, id }),
          },
        }),
      },
    });
    const { id } = await runs.start("payer");
    const reading = eventsIn(toEventStream(storedEvents({ store, id })));
    for await (const { status } of runs.watch(id)) if (status === "waiting") break;
    const [call] = (await runs.get(id))?.pending ?? [];
    await runs.decide(id, { [call?.id ?? ""]: approve() });
    const events = await reading;
    const types = events.map(({ type }) => type);
    for (const type of [
      "approval-requested",
      "run-paused",
      "run-resumed",
      "approval-decided",
    ] as const)
      expect(types.filter((found) => found === type)).toHaveLength(1);
    expect(events.find(({ type }) => type === "mission-end")?.data).toMatchObject({
      ok: true,
      return: "paid",
    });
    await runs.close();
    await store.close();
  });

  test("a store that fails never fails the run", async () => {
    const store = createMemoryStore();
    await store.close();
    const errors: unknown[] = [];
    const stored = storedEvents({ store, id: "r1", onError: (error) => errors.push(error) });
    const run = started(turns);
    await stored.record(run);
    expect((await run.step).ok).toBe(true);
    expect(String(errors[0])).toContain("closed");
  });

  test("damaged events are refused with the id", async () => {
    const store = createMemoryStore();
    const key = { kind: "events", id: "r1" } as const;
    await store.append([{ key, version: 0, head: { status: "open" }, snapshot: '{"key":"\\n"}' }]);
    await expect(
      new Response(toEventStream(storedEvents({ store, id: "r1" }))).text(),
    ).rejects.toThrow('the stored events "r1" are damaged: delete the record');
    await store.close();
  });
});

describe("resumeEvents", () => {
  test("streams a mission that continues after a decision", async () => {
    const pay = tool({ description: "Pays.", needsApproval: true, execute: () => "paid" });
    const agent = defineAgent({ prompt: "Pay.", tools: { pay } });
    const llm = createScriptedModel(["(return (tool/pay {:amount 5}))"]);
    const step = await run(agent, { llm });
    if (step.status !== "waiting") throw new Error("expected a run that waits");
    const decisions = { [step.pending[0]?.id ?? ""]: approve() };
    const events = await eventsIn(
      toEventStream(resumeEvents(agent, step.checkpoint, { llm, decisions })),
    );
    expect(events[0]?.type).toBe("run-resumed");
    expect(events.find(({ type }) => type === "mission-end")?.data).toMatchObject({
      ok: true,
      return: "paid",
    });
    const same = await resume(agent, step.checkpoint, { llm, decisions });
    expect(same.ok && same.return).toBe("paid");
  });
});

describe("a hostile server", () => {
  const serving = (text: string, init: ResponseInit = {}) =>
    readEventStream(
      () =>
        Promise.resolve(
          new Response(text, { headers: { "content-type": "text/event-stream" }, ...init }),
        ),
      { clock: instantly, maxEventBytes: 1_000, maxAttempts: 2 },
    );
  const event = JSON.stringify({ type: "turn-start", data: { turn: 1, turnsLeft: 2 } });

  test.each([
    [
      "an event that never ends",
      `data: ${"x".repeat(2_000)}`,
      "an event has more than 1000 bytes: raise `maxEventBytes`",
    ],
    ["a long event", `data: ${"x".repeat(2_000)}\n\n`, "an event has more than 1000 bytes"],
    ["no JSON", "data: {\n\n", "the server sent a wrong event: it isn't JSON"],
    ["no type", "data: {}\n\n", "the server sent a wrong event: it has no type or data"],
    [
      "a wrong field",
      'data: {"type":"turn-start","data":{"turn":"1"}}\n\n',
      "the field turn of turn-start isn't a number",
    ],
    [
      "a name of Object",
      'data: {"type":"toString","data":{}}\n\n',
      "2 connections in a row brought none",
    ],
    ["nothing", "", "2 connections in a row brought none: check the server"],
  ])("gets an error for %s", async (_, text, message) => {
    await expect(serving(text).next()).rejects.toThrow(message);
  });

  test("gets an error for other responses", async () => {
    await expect(serving("no", { status: 404 }).next()).rejects.toThrow(
      "the server answered with status 404 instead of events",
    );
    await expect(
      serving("no", { headers: { "content-type": "text/html" } }).next(),
    ).rejects.toThrow('expected the content type text/event-stream, got "text/html"');
    await expect(serving("", { status: 500 }).next()).rejects.toThrow(
      "2 connections in a row brought none",
    );
  });

  test("can't repeat an event by its id, nor make the client send a made-up one", async () => {
    const sent: (string | undefined)[] = [];
    const bodies = [
      `id: ${"a".repeat(16)}.4\ndata: ${event}\n\nid: ${"a".repeat(16)}.3\ndata: ${event}\n\nid: evil\ndata: ${event}\n\n`,
      `data: {"type":"stream-end","data":{}}\n\n`,
    ];
    const seen: string[] = [];
    for await (const { type } of readEventStream(
      ({ headers }) => {
        sent.push(headers["last-event-id"]);
        return Promise.resolve(
          new Response(bodies.shift() ?? "", { headers: { "content-type": "text/event-stream" } }),
        );
      },
      { clock: instantly },
    ))
      seen.push(type);
    expect(seen).toEqual(["turn-start", "turn-start", "stream-end"]);
    expect(sent).toEqual([undefined, `${"a".repeat(16)}.4`]);
  });
});
