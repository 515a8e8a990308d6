// Cases about the headers of a single request.

import { deepStrictEqual as equal } from "node:assert/strict";
import { isRefused } from "../asking.ts";
import {
  apiKey,
  ask,
  benchOf,
  hello,
  replyOf,
  says,
  streamOf,
  wireAnswer,
  ways,
  type Cases,
} from "../bench.ts";

export const requestHeaderCases: Cases = {
  "headers of one request, without a key": async (adapter) => {
    for (const way of ways) {
      const answer = wireAnswer([says("So.")]);
      const reply = way === "generate" ? replyOf(adapter, answer) : streamOf(adapter, answer);
      await using bench = await benchOf(adapter, [reply]);
      const headers = { "x-canary": "of this request" };
      await ask(bench.model, way, { ...hello, headers });
      await ask(bench.model, way, hello);
      const [first, second] = bench.server.requests;
      equal(first?.headers["x-canary"], "of this request");
      equal(second?.headers["x-canary"], undefined);
      equal(bench.sent()[0]?.apiKey, apiKey);
      for (const [name, value] of [
        ["Authorization", "Bearer other"],
        ["x-canary", "two\r\nlines: other"],
        ["no name", "other"],
      ] as const) {
        const refused = ask(bench.model, way, { ...hello, headers: { [name]: value } });
        await isRefused(refused, name, "other");
      }
      equal(bench.server.requests.length, 2);
    }
  },
};
