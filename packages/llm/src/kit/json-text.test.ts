import { describe, expect, test } from "vitest";
import { collectStream } from "../index.ts";
import { createModelRecorder } from "../doubles/recorder.ts";
import { checkRecording, parseRecording } from "../doubles/recording.ts";
import { exactJsonText, stringifiable, withExactJson } from "./json-text.ts";
import { argumentsObject, resultText } from "./request-parts.ts";
import { expectJson } from "./shape-checks.ts";
import { streamResponse } from "./stream-response.ts";

const id = 1234567890123456789n;
const text = '{"id":1234567890123456789,"rows":[[-9007199254740993,1]],"s":"12345678901234567"}';
const input = { id, rows: [[-9007199254740993n, 1]], s: "12345678901234567" };

describe("integers beyond 2^53 in tool calls", () => {
  test("are read exactly from the text of a stream, and written with all digits", async () => {
    const response = await collectStream(
      streamResponse({
        modelId: "m",
        content: [{ type: "tool-call", toolCallId: "a", toolName: "t", input }],
        text: "",
        finishReason: "tool_calls",
      }),
    );
    expect(response.content).toEqual([
      { type: "tool-call", toolCallId: "a", toolName: "t", input },
    ]);
    expect(expectJson(text, "body")).toEqual(input);
    expect(exactJsonText(input)).toBe(text);
    expect(resultText({ output: input })).toBe(text);
    expect(JSON.stringify(argumentsObject(input))).toBe(text);
    expect(JSON.stringify(stringifiable([input]))).toBe(`[${text}]`);
  });

  test("are exact in a response that an SDK parses", async () => {
    expect(await withExactJson(new Response(text)).json()).toEqual(input);
  });

  test("survive a recording, in its text and in memory", async () => {
    const content = [{ type: "tool-call", toolCallId: "a", toolName: "t", input }] as const;
    const recorder = createModelRecorder(() => ({ content }));
    await recorder.llm.generate({ messages: [{ role: "user", content: "Go." }] });
    const recording = recorder.recording();
    for (const read of [parseRecording(JSON.stringify(recording)), checkRecording(recording)])
      expect(read).toMatchObject({
        ok: true,
        recording: { answers: [{ toolCalls: [{ toolCallId: "a", toolName: "t", input }] }] },
      });
  });

  test("leave data without them as it is", () => {
    const plain = { a: [1, { b: "x" }] };
    expect(stringifiable(plain)).toBe(plain);
  });
});
