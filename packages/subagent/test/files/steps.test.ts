// Files in the messages of steps, of their JSON and of traces.

import { createScriptedModel } from "@ptc/llm";
import { createMemoryTracer, formatEvent } from "@ptc/tracer";
import { describe, expect, test } from "vitest";
import {
  asTool,
  contextFile,
  defineAgent,
  failedStep,
  run,
  type StepMessage,
} from "../../src/index.ts";
import { stepFromJson, stepToJson } from "../../src/step-json/index.ts";
import { photo, scan } from "./scenes.ts";

const link = contextFile({ url: "https://a.example/x.pdf?key=1", mediaType: "application/pdf" });

async function collected() {
  const tracer = createMemoryTracer();
  const child = defineAgent({ prompt: "Read {{scan}}.", signature: "(scan :file) -> :any" });
  const step = await run(
    defineAgent({ prompt: "Read {{photo}} and {{link}}.", tools: { child: asTool(child) } }),
    {
      llm: createScriptedModel([
        "(def a (tool/child {:scan data/scan}))",
        "(return (:name data/scan))",
        "(return 1)",
      ]),
      context: { photo, scan, link },
      collectMessages: true,
      trace: tracer,
    },
  );
  return { step, tracer };
}

const parts = [
  { type: "text", text: "Read [file 1: a.png, image/png, 3 B] and [file 2: application/pdf]." },
  {
    type: "file",
    mediaType: "image/png",
    filename: "a.png",
    digest: photo.digest,
    data: Uint8Array.of(1, 2, 3),
  },
  {
    type: "file",
    mediaType: "application/pdf",
    digest: link.digest,
    url: "https://a.example/x.pdf?key=1",
  },
];

describe("a step with messages", () => {
  test("has the files of the conversation, so that it can continue", async () => {
    const { step } = await collected();
    expect(step.messages?.[1]).toEqual({
      role: "user",
      content: "Read [file 1: a.png, image/png, 3 B] and [file 2: application/pdf].",
      parts,
    });
    expect(step.turns[1]?.messages?.[1]).toEqual(step.messages?.[1]);
  });

  test("the JSON of a step has the bytes of each file once, and restores them", async () => {
    const { step } = await collected();
    const text = JSON.stringify(stepToJson(step));
    const base64 = Buffer.from(new Uint8Array(1_234)).toString("base64");
    expect(text.split(base64)).toHaveLength(2);
    expect(text.split('"AQID"')).toHaveLength(2);
    const read = await stepFromJson(JSON.parse(text));
    if (!read.ok) throw new Error(read.message);
    expect(read.step.messages).toEqual(step.messages);
    expect(read.step.turns.map(({ messages }) => messages)).toEqual(
      step.turns.map(({ messages }) => messages),
    );
    const below = read.step.childSteps?.[0]?.step.messages?.[1];
    expect(below?.role === "user" && below.parts?.[1]).toMatchObject({
      filename: "b.pdf",
      data: new Uint8Array(1_234),
    });
    expect(JSON.stringify(stepToJson(read.step))).toBe(text);
  });

  test("the JSON of a step without files has no table of files", async () => {
    const step = await run(defineAgent({ prompt: "Read it." }), {
      llm: () => "(return 1)",
      context: { photo },
      collectMessages: true,
    });
    expect(stepToJson(step)).not.toHaveProperty("files");
  });
});

describe("JSON of a step from outside", () => {
  const message = (part: object): StepMessage =>
    ({
      role: "user",
      content: "Look.",
      parts: [{ type: "text", text: "Look." }, part],
    }) as StepMessage;
  const part = { type: "file", mediaType: "image/png", digest: photo.digest };
  const json = (given: object, files?: unknown) => ({
    ...stepToJson(failedStep("x", "y")),
    messages: [message(given)],
    ...(files === undefined ? {} : { files }),
  });
  const problem = async (given: object, files?: unknown): Promise<string> => {
    const read = await stepFromJson(json(given, files));
    return read.ok ? "read" : read.message;
  };

  test("reads the JSON of a step without bytes", async () => {
    const read = await stepFromJson(json({ ...part, sizeBytes: 3 }));
    const first = read.ok ? read.step.messages?.[0] : undefined;
    expect(first?.role === "user" && first.parts?.[1]).toEqual({ ...part, sizeBytes: 3 });
  });

  test.each<[string, object, unknown, string]>([
    [
      "bytes that don't match the digest",
      part,
      [[photo.digest, "AQIE"]],
      "files[0]: the bytes don't match",
    ],
    ["invalid base64", part, [[photo.digest, "AQ=D"]], "files[0]: expected base64"],
    ["an invalid table", part, { [photo.digest]: "AQID" }, "files"],
    [
      "an invalid media type",
      { ...part, mediaType: "</data>" },
      undefined,
      "expected a media type",
    ],
    ["a missing media type", { type: "file" }, undefined, "mediaType"],
    [
      "a URL that isn't a web URL",
      { ...part, url: "javascript:1" },
      undefined,
      "expected an http or https URL",
    ],
    ["a name that isn't a text", { ...part, filename: 1 }, undefined, "filename"],
  ])("refuses the JSON of a step with %s", async (_, given, files, expected) => {
    expect(await problem(given, files)).toContain(expected);
  });

  test("refuses the JSON of a step with a file in a message of another role", async () => {
    const system = { ...json(part), messages: [{ ...message(part), role: "system" }] };
    expect((await stepFromJson(system)).ok).toBe(false);
  });

  test("omits invalid bytes and invalid base64 in hand-made parts when writing JSON", async () => {
    const parts = [
      { type: "file", mediaType: "image/png", data: "AQID" },
      { type: "file", mediaType: "image/png", data: "no base64" },
      { type: "file", mediaType: "image/png", data: 7 },
    ];
    const step = failedStep("x", "y", {}, undefined, {
      messages: [{ role: "user", content: "", parts }] as unknown as readonly StepMessage[],
    });
    const read = await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
    const first = read.ok ? read.step.messages?.[0] : undefined;
    expect(first?.role === "user" && first.parts).toEqual([
      { ...part, data: Uint8Array.of(1, 2, 3) },
      { type: "file", mediaType: "image/png" },
      { type: "file", mediaType: "image/png" },
    ]);
  });

  test("a digest cannot reach a prototype", async () => {
    const read = await stepFromJson(json({ ...part, digest: "__proto__" }));
    const first = read.ok ? read.step.messages?.[0] : undefined;
    expect(first?.role === "user" && first.parts?.[1]).not.toHaveProperty("data");
  });
});

test("a trace has the name, type, size and digest of a file, and neither bytes nor URL", async () => {
  const { tracer } = await collected();
  const text = tracer.events.map((event) => formatEvent(event)).join("\n");
  expect(text).not.toContain("AQID");
  expect(text).not.toContain("key=1");
  const event = tracer.events.find(({ type }) => type === "model-request-start");
  const sent = event?.type === "model-request-start" ? event.data.messages[1]?.parts : undefined;
  expect(sent).toEqual([
    parts[0],
    { type: "file", mediaType: "image/png", filename: "a.png", sizeBytes: 3, digest: photo.digest },
    { type: "file", mediaType: "application/pdf", digest: link.digest },
  ]);
});
