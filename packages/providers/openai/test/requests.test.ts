// Tests requests beyond the adapter suite.

import type { ModelMessage, ModelRequest, ResponsePart } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import { openai } from "../src/index.ts";
import { keyed, local, sentFor } from "./fake-server.ts";

const after = (content: readonly ResponsePart[]): Pick<ModelRequest, "messages"> => ({
  messages: [
    { role: "user", content: "Look." },
    { role: "assistant", content },
    { role: "user", content: "And?" },
  ],
});

const schema = { type: "object", properties: { a: { type: "string" } } };
const warned = (warnings: readonly { readonly option: string; readonly message: string }[] = []) =>
  Object.fromEntries(warnings.map(({ option, message }) => [option, message]));

describe("requests to the Responses API", () => {
  test("store nothing, and request encrypted reasoning", async () => {
    const { body } = await sentFor({ ...keyed, modelId: "gpt-5.1" }, {});
    expect(body).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
    // Models without reasoning refuse this field.
    const plain = await sentFor({ ...keyed, modelId: "gpt-4.1" }, {});
    expect(plain.body).not.toHaveProperty("include");
  });

  test("have the response length, the effort and non-strict schemas", async () => {
    const { body, response } = await sentFor(keyed, {
      maxOutputTokens: 77,
      thinking: { effort: "low", maxTokens: 500 },
      tools: [{ name: "look", inputSchema: schema }],
      output: { name: "answer", schema, strict: true },
    });
    expect(body).toMatchObject({
      max_output_tokens: 77,
      reasoning: { effort: "low" },
      tools: [{ type: "function", name: "look", parameters: schema, strict: false }],
      text: { format: { type: "json_schema", name: "answer", schema, strict: true } },
    });
    expect(warned(response.warnings)).toEqual({
      "thinking.maxTokens":
        "OpenAI's API has no thinking budget, only an effort, so it was not sent",
    });
  });

  test("send a file as bytes with a name, or as a URL", async () => {
    const content = [
      { type: "file", mediaType: "application/pdf", data: "JVBERg==" },
      { type: "file", mediaType: "application/pdf", url: "https://example.com/a.pdf" },
    ] as const;
    const { body } = await sentFor(keyed, { messages: [{ role: "user", content }] });
    expect(body["input"]).toEqual([
      {
        role: "user",
        content: [
          {
            type: "input_file",
            filename: "file.pdf",
            file_data: "data:application/pdf;base64,JVBERg==",
          },
          { type: "input_file", file_url: "https://example.com/a.pdf" },
        ],
      },
    ]);
  });

  const item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "c2VjcmV0" };
  const thinking = (server: string): ResponsePart => ({
    type: "thinking",
    text: "",
    providerData: { openai: { server, item } },
  });

  test("send reasoning back to its server, before the item it led to", async () => {
    const text = {
      type: "text",
      text: "I look.",
      providerData: { openai: { server: "api.openai.com", phase: "commentary" } },
    } as const;
    const { body } = await sentFor(keyed, after([thinking("api.openai.com"), text]));
    expect(body["input"]).toEqual([
      { role: "user", content: "Look." },
      item,
      { role: "assistant", content: "I look.", phase: "commentary" },
      { role: "user", content: "And?" },
    ]);
    const { body: elsewhere } = await sentFor(keyed, after([thinking("other.example"), text]));
    expect(JSON.stringify(elsewhere)).not.toContain("c2VjcmV0");
  });

  test("omit reasoning of a cut-off response, because the API refuses it alone", async () => {
    const { body } = await sentFor(keyed, after([thinking("api.openai.com")]));
    expect(body["input"]).toEqual([
      { role: "user", content: "Look." },
      { role: "user", content: "And?" },
    ]);
  });
});

