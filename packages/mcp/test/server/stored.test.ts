// Tests sessions and waiting programs in a store, across servers.

import { describe, expect, test } from "vitest";
import { createMemoryStore, encryptedStore, type RunStore } from "@ptc/core/store";
import { createMcpServer, type McpServerOptions } from "../../src/server/index.ts";
import { connected, type TestClient } from "./connect.ts";
import { shop, type Shop } from "./shop-tools.ts";

interface Started extends Pick<TestClient, "call">, Pick<Shop, "calls"> {}

async function started(
  store: RunStore,
  options: McpServerOptions = {},
  client = "me",
): Promise<Started> {
  const { tools, calls } = shop();
  const { serverFor } = createMcpServer({ tools, store, ...options });
  return { ...(await connected(2, serverFor(client))), calls };
}

const encryption = { current: { id: "1", key: "a secret of the host" } };
const session = "s";

describe.each([
  ["in clear", {}],
  ["encrypted", { encryption }],
])("a store %s", (_, options) => {
  test("keeps definitions, functions and large results for the next server", async () => {
    const store = createMemoryStore();
    const first = await started(store, options);
    const program = "(def base 40) (defn add [x] (+ x base)) (tool/shop/orders)";
    expect((await first.call("lisp_eval", { program, session })).json).toMatchObject({
      handle: "data/r1",
      defined: ["base", "add"],
    });
    const next = await started(store, options);
    const later = { program: "[(add 2) (count data/r1) (:customer (first data/r1))]", session };
    expect((await next.call("lisp_eval", later)).json["value"]).toEqual([42, 400, "ann"]);
    const other = await started(store, options, "other");
    expect((await other.call("lisp_eval", later)).json["status"]).toBe("error");
  });

  test("lets another server decide about calls that wait", async () => {
    const store = createMemoryStore();
    const first = await started(store, options);
    const program = "[(count (tool/shop/orders)) (tool/shop/refund {:id data/id})]";
    await first.call("lisp_eval", { program, context: { id: 7 } });
    const next = await started(store, options);
    const { pending } = (await next.call("list_pending")).json as {
      readonly pending: readonly { readonly id: string }[];
    };
    expect(pending).toMatchObject([{ tool: "shop/refund", arguments: { id: 7 } }]);
    const ids = pending.map(({ id }) => id);
    const decided = await next.call("decide", { ids, decision: "approve" });
    expect(decided.json).toEqual({ status: "ok", value: [400, "refunded 7"] });
    expect(first.calls.map(([name]) => name)).toEqual(["orders"]);
    expect(next.calls.map(([name]) => name)).toEqual(["refund"]);
    const again = await first.call("decide", { ids, decision: "approve" });
    expect(again.json["error"]).toMatchObject({ reason: "unknown_call" });
  });

  test("forgets sessions after a time, and counts those of a client", async () => {
    let now = 1_000_000;
    const clock = { now: () => now, monotonic: () => now };
    const store = createMemoryStore({ clock });
    const limits = { sessionTtlMs: 1_000, sessionsPerClient: 1 };
    const { call } = await started(store, { ...options, clock, limits });
    await call("lisp_eval", { program: "(def x 1)", session });
    const other = { program: "(def y 1)", session: "other" };
    expect((await call("lisp_eval", other)).json["error"]).toMatchObject({
      reason: "limit_exceeded",
    });
    now += 1_001;
    expect((await call("lisp_eval", other)).json["status"]).toBe("ok");
    expect((await store.list({ kind: "session" })).records).toHaveLength(1);
    expect((await call("session_reset", { session: "other" })).json).toEqual({ existed: true });
    expect((await store.list({ kind: "session" })).records).toHaveLength(0);
  });
});

describe("firewalled values", () => {
  const readToken = '(def token (:_token (tool/crm/customer {:name "ann"})))';

  test("aren't in a store without encryption, and are dropped from sessions", async () => {
    const store = createMemoryStore();
    const { call } = await started(store);
    const program = `${readToken} (def n 1) (vec (repeat 500 token))`;
    await call("lisp_eval", { program, session });
    expect(JSON.stringify(await allText(store))).not.toContain("secret-of-ann");
    expect((await call("lisp_eval", { program: "n", session })).json["value"]).toBe(1);
    const lost = await call("lisp_eval", { program: "token", session });
    expect(lost.json["status"]).toBe("error");
  });

  test("are kept in an encrypted store, and stay hidden from the client", async () => {
    const store = createMemoryStore();
    const { call } = await started(store, { encryption });
    const program = `${readToken} (tool/shop/refund {:id (count token)}) (str token "!")`;
    await call("lisp_eval", { program, session });
    expect(JSON.stringify(await allText(store))).not.toContain("secret-of-ann");
    const next = await started(store, { encryption });
    const { pending } = (await next.call("list_pending")).json as {
      readonly pending: readonly { readonly id: string }[];
    };
    const ids = pending.map(({ id }) => id);
    const { json } = await next.call("decide", { ids, decision: "approve" });
    expect(json).toMatchObject({ status: "ok", value: "<Firewalled>!" });
    const { json: later } = await next.call("lisp_eval", { program: "(str token)", session });
    expect(later["value"]).toBe("<Firewalled>");
  });
});

