// Credentials in what a model reports about its responses.

import { expect, test } from "vitest";
import type { LanguageModel } from "../contract/language-model.ts";
import { ModelError } from "../errors/model-error.ts";
import { hidingCredentials } from "./hiding-credentials.ts";

const apiKey = "plain words 4711 of any shape";
const headers = { "x-team-token": "Bearer team-secret-of-mine", "x-version": "2026-01-01" };
const request = { messages: [] };

function reporting(...texts: readonly string[]): LanguageModel {
  const metadata = { requestId: texts[0] ?? "", headers: { "x-request-id": texts[1] ?? "" } };
  return hidingCredentials(
    {
      contractVersion: 1,
      provider: "test",
      modelId: "m",
      capabilities: { streaming: true, toolCalls: true, structuredOutput: "none", thinking: false },
      generate: () =>
        Promise.resolve({
          content: [{ type: "text", text: apiKey }],
          text: apiKey,
          modelId: "m",
          finishReason: "stop",
          usage: { inputTokens: 1, outputTokens: 1 },
          metadata,
          responseId: texts[0] ?? "",
          warnings: [{ option: "model", message: texts[1] ?? "" }],
        }),
      stream: async function* () {
        yield { type: "response-start", metadata, responseId: texts[0] ?? "" };
        yield { type: "text-delta", text: apiKey };
        await Promise.resolve();
        const error = new ModelError({
          kind: "unknown",
          message: texts[0] ?? "",
          requestId: texts[1],
        });
        yield { type: "error", error };
        throw error;
      },
    },
    { apiKey, headers },
  );
}

test("redacts keys and credential headers in ids and metadata, and keeps the content", async () => {
  const model = reporting(`id ${apiKey}`, "team-secret-of-mine, 2026-01-01");
  const response = await model.generate(request);
  expect(response.metadata).toEqual({
    requestId: "id <secret>",
    headers: { "x-request-id": "<secret>, 2026-01-01" },
  });
  expect(response.responseId).toBe("id <secret>");
  expect(response.warnings).toEqual([{ option: "model", message: "<secret>, 2026-01-01" }]);
  expect(response.content).toEqual([{ type: "text", text: apiKey }]);
});

test("redacts keys in the start and the error of a stream", async () => {
  const events: unknown[] = [];
  const failed = reporting(apiKey, `${apiKey}!`);
  const reading = (async () => {
    for await (const event of failed.stream?.(request) ?? []) events.push(event);
  })();
  await expect(reading).rejects.toMatchObject({ message: "<secret>", requestId: "<secret>!" });
  expect(events).toEqual([
    {
      type: "response-start",
      metadata: { requestId: "<secret>", headers: { "x-request-id": "<secret>!" } },
      responseId: "<secret>",
    },
    { type: "text-delta", text: apiKey },
    {
      type: "error",
      error: expect.objectContaining({ message: "<secret>", requestId: "<secret>!" }) as unknown,
    },
  ]);
});

test("redacts the beginning of a key before the mark of a cut", async () => {
  const model = reporting(
    `${apiKey.slice(0, 12)}…`,
    `${apiKey.slice(0, 5)}… ${apiKey.slice(0, 20)}…`,
  );
  expect((await model.generate(request)).metadata).toEqual({
    requestId: "<secret>…",
    headers: { "x-request-id": "plain… <secret>…" },
  });
});
