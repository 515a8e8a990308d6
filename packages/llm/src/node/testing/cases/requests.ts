// Cases about the requests an adapter sends.

import { deepStrictEqual as equal, ok } from "node:assert/strict";
import type { ModelMessage } from "../../../contract/message.ts";
import { conversation, look, sentFor } from "../asking.ts";
import {
  answered,
  apiKey,
  ask,
  benchOf,
  calls,
  hello,
  modelId,
  replyOf,
  says,
  streamOf,
  wireAnswer,
  ways,
  type Cases,
} from "../bench.ts";
import type { SentMessage, WirePart } from "../wire-format.ts";

const rolesOf = (messages: readonly SentMessage[]): readonly string[] =>
  messages.map(({ role }) => role);

export const requestCases: Cases = {
  "the model's name, the key, and whether it streams": async (adapter) => {
    for (const way of ways) {
      const { sent } = await answered(adapter, way, wireAnswer([says("So.")]));
      equal(sent.modelId, modelId);
      equal(sent.apiKey, apiKey);
      equal(sent.isStream, way === "stream");
    }
  },

  "a conversation with calls and their results": async (adapter) => {
    for (const way of ways) {
      const request = { messages: conversation, tools: [look] };
      const { sent } = await answered(adapter, way, wireAnswer([says("So.")]), request);
      equal(sent.system, "Be brief.");
      equal(rolesOf(sent.messages), ["user", "assistant", "tool", "assistant", "user"]);
      const [question, called, results, answer, secondQuestion] = sent.messages;
      equal(question?.text, "What is there?");
      equal(called?.text, "I look.");
      equal(
        called.calls.map(({ name, input }) => [name, input]),
        [
          ["look", { at: "a" }],
          ["look", { at: "b" }],
        ],
      );
      equal(
        results?.results.map(({ text }) => text),
        ["a lamp", '{"problem":"nothing there"}'],
      );
      // Some formats can't mark a failed call.
      for (const [index, isError] of [false, true].entries()) {
        const sentIsError: boolean | undefined = results.results[index]?.isError;
        if (sentIsError !== undefined) equal(sentIsError, isError);
      }
      equal(answer?.text, "A lamp.");
      equal(secondQuestion?.text, "And else?");
    }
  },

  "several system messages": async (adapter) => {
    const messages: readonly ModelMessage[] = [
      { role: "system", content: "Be brief." },
      { role: "system", content: "Be kind." },
      ...hello.messages,
    ];
    const { system } = await sentFor(adapter, { messages });
    ok(/^Be brief\.\s*Be kind\.$/.test(system), `the system text was ${JSON.stringify(system)}`);
  },

  "messages without text, and two of one role in a row": async (adapter) => {
    const messages: readonly ModelMessage[] = [
      { role: "user", content: "One." },
      { role: "user", content: "Two." },
      { role: "assistant", content: "" },
      { role: "user", content: "" },
      { role: "user", content: "Three." },
    ];
    const { messages: sent } = await sentFor(adapter, { messages });
    const text = sent.map((message) => message.text).join(" ");
    for (const word of ["One.", "Two.", "Three."]) ok(text.includes(word), `${word} was not sent`);
  },

  "results of calls whose arguments weren't JSON": async (adapter) => {
    const messages: readonly ModelMessage[] = [
      ...hello.messages,
      {
        role: "assistant",
        content: [
          {
            type: "tool-call",
            toolCallId: "call_1",
            toolName: "look",
            input: null,
            malformedInput: '{"at": ',
          },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "call_1",
            toolName: "look",
            output: "The arguments aren't JSON.",
            isError: true,
          },
        ],
      },
    ];
    const { messages: sent } = await sentFor(adapter, { messages, tools: [look] });
    equal(rolesOf(sent), ["user", "assistant", "tool"]);
  },

  "the given tools": async (adapter) => {
    const { tools } = await sentFor(adapter, { ...hello, tools: [look] });
    equal(tools.length, 1);
    equal(tools[0]?.name, "look");
    equal(tools[0].description, "Looks somewhere.");
    const { type, properties, required } = tools[0].inputSchema as typeof look.inputSchema;
    equal([type, properties.at.type, required], ["object", "string", ["at"]]);
  },

  "a required tool call, also of a certain tool": async (adapter) => {
    const tools = [look];
    for (const toolChoice of ["required", { toolName: "look" }] as const) {
      const sent = await sentFor(adapter, { ...hello, tools, toolChoice });
      equal(sent.toolChoice, toolChoice);
    }
  },

  "forbidden tool calls": async (adapter) => {
    const sent = await sentFor(adapter, { ...hello, tools: [look], toolChoice: "none" });
    ok(sent.toolChoice === "none" || sent.tools.length === 0, "the model may call tools");
  },

  "an answer as JSON": async (adapter) => {
    const schema = {
      type: "object",
      properties: { label: { type: "string" } },
      required: ["label"],
      additionalProperties: false,
    };
    const { outputSchema } = await sentFor(adapter, {
      ...hello,
      output: { name: "answer", schema },
    });
    const { properties, required } = (outputSchema ?? {}) as Partial<typeof schema>;
    equal(properties?.label.type, "string");
    equal(required, ["label"]);
  },

  "an answer as JSON of any shape, or a warning that it isn't enforced": async (adapter) => {
    await using bench = await benchOf(adapter, [replyOf(adapter, wireAnswer([says("{}")]))]);
    const { warnings = [] } = await ask(bench.model, "generate", {
      ...hello,
      output: { name: "answer" },
    });
    const [sent] = bench.sent();
    equal(sent?.outputSchema, undefined);
    const hasWarning = warnings.some(({ option }) => option === "output");
    ok(sent?.wantsJson === true || hasWarning, "no warning says that the API doesn't enforce JSON");
  },

  "the maximum length of the answer": async (adapter) => {
    equal((await sentFor(adapter, { ...hello, maxOutputTokens: 77 })).maxOutputTokens, 77);
  },

  "stop sequences": async (adapter) => {
    equal((await sentFor(adapter, { ...hello, stopSequences: ["END"] })).stopSequences, ["END"]);
  },

  "temperature and topP": async (adapter) => {
    const sent = await sentFor(adapter, { ...hello, temperature: 0.25 });
    equal(sent.temperature, 0.25);
    equal((await sentFor(adapter, { ...hello, topP: 0.5 })).topP, 0.5);
    equal((await sentFor(adapter, hello)).temperature, undefined);
  },

  "options that the provider doesn't support become warnings and aren't sent": async (adapter) => {
    const { response, sent } = await answered(adapter, "generate", wireAnswer([says("So.")]), {
      ...hello,
      topK: 3,
      seed: 11,
      stopSequences: ["END"],
    });
    const warned = (response.warnings ?? []).map(({ option }) => option);
    const body = JSON.stringify(sent.body);
    for (const [option, written] of [
      ["topK", /"top_?k":3\b/i],
      ["seed", /"seed":11\b/i],
      ["stopSequences", /"stop\w*":(?:\["END"\]|"END")/i],
    ] as const)
      equal([option, warned.includes(option)], [option, !written.test(body)]);
  },

  "provider options, and none of another provider": async (adapter) => {
    const { provider } = adapter.createModel({
      baseUrl: "http://127.0.0.1:1",
      apiKey,
      modelId,
      fetch,
    });
    const own = { metadata_canary: "own" };
    const { body } = await sentFor(adapter, {
      ...hello,
      providerOptions: { [provider]: own, other: { metadata_canary: "foreign" } },
    });
    ok(JSON.stringify(body).includes('"metadata_canary":"own"'), "the options were not sent");
    ok(!JSON.stringify(body).includes("foreign"), "options of another provider were sent");
  },

  "prompt cache boundaries": async (adapter) => {
    const messages = conversation.map((message) => ({ ...message, cacheBoundary: true }));
    const tools = [{ ...look, cacheBoundary: true }];
    const { cacheMarks } = await sentFor(adapter, { messages, tools });
    ok(cacheMarks >= 1 && cacheMarks <= 4, `${String(cacheMarks)} cache boundaries were marked`);
    equal((await sentFor(adapter, { messages: conversation })).cacheMarks, 0);
  },

  "thinking is sent back unchanged": async (adapter) => {
    const parts: readonly WirePart[] = [
      { type: "thinking", text: "What is asked?", signature: "c2lnbmVk" },
      calls("call_1", "look", { at: "a" }),
    ];
    for (const way of ways) {
      const replies = [wireAnswer(parts), wireAnswer([says("So.")])].map((answer) =>
        way === "generate" ? replyOf(adapter, answer) : streamOf(adapter, answer),
      );
      await using bench = await benchOf(adapter, replies);
      const first = await ask(bench.model, way, { ...hello, tools: [look] });
      const [call] = first.content.filter((part) => part.type === "tool-call");
      ok(call !== undefined);
      await ask(bench.model, way, {
        tools: [look],
        messages: [
          ...hello.messages,
          { role: "assistant", content: first.content },
          {
            role: "tool",
            content: [
              {
                type: "tool-result",
                toolCallId: call.toolCallId,
                toolName: call.toolName,
                output: "a lamp",
              },
            ],
          },
        ],
      });
      const [, second] = bench.sent();
      equal(second?.messages[1]?.signatures, ["c2lnbmVk"]);
      equal(second.messages[1].calls[0]?.input, { at: "a" });
      equal(second.messages[1].calls[0].id, second.messages[2]?.results[0]?.id);
    }
  },

  "thinking of another provider isn't sent": async (adapter) => {
    const { messages } = await sentFor(adapter, {
      messages: [
        ...hello.messages,
        {
          role: "assistant",
          content: [
            { type: "thinking", text: "Hm.", providerData: { other: { signature: "foreign" } } },
            { type: "text", text: "Yes?", providerData: { other: { id: "foreign" } } },
          ],
        },
        { role: "user", content: "Go on." },
      ],
    });
    equal(rolesOf(messages), ["user", "assistant", "user"]);
    equal(messages[1]?.text, "Yes?");
    equal(messages[1].signatures, []);
  },
};