describe("requests to Chat Completions", () => {
  test("use another length field for OpenAI than for other servers", async () => {
    const other = await sentFor(local, { maxOutputTokens: 77 });
    expect(other.body).toMatchObject({ max_tokens: 77 });
    const own = await sentFor({ ...keyed, api: "chat" }, { maxOutputTokens: 77 });
    expect(own.body).toMatchObject({ max_completion_tokens: 77 });
    expect(own.body).not.toHaveProperty("max_tokens");
  });

  test("have one system text, and a tool choice only with tools", async () => {
    const messages: readonly ModelMessage[] = [
      { role: "system", content: "Be brief." },
      { role: "system", content: "" },
      { role: "system", content: [{ type: "text", text: "Be kind." }] },
      { role: "user", content: "Hi." },
    ];
    const { body } = await sentFor(local, { messages, toolChoice: "auto", tools: [] });
    expect(body["messages"]).toEqual([
      { role: "system", content: "Be brief.\n\nBe kind." },
      { role: "user", content: "Hi." },
    ]);
    expect(body).not.toHaveProperty("tool_choice");
  });

  test("return thinking and signatures in their original fields", async () => {
    const openai = (fields: object) => ({ openai: { server: "127.0.0.1:8000", ...fields } });
    const extra = { google: { thought_signature: "c2ln" } };
    const content: readonly ResponsePart[] = [
      { type: "thinking", text: "Hm.", providerData: openai({ field: "reasoning_content" }) },
      {
        type: "tool-call",
        toolCallId: "c1",
        toolName: "look",
        input: {},
        providerData: openai({ extra_content: extra }),
      },
    ];
    const sent = after(content);
    const { body } = await sentFor(local, sent);
    expect(body["messages"]).toContainEqual({
      role: "assistant",
      content: null,
      reasoning_content: "Hm.",
      tool_calls: [
        {
          type: "function",
          id: "c1",
          function: { name: "look", arguments: "{}" },
          extra_content: extra,
        },
      ],
    });
    const { body: elsewhere } = await sentFor({ baseUrl: "https://other.example/v1" }, sent);
    expect(JSON.stringify(elsewhere)).not.toMatch(/Hm\.|c2ln/);
  });

  describe("return thinking that the server sent as a part of the content, in place", () => {
    const mistral = "https://api.mistral.ai/v1";
    const own = { openai: { server: "api.mistral.ai", field: "content" } };
    const thought = (text: string): ResponsePart => ({
      type: "thinking",
      text,
      providerData: own,
    });
    const call: ResponsePart = { type: "tool-call", toolCallId: "c1", toolName: "look", input: {} };
    const sentPart = (text: string) => ({
      type: "thinking",
      thinking: [{ type: "text", text }],
      closed: true,
    });

    test.each<readonly [string, readonly ResponsePart[], unknown]>([
      [
        "before a text",
        [thought("Hm."), { type: "text", text: "42" }],
        [sentPart("Hm."), { type: "text", text: "42" }],
      ],
      ["before a call", [thought("Hm."), call], [sentPart("Hm.")]],
      [
        "between texts",
        [{ type: "text", text: "4" }, thought("Hm."), { type: "text", text: "2" }],
        [{ type: "text", text: "4" }, sentPart("Hm."), { type: "text", text: "2" }],
      ],
      [
        "in several pieces",
        [thought("One."), thought("Two."), { type: "text", text: "42" }],
        [sentPart("One."), sentPart("Two."), { type: "text", text: "42" }],
      ],
      ["if it isn't empty", [thought(""), { type: "text", text: "42" }], "42"],
      [
        "with empty texts omitted",
        [thought("Hm."), { type: "text", text: "" }, call],
        [sentPart("Hm.")],
      ],
    ])("%s", async (_, content, expected) => {
      const { body } = await sentFor({ baseUrl: mistral }, after(content));
      expect(body["messages"]).toContainEqual(
        expect.objectContaining({ role: "assistant", content: expected }) as unknown,
      );
      const { body: elsewhere } = await sentFor(local, after(content));
      expect(JSON.stringify(elsewhere)).not.toMatch(/Hm\.|thinking/);
    });

    test("as it was read from a response", async () => {
      const content = [
        { type: "thinking", thinking: [{ type: "text", text: "Hm." }], closed: true },
        { type: "text", text: "42" },
      ];
      const answer = { choices: [{ message: { content }, finish_reason: "stop" }] };
      const bodies: Readonly<Record<string, unknown>>[] = [];
      const model = openai("m", {
        apiKey: "k",
        baseUrl: mistral,
        api: "chat",
        fetch: async (_, init) => {
          bodies.push(JSON.parse(init?.body as string) as Readonly<Record<string, unknown>>);
          return Promise.resolve(Response.json(answer));
        },
      });
      const asked: ModelMessage = { role: "user", content: "Six sevens?" };
      const first = await model.generate({ messages: [asked] });
      await model.generate({
        messages: [asked, { role: "assistant", content: first.content }, asked],
      });
      expect(bodies[1]?.["messages"]).toContainEqual({ role: "assistant", content });
    });

    test("but not a message with thinking alone", async () => {
      const { body } = await sentFor({ baseUrl: mistral }, after([thought("Hm.")]));
      expect(JSON.stringify(body)).not.toContain("Hm.");
    });
  });

  test("send audio as bytes, and reject URLs other than images", async () => {
    const file = { type: "file", mediaType: "audio/wav", data: Uint8Array.of(1, 2) } as const;
    const { body } = await sentFor(local, { messages: [{ role: "user", content: [file] }] });
    expect(body["messages"]).toEqual([
      {
        role: "user",
        content: [{ type: "input_audio", input_audio: { data: "AQI=", format: "wav" } }],
      },
    ]);
    const url = { type: "file", mediaType: "application/pdf", url: "https://a.example/b" } as const;
    const asked = sentFor(local, { messages: [{ role: "user", content: [url] }] });
    await expect(asked).rejects.toMatchObject({
      kind: "invalid_request",
      message:
        "Chat Completions doesn't accept a file by URL (application/pdf); send images by URL and other files as data",
    });
  });
});

