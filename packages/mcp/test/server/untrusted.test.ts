// Tests what untrusted clients, programs and tools can do to a server.

import { describe, expect, test } from "vitest";
import { createMcpServer, type McpServerOptions } from "../../src/server/index.ts";
import { connected, type TestClient } from "./connect.ts";
import { shop } from "./shop-tools.ts";

async function client(options: McpServerOptions = {}): Promise<TestClient["call"]> {
  return (await connected(2, createMcpServer(options).serverFor("me"))).call;
}

describe("arguments", () => {
  test("of wrong types and sizes are refused with what to pass", async () => {
    const limits = { programChars: 100, contextChars: 2_000 };
    const call = await client({ limits });
    const messages: unknown[] = [];
    for (const [name, args] of [
      ["lisp_eval", {}],
      ["lisp_eval", { program: 1 }],
      ["lisp_eval", { program: "1".repeat(101) }],
      ["lisp_eval", { programm: "1" }],
      ["lisp_eval", { program: "1", session: "" }],
      ["lisp_eval", { program: "1", session: "a/b\n" }],
      ["lisp_eval", { program: "1", context: [1] }],
      ["lisp_eval", { program: "1", context: { text: "x".repeat(2_000) } }],
      ["lisp_eval", { program: "1", context: nested(101) }],
      ["search_tools", { query: "x", limit: 1_000 }],
      ["decide", { ids: [], decision: "approve" }],
      ["decide", { ids: ["a/1", "b/1"], decision: "approve" }],
      ["no_such_tool", {}],
    ] as const) {
      const { json, isError } = await call(name, args);
      expect(isError).toBe(true);
      messages.push((json["error"] as { readonly message: string }).message);
    }
    expect(messages).toEqual([
      "program: it is missing: pass a string",
      "program: pass a string, not a number",
      "program: it has 101 characters, and the most are 100",
      "programm: there is no such argument: did you mean `program`?",
      "session: use 1 to 64 letters, digits, and - _ . in it",
      "session: use 1 to 64 letters, digits, and - _ . in it",
      "context: pass a JSON object, not a list",
      "context: it is larger than 2000 characters: pass less, or read the data with a tool in the program",
      "context: it is nested deeper than 100 levels",
      "limit: pass a whole number from 1 to 50",
      "ids: pass a list of strings",
      "ids: they are of several programs: decide about each",
      'this server has no tool "no_such_tool"; programs of lisp_eval call the tools that search_tools finds',
    ]);
  });

  test("with names of object members are names like any other", async () => {
    const call = await client();
    for (const session of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      expect((await call("lisp_eval", { program: "(def x 1) x", session })).json).toEqual({
        status: "ok",
        value: 1,
        defined: ["x"],
        session,
      });
      expect((await call("session_reset", { session })).json).toEqual({ existed: true });
    }
    const context = JSON.parse('{"__proto__": {"a": 1}, "toString": 2}') as object;
    const program = "[(:a data/__proto__) data/toString]";
    expect((await call("lisp_eval", { program, context })).json["value"]).toEqual([1, 2]);
    for (const id of ["__proto__", "constructor/1/0", "/", ""]) {
      const { json } = await call("decide", { ids: [id], decision: "approve" });
      expect(json["error"]).toMatchObject({ reason: "unknown_call" });
    }
    const { json } = await call("describe_tool", { name: "__proto__" });
    expect(json["error"]).toMatchObject({ reason: "unknown_tool" });
  });
});