test("a program that waits continues after the key of the store changed, also reencrypted", async () => {
  const store = createMemoryStore();
  const first = await started(store, { encryption });
  const program =
    '(def token (:_token (tool/crm/customer {:name "ann"}))) (tool/shop/refund {:id (count token)}) (str token)';
  await first.call("lisp_eval", { program, session });
  const current = { id: "2", key: "another secret of the host" };
  const rotated = { current, previous: [encryption.current] };
  expect(await encryptedStore(store, rotated).reencrypt()).toEqual({ changed: 1, left: 0 });
  const next = await started(store, { encryption: { current } });
  const { pending } = (await next.call("list_pending")).json as {
    readonly pending: readonly { readonly id: string }[];
  };
  const ids = pending.map(({ id }) => id);
  const { json } = await next.call("decide", { ids, decision: "approve" });
  expect(json).toMatchObject({ status: "ok", value: "<Firewalled>" });
});

test("a program whose session changed elsewhere meanwhile says that it isn't kept", async () => {
  const store = createMemoryStore();
  const options = {
    tools: { change: () => other.call("lisp_eval", { program: "(def x 2)", session }) },
  };
  const other = await started(store, options);
  const { call } = await started(store, options);
  await call("lisp_eval", { program: "(def x 0)", session });
  const { json } = await call("lisp_eval", { program: "(tool/change) (def x 1)", session });
  expect(json["warnings"]).toEqual([
    "the session was not kept: another process used the session at the same time",
  ]);
  expect((await call("lisp_eval", { program: "x", session })).json["value"]).toBe(2);
});

test("a call that two servers decide about at the same time is made once", async () => {
  const store = createMemoryStore();
  const servers = [await started(store), await started(store)] as const;
  const [first] = servers;
  const { json } = await first.call("lisp_eval", { program: "(tool/shop/refund {:id 7})" });
  const ids = idsIn(json);
  const decided = await Promise.all(
    servers.map(({ call }) => call("decide", { ids, decision: "approve" })),
  );
  expect(decided.map((result) => result.json["status"]).sort()).toEqual(["error", "ok"]);
  expect(servers.flatMap(({ calls }) => calls)).toEqual([["refund", { id: 7 }]]);
});

test("a call isn't made again if the server ended while its program ran", async () => {
  const store = createMemoryStore();
  const first = await started(store);
  const program = "[(tool/shop/refund {:id 7}) (tool/wait)]";
  const { json } = await first.call("lisp_eval", { program, session });
  const ids = idsIn(json);
  const decide = { ids, decision: "approve" };
  const end = new AbortController();
  const lost = first.call("decide", decide, { signal: end.signal }).catch(() => undefined);
  while (first.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
  const next = await started(store);
  expect((await next.call("decide", decide)).json["error"]).toMatchObject({
    reason: "unknown_call",
    message:
      'these calls were decided before: their program still runs, or the server ended meanwhile, so they may have been made (session_reset with "s" drops the program)',
  });
  expect(next.calls).toEqual([]);
  end.abort();
  await lost;
});

test("decisions that don't fit leave the call waiting in the store", async () => {
  const { call, calls } = await started(createMemoryStore());
  const { json } = await call("lisp_eval", { program: "(tool/shop/refund {:id 7})" });
  const ids = idsIn(json);
  const wrong = { ids, decision: "approve", arguments: { id: "no" } };
  expect((await call("decide", wrong)).json["status"]).toBe("error");
  expect((await call("decide", { ids, decision: "approve" })).json["status"]).toBe("ok");
  expect(calls).toHaveLength(1);
});

test("the result of a program isn't lost with a store that fails after it", async () => {
  const store = createMemoryStore();
  const errors: unknown[] = [];
  const failing = {
    ...store,
    load: store.load.bind(store),
    list: store.list.bind(store),
    append: () => Promise.reject(new Error("the disk at /home/me is full")),
  };
  const { call, calls } = await started(failing, {
    onError: (error) => errors.push(error),
  });
  const program = "(def n (count (tool/shop/orders))) n";
  expect((await call("lisp_eval", { program, session })).json).toEqual({
    status: "ok",
    value: 400,
    warnings: ["the session was not kept: the server can't store it, and its log has the reason"],
    session,
  });
  expect(calls).toHaveLength(1);
  expect(errors).toHaveLength(1);
});

function idsIn(json: Readonly<Record<string, unknown>>): readonly string[] {
  const { pending } = json as { readonly pending: readonly { readonly id: string }[] };
  return pending.map(({ id }) => id);
}

async function allText(store: RunStore): Promise<readonly unknown[]> {
  const { records } = await store.list({ kind: "session" });
  return await Promise.all(records.map(({ id }) => store.load({ kind: "session", id })));
}