describe("unsupported options cause warnings and are not sent:", () => {
  test("a reasoning model gets no temperature and no stop sequences", async () => {
    const request = { temperature: 0.5, topP: 0.5, stopSequences: ["END"] };
    const { body, response } = await sentFor(
      { ...keyed, modelId: "gpt-5.1", api: "chat" },
      request,
    );
    for (const name of ["temperature", "top_p", "stop"]) expect(body).not.toHaveProperty(name);
    expect(warned(response.warnings)).toEqual({
      temperature: "gpt-5.1 doesn't accept temperature while it reasons, so it was not sent",
      topP: "gpt-5.1 doesn't accept topP while it reasons, so it was not sent",
      stopSequences: "gpt-5.1 doesn't accept stop sequences, so it was not sent",
    });
    const thinking = { effort: "none" } as const;
    const still = await sentFor({ ...keyed, modelId: "gpt-5.1" }, { temperature: 0.5, thinking });
    expect(still.body).toMatchObject({ temperature: 0.5, reasoning: { effort: "none" } });
  });

  test("a model without reasoning gets no effort", async () => {
    const thinking = { effort: "high" } as const;
    const { body, response } = await sentFor({ ...keyed, modelId: "gpt-4.1" }, { thinking });
    expect(body).not.toHaveProperty("reasoning");
    expect(warned(response.warnings)).toHaveProperty(["thinking.effort"]);
  });

  test("a server with JSON but without schemas gets no schema", async () => {
    const output = { name: "answer", schema };
    const options = { ...local, capabilities: { structuredOutput: "json" } } as const;
    const { body, response } = await sentFor(options, { output });
    expect(body["response_format"]).toEqual({ type: "json_object" });
    expect(warned(response.warnings)).toMatchObject({
      output: "the API enforces JSON for this model, but not the schema",
    });
    const none = { ...local, capabilities: { structuredOutput: "none" } } as const;
    expect((await sentFor(none, { output })).body).not.toHaveProperty("response_format");
  });
});

test("merges provider options without replacing messages, model or tools", async () => {
  const own = {
    reasoning: { summary: "auto" },
    service_tier: "flex",
    model: "other",
    input: [],
    tools: [],
    stream: true,
    background: true,
  };
  const { body } = await sentFor(keyed, {
    thinking: { effort: "low" },
    providerOptions: { openai: own },
  });
  expect(body).toMatchObject({
    reasoning: { effort: "low", summary: "auto" },
    service_tier: "flex",
    model: "m",
    input: [{ role: "user", content: "Hello." }],
  });
  for (const name of ["tools", "stream", "background"]) expect(body).not.toHaveProperty(name);
});
