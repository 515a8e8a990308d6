// Tests a client of the protocol of 2026, whose requests each get a server of their own.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { createMcpServer } from "../../src/server/index.ts";
import { serveRequests } from "../http-server.ts";
import { shop } from "./shop-tools.ts";

test("sessions and forms work across requests without a connection", async () => {
  const { tools, calls } = shop();
  const { serverFor } = createMcpServer({ tools });
  const served = await serveRequests(() => serverFor("me"));
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: "2026-07-28" } },
    },
  );
  client.setRequestHandler("elicitation/create", ({ params: { message } }) => ({
    action: "accept",
    content: { decision: message.includes('"id": 2') ? "deny" : "approve" },
  }));
  await client.connect(new StreamableHTTPClientTransport(served.url));
  onTestFinished(async () => {
    await client.close();
    await served.close();
  });
  const evaluated = async (program: string): Promise<unknown> =>
    (await client.callTool({ name: "lisp_eval", arguments: { program, session: "s" } }))
      .structuredContent;
  await evaluated("(def ids [1 2 3])");
  const program = `(pmap (fn [id] (try (tool/shop/refund {:id id}) (catch Exception e (ex-message e))))
                         ids)`;
  expect(await evaluated(program)).toMatchObject({
    status: "ok",
    value: ["refunded 1", "the call was denied: the user denied it", "refunded 3"],
  });
  expect(calls).toHaveLength(2);
});
