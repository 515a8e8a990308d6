import { describe, expect, test } from "vitest";
import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import type { ModelResponse } from "../contract/model-response.ts";
import type { ModelStreamEvent } from "../contract/stream-event.ts";
import { collectStream } from "../kit/collect-stream.ts";
import { createRecordedModel } from "./recorded-model.ts";
import { createModelRecorder } from "./recorder.ts";
import { parseRecording } from "./recording.ts";
import { createScriptedModel } from "./scripted-model.ts";

const request: ModelRequest = {
  messages: [{ role: "user", content: "the prompt" }],
  providerOptions: { p: { apiKey: "the key" } },
};
/** A model written by hand that responds with `response` and streams `events`. */
function modelWith(
  response: ModelResponse,
  events: readonly ModelStreamEvent[] = [],
): LanguageModel {
  return {
    contractVersion: 1,
    provider: "p",
    modelId: "m",
    capabilities: { streaming: true, toolCalls: true, structuredOutput: "none", thinking: false },
    generate: () => Promise.resolve(response),
    async *stream() {
      await Promise.resolve();
      yield* events;
    },
  };
}

const clock = { now: () => 0, monotonic: () => 0 };

describe("createModelRecorder", () => {
  test("records the responses of a model so that they can be replayed", async () => {
    const recorder = createModelRecorder(
      createScriptedModel(["one", { text: "two", usage: { inputTokens: 3, outputTokens: 1 } }], {
        modelId: "real",
      }),
      { clock, note: "by hand" },
    );
    await recorder.llm.generate(request);
    await recorder.llm.generate(request);
    const recording = recorder.recording();
    expect(recording).toEqual({
      format: "ptc-recording",
      version: 1,
      model: "real",
      recordedAt: "1970-01-01T00:00:00.000Z",
      note: "by hand",
      answers: [
        { text: "one", finishReason: "stop" },
        { text: "two", usage: { inputTokens: 3, outputTokens: 1 }, finishReason: "stop" },
      ],
    });
    expect(parseRecording(JSON.stringify(recording))).toEqual({ ok: true, recording });
    expect((await createRecordedModel(recording).generate(request)).text).toBe("one");
  });

  test("records only responses and their usage", async () => {
    // Models of this package drop unknown fields themselves, so this model is written by hand.
    const model = modelWith({
      content: [
        { type: "thinking", text: "the thought" },
        { type: "text", text: "x", providerData: { p: { signature: "the signature" } } },
        {
          type: "tool-call",
          toolCallId: "1",
          toolName: "t",
          input: {},
          providerData: { p: { signature: "the signature" } },
        },
      ],
      text: "x",
      finishReason: "tool_calls",
      modelId: "m",
      usage: { inputTokens: 1, outputTokens: 1, raw: "the raw usage" } as {
        inputTokens: number;
        outputTokens: number;
      },
      responseId: "the id",
    });
    const recorder = createModelRecorder(model, { clock });
    await recorder.llm.generate(request);
    expect(recorder.recording().answers).toEqual([
      {
        text: "x",
        toolCalls: [{ toolCallId: "1", toolName: "t", input: {} }],
        usage: { inputTokens: 1, outputTokens: 1 },
        finishReason: "tool_calls",
      },
    ]);
    expect(JSON.stringify(recorder.recording())).not.toMatch(
      /the (?:prompt|key|thought|signature|raw usage|id)/,
    );
  });

  test("omits failed requests and rethrows their errors", async () => {
    const recorder = createModelRecorder(
      createScriptedModel([Object.assign(new Error("no"), { status: 503 }), "yes"]),
      { clock },
    );
    await expect(recorder.llm.generate(request)).rejects.toMatchObject({ kind: "overloaded" });
    await recorder.llm.generate(request);
    expect(recorder.recording().answers).toEqual([{ text: "yes", finishReason: "stop" }]);
  });

  test("records in the order of the requests, not of the responses", async () => {
    const waiting: ((text: string) => void)[] = [];
    const recorder = createModelRecorder(
      () =>
        new Promise<string>((resolve) => {
          waiting.push(resolve);
        }),
      { clock },
    );
    const both = [recorder.llm.generate(request), recorder.llm.generate(request)];
    waiting[1]?.("second");
    await both[1];
    waiting[0]?.("first");
    await both[0];
    expect(recorder.recording().answers.map(({ text }) => text)).toEqual(["first", "second"]);
  });

  test("records mission prompts if `missions` is set, and nothing else of requests", async () => {
    const recorder = createModelRecorder(createScriptedModel(["one", "two", "three"]), {
      clock,
      missions: true,
    });
    const asking = (prompt: string): ModelRequest => ({
      messages: [
        { role: "system", content: "the system" },
        { role: "user", content: prompt },
        { role: "user", content: "more" },
      ],
    });
    await recorder.llm.generate(asking("a"));
    await collectStream(recorder.llm.stream?.(asking("b")) ?? ([] as never));
    await recorder.llm.generate({ messages: [] });
    const recording = recorder.recording();
    expect(recording.answers).toEqual([
      { mission: "a", text: "one", finishReason: "stop" },
      { mission: "b", text: "two", finishReason: "stop" },
      { text: "three", finishReason: "stop" },
    ]);
    const replayed = createRecordedModel(recording);
    expect((await replayed.generate(asking("b"))).text).toBe("two");
    expect((await replayed.generate(asking("a"))).text).toBe("one");
  });

  test("records complete and partly read streams, but no aborted ones", async () => {
    const long = "one long enough for several deltas";
    const recorder = createModelRecorder(createScriptedModel([long, long, long]), { clock });
    expect((await collectStream(recorder.llm.stream?.(request) ?? ([] as never))).text).toBe(
      "one long enough for several deltas",
    );
    const left = async (signal?: AbortSignal, then?: () => void): Promise<void> => {
      for await (const event of recorder.llm.stream?.({ ...request, signal }) ?? ([] as never))
        if ((event as { type: string }).type === "text-delta") {
          then?.();
          break;
        }
    };
    await left();
    const stop = new AbortController();
    await left(stop.signal, () => {
      stop.abort();
    });
    expect(recorder.recording().answers).toEqual([
      { text: long, finishReason: "stop" },
      { text: "one long enough for seve", finishReason: "stopped" },
    ]);
    expect("stream" in createModelRecorder(() => "x").llm).toBe(false);
  });

  test("passes a truncated stream through without recording it", async () => {
    const cut: readonly ModelStreamEvent[] = [{ type: "text-delta", text: "half" }];
    const recorder = createModelRecorder(
      modelWith({ content: [], text: "", finishReason: "stop", modelId: "m" }, cut),
      { clock },
    );
    const seen: ModelStreamEvent[] = [];
    for await (const event of recorder.llm.stream?.(request) ?? ([] as never)) seen.push(event);
    expect(seen).toEqual(cut);
    expect(recorder.recording().answers).toEqual([]);
  });
});
