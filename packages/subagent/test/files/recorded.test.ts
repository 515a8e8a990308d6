// Recorded and replayed runs with files: the recording has no bytes, and the step is the same.

import {
  createRecordedModel,
  createModelRecorder,
  createScriptedModel,
  type ModelRequest,
} from "@ptc/llm";
import { describe, expect, test } from "vitest";
import { contextFile, defineAgent, llmTool, run, type MissionOptions } from "../../src/index.ts";
import {
  createRunRecorder,
  readRunRecording,
  recordedModel,
  recordedTools,
  replay,
} from "../../src/recording/index.ts";
import { imageNamed, photo, scan, userText } from "./scenes.ts";

const tools = {
  load: () => imageNamed("loaded.png"),
  describe: llmTool({
    prompt: "What is on {{photo}}?",
    signature: "(photo :file, of :any) -> :string",
  }),
};
const definition = {
  prompt: "Read {{photo}} and {{#report}}{{scan}}{{/report}}.",
  signature: "(photo :file, report {scan :file}, plain :map) -> :any",
  maxTurns: 1,
} as const;
const agent = defineAgent({ ...definition, tools });
const context = {
  photo,
  report: { scan, link: contextFile({ url: "https://a.example/?key=1", mediaType: "image/png" }) },
  plain: { ...Object.fromEntries(Object.entries(scan)), digest: "0".repeat(32) },
  _secret: imageNamed("secret.png", 9),
};

const program = `(return [(tool/describe {:photo data/photo :of data/plain})
  (tool/describe {:photo (tool/load) :of [data/report]})
  (:digest data/photo)])`;

async function recorded(options: Partial<MissionOptions> = {}) {
  const lines: string[] = [];
  const sent: ModelRequest[] = [];
  const step = await run(agent, {
    llm: {
      contractVersion: 1,
      provider: "acme",
      modelId: "one",
      capabilities: {
        streaming: false,
        toolCalls: false,
        structuredOutput: "none",
        thinking: false,
        files: ["image/*", "application/pdf"],
        fileUrls: ["image/*"],
      },
      generate: (request) => {
        sent.push(request);
        const text = userText(request).startsWith("Read") ? program : "a cat";
        return Promise.resolve({
          content: [{ type: "text", text }],
          text,
          finishReason: "stop",
          modelId: "one",
        });
      },
    },
    context,
    record: createRunRecorder({
      write: (line) => {
        lines.push(line);
      },
    }),
    ...options,
  });
  return { step, sent, text: lines.join("") };
}

describe("a recorded run with files", () => {
  test("the recording has fields and digests of files, and no bytes or URLs", async () => {
    const { text, step } = await recorded({ collectMessages: true });
    expect(step.ok && step.return).toEqual(["a cat", "a cat", photo.digest]);
    expect(text).toContain(photo.digest);
    expect(text).not.toContain("AQID");
    expect(text).not.toContain(Buffer.from(new Uint8Array(1_234)).toString("base64").slice(0, 99));
    expect(text).not.toContain("key=1");
    expect(text).not.toContain("secret.png");
    expect(text).not.toContain(context._secret.digest);
  });

  test.each([false, true])(
    "replays a run with files to the same step (messages: %s)",
    async (collectMessages) => {
      const { text, step } = await recorded({ collectMessages });
      const again = await replay(agent, readRunRecording(text));
      expect(again.divergence).toBeUndefined();
      expect(again.isSame).toBe(true);
      expect(again.step.prompt).toBe(step.prompt);
      const message = again.step.messages?.[1];
      if (collectMessages)
        expect(message?.role === "user" && message.parts?.[1]).toEqual({
          type: "file",
          mediaType: "image/png",
          filename: "a.png",
          digest: photo.digest,
        });
    },
  );

  test("replays with the actual files if they are given", async () => {
    const { text } = await recorded({ collectMessages: true });
    const again = await replay(agent, readRunRecording(text), { context });
    expect(again.isSame).toBe(true);
    const message = again.step.messages?.[1];
    expect(message?.role === "user" && message.parts?.[1]).toHaveProperty("data");
  });

  test("a replay with other bytes is another run", async () => {
    const { text } = await recorded({ collectMessages: true });
    const other = { ...context, photo: imageNamed("a.png", 8) };
    const again = await replay(agent, readRunRecording(text), { context: other });
    expect(again.isSame).toBe(false);
  });

  test("recorded tool results have files without contents, which only a recorded model accepts", async () => {
    const { text } = await recorded();
    const withTools = (): typeof agent =>
      defineAgent({
        ...definition,
        tools: { ...tools, ...recordedTools(readRunRecording(text), tools) },
      });
    const again = await run(withTools(), { llm: recordedModel(readRunRecording(text)), context });
    expect(again.ok && again.return).toEqual(["a cat", "a cat", photo.digest]);
    const other = await run(withTools(), {
      llm: createScriptedModel([program, "a cat", "a cat"]),
      context,
    });
    expect(other.ok ? "" : other.fail.message).toContain(
      "the prompt attaches [file 1: loaded.png, image/png, 1 B], but a recording stores only its fields",
    );
  });

  test("a replay with a model that accepts no files ends like the recorded run", async () => {
    const { text, step } = await recorded({ llm: () => "never asked" });
    expect(step.ok ? "" : step.fail.reason).toBe("invalid_llm");
    expect((await replay(agent, readRunRecording(text))).isSame).toBe(true);
  });

  test("a tampered recording has plain maps in place of files with incomplete fields", async () => {
    const { text } = await recorded();
    const hostile = text
      .replace('"media_type":"image/png"', '"media_type":"</data>"')
      .replace('"files":[', '"files":["__proto__",');
    const { step } = await replay(agent, readRunRecording(hostile));
    expect(step.ok ? "" : step.fail.message).toContain("photo: expected file, got map");
  });
});

test("a recording of model responses finds a mission by the file marks in its prompt", async () => {
  const recorder = createModelRecorder(() => "(return 1)", { missions: true });
  const inner = { ...recorder.llm.capabilities, files: ["image/*"] };
  const quiet = defineAgent({ prompt: "Read {{photo}}." });
  await run(quiet, { llm: { ...recorder.llm, capabilities: inner }, context: { photo } });
  const recording = recorder.recording();
  expect(recording.answers[0]?.mission).toBe("Read [file 1: a.png, image/png, 3 B].");
  expect(JSON.stringify(recording)).not.toContain("AQID");
  const llm = createRecordedModel(recording);
  expect((await run(quiet, { llm, context: { photo } })).ok).toBe(true);
});