function nested(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

describe("programs", () => {
  test("that never end, print or return too much end at their limits", async () => {
    const call = await client({ programLimits: { steps: 5_000_000 } });
    const endless = await call("lisp_eval", { program: "(loop [] (recur))" });
    expect(endless.json["status"]).toBe("error");
    const program =
      '(dotimes [n 1000] (println (apply str (repeat 100 "x")))) (vec (range 100000))';
    const { json } = await call("lisp_eval", { program });
    expect(JSON.stringify(json).length).toBeLessThan(10_000);
    expect(json["handle"]).toBe("data/r1");
  });

  test("are cancelled with their request, also while a tool hangs", async () => {
    const { tools, calls } = shop();
    const call = await client({ tools });
    const stop = new AbortController();
    const running = call(
      "lisp_eval",
      { program: "(tool/wait)", session: "s" },
      { signal: stop.signal },
    );
    const next = call(
      "lisp_eval",
      { program: "(tool/wait)", session: "s" },
      { signal: stop.signal },
    );
    const settled = Promise.allSettled([running, next]);
    while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await call("lisp_eval", { program: "1", session: "s" })).json["value"]).toBe(1);
    // The second program never began.
    expect(calls.map(([name]) => name)).toEqual(["wait", "aborted"]);
  });

  test("can't be queued without end", async () => {
    const { tools, calls } = shop();
    const call = await client({ tools, limits: { running: 1, queued: 1 } });
    const stop = new AbortController();
    const { signal } = stop;
    const hanging = [1, 2].map(() =>
      call("lisp_eval", { program: "(tool/wait)" }, { signal }).catch(() => undefined),
    );
    while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect((await call("lisp_eval", { program: "1" })).json["error"]).toMatchObject({
      reason: "busy",
    });
    stop.abort();
    await Promise.all(hanging);
    expect((await call("lisp_eval", { program: "1" })).json["value"]).toBe(1);
  });

  test("that request too many approvals at once make none", async () => {
    const { tools, calls } = shop();
    const call = await client({ tools, limits: { pendingCalls: 10 } });
    const program = "(pmap #(tool/shop/refund {:id %}) (range 11))";
    const { json } = await call("lisp_eval", { program });
    expect(json["error"]).toMatchObject({ reason: "limit_exceeded" });
    expect(calls).toEqual([]);
    expect((await call("list_pending")).json).toEqual({ pending: [] });
  });
});

describe("firewalled values", () => {
  test("of tools never reach the client, also through later programs and results", async () => {
    const { tools } = shop();
    const call = await client({ tools });
    const session = "s";
    const secret = "secret-of-ann";
    const seen: unknown[] = [];
    for (const program of [
      '(tool/crm/customer {:name "ann"})',
      '(def t (:_token (tool/crm/customer {:name "ann"}))) (println t) (str t "!")',
      '(str t "?")',
      "(vec (repeat 500 t))",
      "(str (first data/r1) (count data/r1))",
      "(throw (ex-info (str t) {}))",
      "(tool/shop/refund {:id (str t)})",
    ])
      seen.push((await call("lisp_eval", { program, session })).json);
    seen.push((await call("list_pending")).json);
    expect(JSON.stringify(seen)).not.toContain(secret);
    expect(seen[0]).toMatchObject({ value: { name: "ann", _token: "<Firewalled>" } });
    expect(seen[4]).toMatchObject({ value: "<Firewalled>500" });
  });

  test("survive a wait for a decision", async () => {
    const { tools, calls } = shop();
    const call = await client({ tools });
    const program = `
      (let [token (:_token (tool/crm/customer {:name "ann"}))]
        (tool/shop/refund {:id 1})
        [(count token) token])`;
    const { json } = await call("lisp_eval", { program });
    const ids = (json["pending"] as readonly { readonly id: string }[]).map(({ id }) => id);
    const decided = await call("decide", { ids, decision: "approve" });
    expect(decided.json["value"]).toEqual(["secret-of-ann".length, "<Firewalled>"]);
    expect(calls.map(([name]) => name)).toEqual(["customer", "refund"]);
  });
});

test("errors of the host are reported to it, and the client doesn't see their texts", async () => {
  const errors: unknown[] = [];
  const call = await client({
    tools: () => Promise.reject(new Error("the password is hunter2")),
    onError: (error) => errors.push(error),
  });
  const { json } = await call("lisp_eval", { program: "1" });
  expect(JSON.stringify(json)).not.toContain("hunter2");
  expect(errors).toHaveLength(1);
});

test("a wrong option or client throws with its name", () => {
  expect(() => createMcpServer({ toools: {} } as McpServerOptions)).toThrow("option `toools`");
  expect(() => createMcpServer({ limits: { sessions: 0 } })).toThrow("option `limits.sessions`");
  expect(() => createMcpServer().serverFor("a\nb")).toThrow("option `client`");
});
