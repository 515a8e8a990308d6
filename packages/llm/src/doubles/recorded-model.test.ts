import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../contract/model-request.ts";
import { collectStream } from "../kit/collect-stream.ts";
import { createRecordedModel, type RecordedModel } from "./recorded-model.ts";
import type { Recording } from "./recording.ts";

const request: ModelRequest = { messages: [{ role: "user", content: "hello" }] };

function recordingOf(...answers: Recording["answers"]): Recording {
  return {
    format: "ptc-recording",
    version: 1,
    model: "some-model",
    recordedAt: "2025-01-01T00:00:00.000Z",
    answers,
  };
}

describe("createRecordedModel", () => {
  test("replays its responses in order, no matter what the requests contain", async () => {
    const model = createRecordedModel(
      recordingOf(
        { text: "one", usage: { inputTokens: 5, outputTokens: 1 } },
        { text: "two", finishReason: "length" },
      ),
    );
    expect(model).toMatchObject({ provider: "recorded", modelId: "some-model" });
    expect(await model.generate(request)).toEqual({
      content: [{ type: "text", text: "one" }],
      text: "one",
      finishReason: "stop",
      modelId: "some-model",
      usage: { inputTokens: 5, outputTokens: 1 },
    });
    expect(await model.generate({ messages: [] })).toMatchObject({
      text: "two",
      finishReason: "length",
    });
  });

  test("reports the number of responses and a remedy when the recording is exhausted", async () => {
    const model = createRecordedModel(recordingOf({ text: "one" }, { text: "two" }));
    await model.generate(request);
    await model.generate(request);
    await expect(model.generate(request)).rejects.toMatchObject({
      kind: "recording_exhausted",
      retryable: false,
      message:
        'the recording is used up: it has 2 answers, and this is request 3, of the mission "hello"; the run has changed, record it again with a model',
    });
  });

  test("rejects a recording without responses", () => {
    expect(() => createRecordedModel(recordingOf())).toThrow(
      expect.objectContaining({
        kind: "recording_exhausted",
        message: "the recording has no answers: record the run with a model first",
      }) as Error,
    );
  });

  test("rejects values that are not recordings", () => {
    const broken = { ...recordingOf(), answers: [{ text: 1 }] } as unknown as Recording;
    expect(() => createRecordedModel(broken)).toThrow(
      new TypeError("recording: answers[0].text: expected a string, got number"),
    );
  });

  test("puts tool calls after the text", async () => {
    const call = { toolCallId: "1", toolName: "find", input: { q: "x" } };
    const model = createRecordedModel(
      recordingOf({ text: "look", toolCalls: [call] }, { text: "", toolCalls: [call] }),
    );
    expect(await model.generate(request)).toMatchObject({
      content: [
        { type: "text", text: "look" },
        { type: "tool-call", ...call },
      ],
      finishReason: "tool_calls",
    });
    expect((await model.generate(request)).content).toEqual([{ type: "tool-call", ...call }]);
  });

  describe("concurrent missions", () => {
    const asking = (prompt: string): ModelRequest => ({
      messages: [
        { role: "system", content: "the system" },
        { role: "user", content: [{ type: "text", text: prompt }] },
        { role: "assistant", content: "(+ 1 2)" },
        { role: "user", content: "the value is 3" },
      ],
    });
    const recording = recordingOf(
      { text: "lead 1" },
      { mission: "read a", text: "a1" },
      { mission: "read b", text: "b1" },
      { mission: "read a", text: "a2" },
      { text: "lead 2" },
      { mission: "__proto__", text: "p" },
    );
    const textOf = async (model: RecordedModel, prompt: string) =>
      (await model.generate(asking(prompt))).text;

    test("gives each mission its own responses, in whatever order they request", async () => {
      const model = createRecordedModel(recording);
      const prompts = ["read b", "lead", "read a", "anything", "read a", "__proto__"];
      const texts: string[] = [];
      for (const prompt of prompts) texts.push(await textOf(model, prompt));
      expect(texts).toEqual(["b1", "lead 1", "a1", "lead 2", "a2", "p"]);
    });

    test("names the mission without responses left by the beginning of its prompt", async () => {
      const model = createRecordedModel(recording);
      await textOf(model, "read b");
      // Responses left for other requests don't serve a mission that has responses of its own.
      await expect(textOf(model, "read b")).rejects.toMatchObject({
        kind: "recording_exhausted",
        message:
          'the recording is used up: it has 1 answer for the mission "read b", and this is request 2; the run has changed, record it again with a model',
      });
      for (const prompt of ["lead", "lead"]) await textOf(model, prompt);
      await expect(textOf(model, `read\n${"c".repeat(100)}`)).rejects.toThrow(
        `the recording is used up: it has 2 answers for missions that it does not name, and this is request 3, of the mission "read\\u000a${"c".repeat(55)}…"; the run`,
      );
    });

    test("a request without a prompt gets responses that name no mission", async () => {
      const model = createRecordedModel(recordingOf({ text: "one" }));
      expect((await model.generate({ messages: [] })).text).toBe("one");
      await expect(model.generate({ messages: [] })).rejects.toThrow(
        "it has 1 answer, and this is request 2; the run",
      );
    });
  });

  test("rejects a cancelled request without using a response, and supports streaming", async () => {
    const model = createRecordedModel(recordingOf({ text: "one" }));
    await expect(model.generate({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject(
      { kind: "cancelled" },
    );
    expect((await collectStream(model.stream(request))).text).toBe("one");
  });
});
