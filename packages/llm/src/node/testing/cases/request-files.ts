// Cases about the files an adapter sends: from users and in tool results.

import { deepStrictEqual as equal } from "node:assert/strict";
import type { FilePart } from "../../../contract/file-part.ts";
import type { ModelRequest } from "../../../contract/model-request.ts";
import { takesMediaType } from "../../../kit/media-types.ts";
import { conversation, isRefused, look, sentFor } from "../asking.ts";
import { ask, benchOf, replyOf, says, wireAnswer, type Cases } from "../bench.ts";

export const requestFileCases: Cases = {
  "an image, as bytes and as base64": async (adapter) => {
    const bytes = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 255]);
    const base64 = Buffer.from(bytes).toString("base64");
    for (const data of [bytes, base64]) {
      const { messages } = await sentFor(adapter, {
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "What is this?" },
              { type: "file", mediaType: "image/png", data },
            ],
          },
        ],
      });
      equal(messages[0]?.text, "What is this?");
      equal(messages[0].files, [{ mediaType: "image/png", data: base64 }]);
    }
  },

  "an image in the result of a call, or a refusal of it": async (adapter) => {
    const data = Buffer.from("PNG …").toString("base64");
    const file: FilePart = { type: "file", mediaType: "image/png", data };
    const request: ModelRequest = {
      tools: [look],
      messages: conversation.map((message) =>
        message.role === "tool"
          ? {
              ...message,
              content: message.content.map((part) =>
                part.toolCallId === "call_1" ? { ...part, files: [file] } : part,
              ),
            }
          : message,
      ),
    };
    await using bench = await benchOf(adapter, [replyOf(adapter, wireAnswer([says("So.")]))]);
    if (takesMediaType(bench.model.capabilities.resultFiles, "image/png")) {
      await ask(bench.model, "generate", request);
      const results = bench.sent()[0]?.messages.find(({ role }) => role === "tool")?.results ?? [];
      equal(
        results.map(({ text, files = [] }) => [text, files]),
        [
          ["a lamp", [{ mediaType: "image/png", data }]],
          ['{"problem":"nothing there"}', []],
        ],
      );
    } else {
      // A response without the file would be misleading.
      await isRefused(ask(bench.model, "generate", request), "image/png");
      equal(bench.server.requests.length, 0);
    }
  },

  "a PDF": async (adapter) => {
    const data = Buffer.from("%PDF-1.7 …").toString("base64");
    const file = { type: "file", mediaType: "application/pdf", filename: "a.pdf", data } as const;
    const { messages } = await sentFor(adapter, { messages: [{ role: "user", content: [file] }] });
    equal(messages[0]?.files, [{ mediaType: "application/pdf", data }]);
  },

  "an image by its URL": async (adapter) => {
    const url = "https://example.com/a.png";
    const file = { type: "file", mediaType: "image/png", url } as const;
    const { messages } = await sentFor(adapter, { messages: [{ role: "user", content: [file] }] });
    equal(
      messages[0]?.files.map((sent) => sent.data),
      [url],
    );
  },
};
