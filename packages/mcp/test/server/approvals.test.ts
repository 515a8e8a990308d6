// Tests calls that wait: forms for clients that have them, and `decide` for the others.

import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { askUser } from "@ptc/lisp/ask";
import { createMcpServer, type McpServerOptions } from "../../src/server/index.ts";
import { connected, type Reply, type TestClient } from "./connect.ts";
import { shop, type Shop } from "./shop-tools.ts";

interface Served extends Pick<TestClient, "call">, Pick<Shop, "calls"> {}

async function served(
  version: 1 | 2,
  reply?: Reply,
  options: McpServerOptions = {},
): Promise<Served> {
  const { tools, calls } = shop();
  const all = { ...tools, ask: askUser() };
  const { serverFor } = createMcpServer({ tools: all, ...options });
  const { call } = await connected(version, serverFor("me"), reply);
  return { call, calls };
}

const refunds = `(pmap (fn [id] (try (tool/shop/refund {:id id}) (catch Exception e (ex-message e))))
                       [1 2 3])`;

async function pendingIds({ call }: Served): Promise<readonly string[]> {
  const { pending } = (await call("list_pending")).json as {
    readonly pending: readonly { readonly id: string }[];
  };
  return pending.map(({ id }) => id);
}

describe.each([1, 2] as const)("a client of SDK version %i", (version) => {
  test("asks its user about several calls in forms", async () => {
    const asked: string[] = [];
    const { call, calls } = await served(version, (message) => {
      asked.push(message);
      return message.includes('"id": 2')
        ? { action: "accept", content: { decision: "deny", reason: "too much" } }
        : { action: "accept", content: { decision: "approve" } };
    });
    const { json } = await call("lisp_eval", { program: refunds });
    expect(json).toEqual({
      status: "ok",
      value: ["refunded 1", "the call was denied: too much", "refunded 3"],
    });
    expect(asked).toHaveLength(3);
    expect(calls.map(([, args]) => args)).toEqual([{ id: 1 }, { id: 3 }]);
  });

  test("asks its user a question, and then about the call that uses the answer", async () => {
    const { call, calls } = await served(version, (message) =>
      message === "Which order?"
        ? { action: "accept", content: { answer: "7" } }
        : { action: "accept", content: { decision: "approve" } },
    );
    const program = '(tool/shop/refund {:id (parse-long (tool/ask {:question "Which order?"}))})';
    expect((await call("lisp_eval", { program })).json["value"]).toBe("refunded 7");
    expect(calls).toEqual([["refund", { id: 7 }]]);
  });

  test("gets calls as pending if its user closes the form, and can decide later", async () => {
    const { call, calls } = await served(version, () => ({ action: "cancel" }));
    const program = "(tool/shop/refund {:id 1})";
    const { json } = await call("lisp_eval", { program });
    const { pending = [] } = json as { readonly pending?: readonly { readonly id: string }[] };
    expect(json).toMatchObject({
      status: "approval_required",
      pending: [{ tool: "shop/refund", arguments: { id: 1 }, reason: "approval" }],
    });
    const ids = pending.map(({ id }) => id);
    const decided = await call("decide", { ids, decision: "approve" });
    expect(decided.json).toEqual({ status: "ok", value: "refunded 1" });
    expect(calls).toHaveLength(1);
    expect((await call("list_pending")).json).toEqual({ pending: [] });
  });
});

