import { describe, expect, test } from "vitest";
import type { ModelMessage } from "../contract/message.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import { ModelError } from "../errors/model-error.ts";
import { collectStream } from "../kit/collect-stream.ts";
import { createScriptedModel } from "./scripted-model.ts";

const request: ModelRequest = { messages: [{ role: "user", content: "hello" }] };

describe("createScriptedModel", () => {
  test("responds in order with a text, a response, an error or a function's result", async () => {
    const model = createScriptedModel([
      "first",
      { text: "second", usage: { inputTokens: 1, outputTokens: 1 } },
      new ModelError({ kind: "overloaded" }),
      (asked, index) => `${String(asked.messages.length)} message, ${String(index)} before`,
      () => Promise.resolve(Object.assign(new Error("no"), { status: 401 })),
    ]);
    expect((await model.generate(request)).text).toBe("first");
    expect(await model.generate(request)).toMatchObject({
      text: "second",
      usage: { inputTokens: 1, outputTokens: 1 },
    });
    await expect(model.generate(request)).rejects.toMatchObject({ kind: "overloaded" });
    expect((await model.generate(request)).text).toBe("1 message, 3 before");
    await expect(model.generate(request)).rejects.toMatchObject({ kind: "auth" });
    expect(model.remaining).toBe(0);
  });

  test("stores requests as they were at the time of sending", async () => {
    const messages: ModelMessage[] = [{ role: "user", content: "one" }];
    const model = createScriptedModel(["a", "b"]);
    await model.generate({ messages, temperature: 0 });
    messages.push({ role: "assistant", content: "a" });
    await model.generate({ messages });
    expect(model.requests.map((asked) => asked.messages.length)).toEqual([1, 2]);
    expect(model.requests[0]?.temperature).toBe(0);
  });

  test("reports the number of responses when the script is exhausted", async () => {
    const model = createScriptedModel(["only"]);
    await model.generate(request);
    await expect(model.generate(request)).rejects.toMatchObject({
      kind: "recording_exhausted",
      retryable: false,
      message: "the script is used up: it has 1 answer, and this is request 2",
    });
    await expect(createScriptedModel([]).generate(request)).rejects.toThrow(
      "it has 0 answers, and this is request 1",
    );
  });

  test("gives parallel requests their responses in the order of the requests", async () => {
    const model = createScriptedModel(["a", "b", "c"]);
    const responses = await Promise.all([
      model.generate(request),
      model.generate(request),
      model.generate(request),
    ]);
    expect(responses.map(({ text }) => text)).toEqual(["a", "b", "c"]);
  });

  test("doesn't use a response for a request that is already cancelled", async () => {
    const model = createScriptedModel(["a"]);
    await expect(model.generate({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject(
      { kind: "cancelled" },
    );
    expect(model).toMatchObject({ remaining: 1, requests: [] });
  });

  test("stops waiting for a hanging function when the signal aborts", async () => {
    const controller = new AbortController();
    const model = createScriptedModel([() => new Promise(() => undefined)]);
    const pending = model.generate({ ...request, signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ kind: "cancelled" });
  });

  test("invents no token counts, but estimates them if configured", async () => {
    expect("usage" in (await createScriptedModel(["abcd"]).generate(request))).toBe(false);
    const model = createScriptedModel(
      ["abcd", { text: "x", usage: { inputTokens: 9, outputTokens: 9 } }],
      { estimateUsage: true },
    );
    expect((await model.generate(request)).usage).toEqual({
      inputTokens: 2,
      outputTokens: 1,
      estimated: true,
    });
    expect((await model.generate(request)).usage).toEqual({ inputTokens: 9, outputTokens: 9 });
  });

  test("streams its responses and errors", async () => {
    const model = createScriptedModel([
      { text: "a rather long answer, longer than one delta" },
      new ModelError({ kind: "auth" }),
    ]);
    expect((await collectStream(model.stream(request))).text).toBe(
      "a rather long answer, longer than one delta",
    );
    await expect(collectStream(model.stream(request))).rejects.toMatchObject({ kind: "auth" });
    expect(model.requests).toHaveLength(2);
  });

  test("supports every capability by default", () => {
    expect(createScriptedModel([]).capabilities.toolCalls).toBe(true);
    expect(
      createScriptedModel([], { capabilities: { toolCalls: false }, provider: "p", modelId: "m" }),
    ).toMatchObject({
      provider: "p",
      modelId: "m",
      capabilities: { toolCalls: false, streaming: true },
    });
  });

  test("rejects a script that is a single answer", () => {
    expect(() => {
      Reflect.apply(createScriptedModel, undefined, ["(return 1)"]);
    }).toThrow(
      "createScriptedModel: expected a list of answers, such as createScriptedModel([program])",
    );
  });
});
