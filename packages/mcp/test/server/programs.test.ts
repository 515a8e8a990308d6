// Tests programs, sessions and results with clients of both SDKs.

import { describe, expect, test } from "vitest";
import { createMcpServer } from "../../src/server/index.ts";
import { connected } from "./connect.ts";
import { shop } from "./shop-tools.ts";

describe.each([1, 2] as const)("a client of SDK version %i", (version) => {
  test("runs a program that joins the results of tools", async () => {
    const { tools } = shop();
    const { call } = await connected(version, createMcpServer({ tools }).serverFor("me"));
    const { json, isError } = await call("lisp_eval", {
      program: `
        (->> (tool/shop/orders {}) (filter :paid) (group-by :customer)
             (pmap (fn [[name rows]]
                     {:city (:city (tool/crm/customer {:name name})) :count (count rows)}))
             (sort-by :count) first)`,
    });
    expect(json).toEqual({ status: "ok", value: { city: "Rome", count: 66 } });
    expect(isError).toBe(false);
  });

  test("gets the position of a mistake and a hint", async () => {
    const { call } = await connected(version, createMcpServer().serverFor("me"));
    const { json, isError } = await call("lisp_eval", { program: "(+ 1\n  (cuont [2]))" });
    expect(isError).toBe(true);
    expect(json).toMatchObject({
      status: "error",
      error: {
        reason: "analysis_error",
        message: "unknown symbol cuont (line 2, column 4)\n  (cuont [2]))\n   ^",
        line: 2,
        column: 4,
        hint: "did you mean `count` or `cond` or `conj`?",
      },
    });
  });

  test("reads context, checks the signature, and shows prints", async () => {
    const { call } = await connected(version, createMcpServer().serverFor("me"));
    const program = '(println "rows:" (count data/rows)) {:total (reduce + data/rows)}';
    const given = { program, context: { rows: [1, 2, 3] } };
    expect(await call("lisp_eval", { ...given, signature: "{total :int}" })).toEqual({
      json: { status: "ok", value: { total: 6 }, prints: "rows: 3" },
      isError: false,
    });
    const { json } = await call("lisp_eval", { ...given, signature: "{total :string}" });
    expect(json).toMatchObject({ status: "error", error: { reason: "validation_error" } });
    const wrong = await call("lisp_eval", { ...given, signature: "{total" });
    expect(wrong.json["error"]).toMatchObject({
      reason: "invalid_arguments",
      message: expect.stringContaining("signature: ") as string,
    });
  });

  test("gets a preview of a large value, which later programs of the session read", async () => {
    const { tools } = shop();
    const { call } = await connected(version, createMcpServer({ tools }).serverFor("me"));
    const { json } = await call("lisp_eval", { program: "(tool/shop/orders {})" });
    const { session, handle, shape, preview } = json;
    expect(handle).toBe("data/r1");
    expect(shape).toBe("vector of 400 maps {id, customer, amount, paid}");
    expect(JSON.stringify(preview).length).toBeLessThan(1_200);
    const program = "[(count data/r1) (:customer (last data/r1))]";
    expect((await call("lisp_eval", { program, session })).json).toEqual({
      status: "ok",
      value: [400, "dan"],
      session,
    });
    expect((await call("session_reset", { session })).json).toEqual({ existed: true });
    const later = await call("lisp_eval", { program, session });
    expect(later.json["error"]).toMatchObject({ reason: "analysis_error" });
  });
});