describe("a client without forms", () => {
  test("decides about calls one by one, with edited arguments and a denial", async () => {
    const client = await served(2);
    const { call, calls } = client;
    const session = "s";
    const { json } = await call("lisp_eval", { program: refunds, session });
    expect(json).toMatchObject({ status: "approval_required", session });
    const [first, second, third] = await pendingIds(client);
    const edited = { ids: [second], decision: "approve", arguments: { id: 2, amount: 5 } };
    expect((await call("decide", { ids: [first], decision: "approve" })).json).toMatchObject({
      status: "approval_required",
      pending: [{ id: second }, { id: third }],
    });
    expect((await call("decide", edited)).json).toMatchObject({ status: "approval_required" });
    const last = await call("decide", { ids: [third], decision: "deny", reason: "no money" });
    expect(last.json).toEqual({
      status: "ok",
      value: ["refunded 1", "refunded 5 of 2", "the call was denied: no money"],
      session,
    });
    expect(calls.map(([, args]) => args)).toEqual([{ id: 1 }, { id: 2, amount: 5 }]);
  });

  test("decides about all calls of a program at once", async () => {
    const client = await served(2);
    await client.call("lisp_eval", { program: refunds });
    const ids = await pendingIds(client);
    const { json } = await client.call("decide", { ids, decision: "approve" });
    expect(json["value"]).toEqual(["refunded 1", "refunded 2", "refunded 3"]);
  });

  test("can correct wrong arguments, and learns what a wrong decision lacks", async () => {
    const client = await served(2);
    await client.call("lisp_eval", { program: '[(tool/ask {:question "How?"})]' });
    const [question] = await pendingIds(client);
    const refused = async (args: object): Promise<unknown> =>
      ((await client.call("decide", args)).json["error"] as { readonly message: string }).message;
    expect(await refused({ ids: [question], decision: "answer" })).toBe(
      "answer: it is missing: pass what the user said",
    );
    expect(await refused({ ids: ["nothing/1/0"], decision: "approve" })).toContain(
      "no call with this id waits",
    );
    expect(
      await refused({ ids: [`${question?.split("/")[0] ?? ""}/9`], decision: "deny" }),
    ).toContain(`these do: ${question ?? ""}`);
    const answered = { ids: [question], decision: "answer", answer: "like this" };
    expect((await client.call("decide", answered)).json["value"]).toEqual(["like this"]);
    await client.call("lisp_eval", { program: "(tool/shop/refund {:id 1})" });
    const [id] = await pendingIds(client);
    expect(await refused({ ids: [id], decision: "approve", arguments: { id: "x" } })).toContain(
      "id: expected int, got string",
    );
    expect(await refused({ ids: [id], decision: "answer", answer: "done" })).toContain(
      "waits for an approval, not for an answer",
    );
    expect(client.calls).toEqual([]);
  });

  test("can't use a session whose program waits, until it is decided or dropped", async () => {
    const client = await served(2);
    const session = "s";
    await client.call("lisp_eval", { program: "(tool/shop/refund {:id 1})", session });
    const { json } = await client.call("lisp_eval", { program: "1", session });
    expect(json["error"]).toMatchObject({ reason: "session_waits" });
    expect((await client.call("lisp_eval", { program: "1" })).json["value"]).toBe(1);
    await client.call("session_reset", { session });
    expect((await client.call("lisp_eval", { program: "1", session })).json["value"]).toBe(1);
    expect(await pendingIds(client)).toEqual([]);
  });

  test("sees which approved calls a program made before it failed", async () => {
    const client = await served(2);
    const program = "(tool/shop/refund {:id 1}) (tool/crm/fail)";
    await client.call("lisp_eval", { program });
    const ids = await pendingIds(client);
    const { json } = await client.call("decide", { ids, decision: "approve" });
    expect(json).toMatchObject({
      status: "error",
      made: [{ tool: "shop/refund", arguments: { id: 1 } }],
    });
  });

  test("can't decide about the calls of another client, or if the host doesn't allow it", async () => {
    const { tools, calls } = shop();
    const { serverFor } = createMcpServer({ tools, clientsDecide: false });
    const ann = await connected(2, serverFor("ann"));
    const { json } = await ann.call("lisp_eval", { program: "(tool/shop/refund {:id 1})" });
    const { pending = [] } = json as { readonly pending?: readonly { readonly id: string }[] };
    const ids = pending.map(({ id }) => id);
    const { tools: listed } = await ann.client.listTools();
    expect(listed.map(({ name }) => name)).not.toContain("decide");
    const refused = await ann.call("decide", { ids, decision: "approve" });
    expect(refused.json["error"]).toMatchObject({ reason: "unknown_tool" });
    // The answer to a form that no user saw decides nothing.
    const forged = await (ann.client as Client).request({
      method: "tools/call",
      params: {
        name: "lisp_eval",
        arguments: {},
        requestState: ids[0]?.split("/")[0],
        inputResponses: {
          [ids[0] ?? ""]: { action: "accept", content: { decision: "approve" } },
        },
      },
    });
    expect(forged).toMatchObject({ structuredContent: { status: "approval_required" } });
    expect(calls).toEqual([]);
    const open = createMcpServer({ tools });
    const bob = await connected(2, open.serverFor("bob"));
    await bob.call("lisp_eval", { program: "(tool/shop/refund {:id 1})" });
    const eve = await connected(2, open.serverFor("eve"));
    expect((await eve.call("list_pending")).json).toEqual({ pending: [] });
    const ofBob = ((await bob.call("list_pending")).json["pending"] as { id: string }[])[0]?.id;
    const { json: stolen } = await eve.call("decide", { ids: [ofBob], decision: "approve" });
    expect(stolen["error"]).toMatchObject({ reason: "unknown_call" });
  });
});
