import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRecording, type Recording } from "./recording.ts";

const valid = {
  format: "ptc-recording",
  version: 1,
  model: "m",
  recordedAt: "2025-01-01T00:00:00.000Z",
  answers: [{ text: "a" }],
};

/** `valid` with some fields replaced, as the text of a file. */
function textOf(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...valid, ...fields });
}

describe("parseRecording", () => {
  test("parses a recording with or without a byte-order mark", () => {
    const text = textOf({ note: "n" });
    expect(parseRecording(text)).toEqual({ ok: true, recording: { ...valid, note: "n" } });
    expect(parseRecording(`\uFEFF${text}`).ok).toBe(true);
  });

  test("drops unknown fields", () => {
    const result = parseRecording(
      textOf({
        prompts: ["secret"],
        answers: [{ text: "a", usage: { inputTokens: 1, outputTokens: 2, raw: 3 }, headers: {} }],
      }),
    );
    expect(result).toEqual({
      ok: true,
      recording: { ...valid, answers: [{ text: "a", usage: { inputTokens: 1, outputTokens: 2 } }] },
    });
  });

  test.each([
    ["", "the recording is empty: expected JSON"],
    [" \n", "the recording is empty: expected JSON"],
    ["{", "the recording is not JSON"],
    ["[]", "recording: expected an object, got an array"],
    ["null", "recording: expected an object, got null"],
    ["{}", 'format: expected "ptc-recording", got nothing'],
    [textOf({ format: "har" }), 'format: expected "ptc-recording", got another format'],
    [textOf({ version: 2 }), "version: expected 1, got 2, which this release can't read"],
    [textOf({ version: "1" }), "version: expected 1, got string"],
    [textOf({ model: 1 }), "model: expected a string, got number"],
    [textOf({ recordedAt: undefined }), "recordedAt: expected a string, got nothing"],
    [textOf({ note: [] }), "note: expected a string, got an array"],
    [textOf({ answers: {} }), "answers: expected an array, got an object"],
    [textOf({ answers: ["a"] }), "answers[0]: expected an object, got string"],
    [
      textOf({ answers: [{ text: "a" }, { text: "b" }, { text: 3 }] }),
      "answers[2].text: expected a string, got number",
    ],
    [
      textOf({ answers: [{ text: "a", usage: 1 }] }),
      "answers[0].usage: expected an object, got number",
    ],
    [
      textOf({ answers: [{ text: "a", usage: { inputTokens: 1 } }] }),
      "answers[0].usage.outputTokens: expected a count, got nothing",
    ],
    [
      textOf({ answers: [{ text: "a", usage: { inputTokens: 1, outputTokens: 1.5 } }] }),
      "answers[0].usage.outputTokens: expected a count, got 1.5",
    ],
    [
      textOf({
        answers: [{ text: "a", usage: { inputTokens: 1, outputTokens: 1, estimated: 1 } }],
      }),
      "answers[0].usage.estimated: expected true or false, got number",
    ],
    [
      textOf({ answers: [{ text: "a", mission: ["b"] }] }),
      "answers[0].mission: expected a string, got an array",
    ],
    [
      textOf({ answers: [{ text: "a", finishReason: 7 }] }),
      "answers[0].finishReason: expected one of stop, length, tool_calls, content_filtered, stopped, other; got number",
    ],
    [
      textOf({ answers: [{ text: "a", toolCalls: [{ toolCallId: "1" }] }] }),
      "answers[0].toolCalls[0].toolName: expected a string, got nothing",
    ],
  ])("explains the error for %s", (text, message) => {
    expect(parseRecording(text)).toEqual({ ok: false, message });
  });

  test("ignores inherited fields", () => {
    expect(parseRecording('{"__proto__":{"format":"ptc-recording"},"version":1}')).toMatchObject({
      ok: false,
      message: 'format: expected "ptc-recording", got nothing',
    });
  });

  test("returns a result for any JSON, and quotes none of it", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.jsonValue().map((answers) => textOf({ answers })),
        ),
        (text) => {
          const result = parseRecording(text);
          // eslint-disable-next-line no-control-regex -- a message with control characters of the file is what must not be
          if (!result.ok) expect(result.message).toMatch(/^[^\u0000-\u001F]+$/);
        },
      ),
    );
  });

  test("parses its own output to the same recording", () => {
    const count = fc.nat();
    const answer = fc.record(
      {
        text: fc.string({ unit: "binary" }),
        mission: fc.string({ unit: "binary" }),
        usage: fc.record(
          {
            inputTokens: count,
            outputTokens: count,
            cachedInputTokens: count,
            estimated: fc.boolean(),
          },
          { requiredKeys: ["inputTokens", "outputTokens"] },
        ),
        toolCalls: fc.array(
          fc.record({
            toolCallId: fc.string(),
            toolName: fc.string(),
            input: fc
              .jsonValue({ noUnicodeString: false })
              .map((value) => JSON.parse(JSON.stringify(value)) as unknown),
          }),
        ),
      },
      { requiredKeys: ["text"] },
    );
    fc.assert(
      fc.property(fc.array(answer), (answers) => {
        const recording: Recording = {
          format: "ptc-recording",
          version: 1,
          model: "m",
          recordedAt: "now",
          answers,
        };
        expect(parseRecording(JSON.stringify(recording))).toEqual({ ok: true, recording });
      }),
    );
  });
});