describe("sessions", () => {
  test("keep definitions, apart from those of clients with a session of the same name", async () => {
    const { serverFor } = createMcpServer();
    const ann = await connected(2, serverFor("ann"));
    const bob = await connected(2, serverFor("bob"));
    const session = "work";
    const defined = await ann.call("lisp_eval", { program: "(def x 1)", session });
    expect(defined.json).toMatchObject({ status: "ok", defined: ["x"], session });
    await bob.call("lisp_eval", { program: "(def x 2)", session });
    expect((await ann.call("lisp_eval", { program: "x", session })).json["value"]).toBe(1);
    expect((await bob.call("lisp_eval", { program: "x", session })).json["value"]).toBe(2);
    const again = await connected(1, serverFor("ann"));
    expect((await again.call("lisp_eval", { program: "x", session })).json["value"]).toBe(1);
  });

  test("warn about definitions without a session", async () => {
    const { call } = await connected(2, createMcpServer().serverFor("me"));
    const { json } = await call("lisp_eval", { program: "(def x 1) x" });
    expect(json["warnings"]).toEqual([
      "definitions are kept only for later programs with a `session`",
    ]);
  });

  test("run one program after the other, and refuse those beyond the queue", async () => {
    const { tools, calls } = shop();
    const { serverFor } = createMcpServer({ tools, limits: { queuedPerSession: 3 } });
    const { call } = await connected(2, serverFor("me"));
    const session = "s";
    await call("lisp_eval", { program: "(def n 0)", session });
    const program = "(def n (+ n (count (tool/shop/orders {})))) n";
    const all = await Promise.all(
      Array.from({ length: 5 }, () => call("lisp_eval", { program, session })),
    );
    const values = all.map(({ json }) => json["value"] ?? json["error"]);
    expect(values.slice(0, 4)).toEqual([400, 800, 1_200, 1_600]);
    expect(values[4]).toMatchObject({ reason: "busy" });
    expect(calls).toHaveLength(4);
  });

  test("end after a time without use", async () => {
    let now = 0;
    const clock = { now: () => now, monotonic: () => now };
    const { serverFor } = createMcpServer({ clock, limits: { sessionTtlMs: 1_000 } });
    const { call } = await connected(2, serverFor("me"));
    const session = "s";
    await call("lisp_eval", { program: "(def x 1)", session });
    now = 900;
    expect((await call("lisp_eval", { program: "x", session })).json["value"]).toBe(1);
    now = 1_800;
    expect((await call("lisp_eval", { program: "x", session })).json["value"]).toBe(1);
    now = 2_801;
    const { json } = await call("lisp_eval", { program: "x", session });
    expect(json["error"]).toMatchObject({
      message: expect.stringContaining("unknown symbol x") as string,
    });
  });

  test("are limited for each client and for the server", async () => {
    const limits = { sessionsPerClient: 2, sessions: 3 };
    const { serverFor } = createMcpServer({ limits });
    const refused = async (client: string, count: number): Promise<unknown> => {
      const { call } = await connected(2, serverFor(client));
      let last: unknown;
      for (let number = 0; number < count; number++)
        last = (await call("lisp_eval", { program: "(def x 1)", session: `s${String(number)}` }))
          .json["error"];
      return last;
    };
    expect(await refused("ann", 2)).toBeUndefined();
    expect(await refused("ann", 3)).toEqual({
      reason: "limit_exceeded",
      message: "there are 2 sessions, the most of one client: end one with session_reset (s0, s1)",
    });
    expect(await refused("bob", 2)).toMatchObject({ reason: "limit_exceeded" });
  });

  test("refuse definitions and results beyond their size", async () => {
    const { tools } = shop();
    const { serverFor } = createMcpServer({ tools, limits: { sessionBytes: 5_000 } });
    const { call } = await connected(2, serverFor("me"));
    const session = "s";
    const large = await call("lisp_eval", { program: "(def x (vec (range 9000))) 1", session });
    expect(large.json["error"]).toMatchObject({ reason: "memory_exceeded" });
    const { json } = await call("lisp_eval", { program: "(tool/shop/orders {})", session });
    expect(json).toMatchObject({
      status: "ok",
      next: expect.stringContaining("is not kept") as string,
    });
    expect(json).not.toHaveProperty("handle");
  });

  test("count the results that a waiting program has read", async () => {
    const { tools, calls } = shop();
    const { serverFor } = createMcpServer({ tools, limits: { sessionBytes: 20_000 } });
    const { call } = await connected(2, serverFor("me"));
    const program = "[(count (tool/shop/orders)) (tool/shop/refund {:id 7})]";
    expect((await call("lisp_eval", { program })).json["error"]).toEqual({
      reason: "limit_exceeded",
      message:
        "calls need approval, and the program can't be kept until then: with its results of tools " +
        "so far, it is larger than a session may be (20000 bytes): make the calls that need " +
        "approval first",
    });
    const inSession = await call("lisp_eval", {
      program: '(def x 1) (tool/shop/orders {:customer "ann"}) (tool/shop/refund {:id 7})',
      session: "s",
    });
    expect(inSession.json["status"]).toBe("approval_required");
    expect((await call("list_pending")).json["pending"]).toHaveLength(1);
    expect(calls.map(([name]) => name)).toEqual(["orders", "orders"]);
  });
});
