// Files in the results of native tools: the model gets the files if it accepts them in results, and
// their fields otherwise.

import {
  createScriptedModel,
  type FilePart,
  type ModelCapabilities,
  type ModelRequest,
  type ScriptEntry,
  type ToolCallPart,
  type ToolResultPart,
} from "@ptc/llm";
import { createMemoryTracer, formatEvent } from "@ptc/tracer";
import { describe, expect, test } from "vitest";
import { defineAgent, run, type MissionOptions } from "../../src/index.ts";
import { createRunRecorder, readRunRecording, replay } from "../../src/recording/index.ts";
import { stepFromJson, stepToJson } from "../../src/step-json/index.ts";
import { call, calls, dataIn } from "../native-calls.ts";
import { imageNamed, photo, scan } from "./scenes.ts";

const tools = {
  look: { execute: () => photo, signature: "() -> :file" },
  album: () => ({
    title: "Cats",
    photos: [photo, imageNamed("b.png"), scan],
    _hidden: imageNamed("c.png", 9),
  }),
} as const;
const agent = defineAgent({ prompt: "What do you see?", mode: "text", tools, maxToolCalls: 99 });

const eyes: Partial<ModelCapabilities> = { toolCalls: true, resultFiles: ["image/*"] };

async function looked(
  called: keyof typeof tools | readonly ToolCallPart[],
  capabilities = eyes,
  options: Partial<MissionOptions> = {},
) {
  const made = typeof called === "string" ? [call("1", called, {})] : called;
  const entries: readonly ScriptEntry[] = [calls(...made), "a cat"];
  const requests: ModelRequest[] = [];
  const scripted = createScriptedModel(entries);
  const llm = {
    ...scripted,
    capabilities: { ...scripted.capabilities, ...capabilities },
    generate: (request: ModelRequest) => {
      requests.push(request);
      return scripted.generate(request);
    },
    stream: (request: ModelRequest) => {
      requests.push(request);
      return scripted.stream(request);
    },
  };
  const step = await run(agent, { llm, collectMessages: true, ...options });
  const message = requests[1]?.messages.find(({ role }) => role === "tool");
  const results = message?.role === "tool" ? message.content : [];
  const [result] = results;
  return { step, results, result, data: dataIn(String(result?.output)) };
}

const part: FilePart = {
  type: "file",
  mediaType: "image/png",
  filename: "a.png",
  digest: photo.digest,
  data: Uint8Array.of(1, 2, 3),
};

describe("files in the result of a native tool", () => {
  test("the result has a mark in place of a file, which is sent with it", async () => {
    const { step, result, data } = await looked("look");
    expect(step.ok && step.return).toBe("a cat");
    expect(data).toBe("[file 1: a.png, image/png, 3 B]");
    expect(result?.files).toEqual([part]);
  });

  test("the result has fields if the model doesn't accept the file, and nothing for firewalled files", async () => {
    const { result, data } = await looked("album");
    expect(data).toMatchObject({
      title: "Cats",
      photos: [
        "[file 1: a.png, image/png, 3 B]",
        "[file 2: b.png, image/png, 1 B]",
        { name: "b.pdf", media_type: "application/pdf" },
      ],
    });
    expect(result?.files?.map(({ filename }) => filename)).toEqual(["a.png", "b.png"]);
    expect(JSON.stringify(result)).not.toContain("c.png");
    const blind = await looked("album", { toolCalls: true });
    expect(blind.result?.files).toBeUndefined();
    expect(blind.data).toMatchObject({ photos: [{ name: "a.png" }, {}, {}] });
  });

  test("beyond the limit of a conversation, the result has fields and the step a warning", async () => {
    const many = Array.from({ length: 51 }, (_, place) => call(String(place), "album", {}));
    const { step, results } = await looked(many);
    expect(results.filter(({ files }) => files !== undefined)).toHaveLength(50);
    expect(dataIn(String(results[50]?.output))).toMatchObject({
      photos: [{ name: "a.png" }, {}, {}],
    });
    expect(step.warnings).toEqual([
      "tool/album: the model sees only the fields of the files in its result: a conversation carries at most 100 files and 50.0 MB",
    ]);
  });
});

describe("stored results with files", () => {
  const files = (result: Pick<ToolResultPart, "files"> | undefined): unknown => result?.files;

  test("the step has the file, and its JSON has the bytes once", async () => {
    const { step } = await looked("look");
    const json = stepToJson(step);
    expect(JSON.stringify(json).split("AQID")).toHaveLength(2);
    const read = await stepFromJson(JSON.parse(JSON.stringify(json)));
    for (const each of [step, read.ok ? read.step : undefined]) {
      const message = each?.messages?.find(({ role }) => role === "tool");
      expect(message?.role === "tool" && files(message.parts[0] as ToolResultPart)).toEqual([part]);
    }
  });

  test("traces have the name and digest of a file", async () => {
    const tracer = createMemoryTracer();
    await looked("look", eyes, { trace: tracer });
    const text = tracer.events.map((event) => formatEvent(event)).join("");
    expect(text).toContain(photo.digest);
    expect(text).toContain('"sizeBytes":3');
    expect(text).not.toMatch(/AQID|"data":\{"0"/);
  });

  test("a recording has neither bytes nor URLs of results, and replays to the same step", async () => {
    const lines: string[] = [];
    await looked("look", eyes, {
      record: createRunRecorder({
        write: (line) => {
          lines.push(line);
        },
      }),
    });
    expect(lines.join("")).not.toContain("AQID");
    const again = await replay(agent, readRunRecording(lines.join("")));
    expect([again.divergence, again.isSame]).toEqual([undefined, true]);
  });
});
