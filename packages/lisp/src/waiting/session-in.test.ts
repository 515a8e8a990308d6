import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore, recordsOf, type RunStore } from "@ptc/core/store";
import { openFileStore } from "@ptc/core/store/node";
import { afterAll, describe, expect, test } from "vitest";
import {
  approve,
  deny,
  sessionIn,
  type StoreSessionOptions,
  type ToolArguments,
} from "../index.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-session-in-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const encryption = { current: { id: "1", key: "a secret of the host" } };
const places: readonly [string, () => Promise<RunStore>, StoreSessionOptions][] = [
  ["memory", () => Promise.resolve(createMemoryStore()), {}],
  ["a file", () => openFileStore(join(folder, "sessions")), {}],
  ["encrypted memory", () => Promise.resolve(createMemoryStore()), { encryption }],
];

describe.each(places)("a session in %s", (_, open, options) => {
  test("continues with functions, dates, sequences and last results", async () => {
    const store = await open();
    const first = await sessionIn(store, "a", options);
    await first.run(
      "(def base 40) (defn add [x] (+ x base)) (def odd (filter odd? (range))) (take 2 odd)",
    );
    await first.run('(def due #inst "2026-05-01T00:00:00Z") (def tags #{:a "b"}) (map add [1 2])');
    await first.run("(drop 2 odd)");
    expect(first.history).toHaveLength(3);

    const second = await sessionIn(store, "a", options);
    expect([...second.memory.names()].sort()).toEqual(["add", "base", "due", "odd", "tags"]);
    const step = await second.run(
      "[(take 2 *1) *2 *3 (add 2) (take 3 odd) (contains? tags :a) (inst? due)]",
    );
    expect(step).toMatchObject({
      return: [[5, 7], [41, 42], [1, 3], 42, [1, 3, 5], true, true],
    });
    // Two changes for each of four programs.
    const { records } = await store.list({ kind: "session" });
    expect(records).toMatchObject([{ id: "a", status: "open", version: 8 }]);
    await store.close();
  });

  test("continues a program that waits, in another process", async () => {
    const store = await open();
    let refunds = 0;
    const tools = {
      refund: {
        needsApproval: true,
        execute: ({ id }: ToolArguments) => `refund ${String(id)} ${String((refunds += 1))}`,
      },
    };
    const first = await sessionIn(store, "waits", { ...options, tools });
    await first.run("(def id 7)");
    await first.run("(def done (tool/refund {:id id})) done");
    const [newest] = (await recordsOf(store, { kind: "session" }).list()).records;
    expect(newest).toMatchObject({ id: "waits", status: "waiting" });
    const second = await sessionIn(store, "waits", { ...options, tools });
    const { source, checkpoint, pending } = second.waiting ?? expect.fail("nothing waits");
    expect(pending).toMatchObject([{ tool: "refund", arguments: { id: 7 } }]);
    const decisions = { [pending[0]?.id ?? ""]: approve() };
    const step = await second.resume(source, checkpoint, { decisions });
    expect(step).toMatchObject({ ok: true, return: "refund 7 1" });
    expect(second.waiting).toBe(undefined);
    const late = first.resume(source, checkpoint, { decisions });
    await expect(late).rejects.toMatchObject({ name: "StoreError", problem: "conflict" });
    expect(refunds).toBe(1);
    const third = await sessionIn(store, "waits", { ...options, tools });
    expect(third.waiting).toBe(undefined);
    expect(await third.run("[done *1]")).toMatchObject({
      return: ["refund 7 1", "refund 7 1"],
    });
    await store.close();
  });
});

const clockAt = (now: () => number) => ({ now, monotonic: now });

describe("two processes with one session", () => {
  test("refuses the program of the older one before it calls a tool", async () => {
    const store = createMemoryStore();
    let calls = 0;
    const tools = { count: () => (calls += 1) };
    const old = await sessionIn(store, "a", { tools });
    const present = await sessionIn(store, "a", { tools });
    expect((await present.run("(def n (tool/count))")).ok).toBe(true);
    await expect(old.run("(def n (tool/count))")).rejects.toThrow(
      'memory: the session "a" was changed or deleted by another process: open it again',
    );
    expect(calls).toBe(1);
    expect((await sessionIn(store, "a")).memory.get("n")).toBe(1);
  });

  test("refuses the definitions of a program during which another one has begun", async () => {
    const store = createMemoryStore();
    const slow = await sessionIn(store, "a", {
      tools: {
        other: async () => {
          const other = await sessionIn(store, "a");
          return (await other.run("(def n 2)")).ok;
        },
      },
    });
    const stale = slow.run("(tool/other) (def n 1)");
    await expect(stale).rejects.toMatchObject({ problem: "conflict" });
    expect(slow.memory.size).toBe(0);
    expect((await sessionIn(store, "a")).memory.get("n")).toBe(2);
  });

  test("refuses a program after the session was deleted", async () => {
    const store = createMemoryStore();
    const session = await sessionIn(store, "a", { owner: "c" });
    await session.run("(def n 1)");
    expect(await recordsOf(store, { kind: "session", owner: "c" }).delete("a")).toBe(true);
    await expect(session.run("n")).rejects.toThrow(
      'memory: the session "a" of "c" was changed or deleted by another process: open it again',
    );
  });
});

test("gives effects of later programs other addresses than those of earlier ones", async () => {
  const store = createMemoryStore();
  const turns: number[] = [];
  for (let program = 1; program <= 3; program++) {
    const session = await sessionIn(store, "a", { tools: { note: () => null } });
    const { toolCalls } = await session.run("(tool/note)");
    turns.push(...toolCalls.map(({ address }) => address.turn));
  }
  expect(turns).toEqual([1, 2, 3]);
});

test("runs programs one after the other, however they are started", async () => {
  const session = await sessionIn(createMemoryStore(), "a");
  await session.run("(def n 0)");
  await Promise.all(Array.from({ length: 5 }, () => session.run("(def n (inc n))")));
  expect(session.memory.get("n")).toBe(5);
});

test("keeps a program waiting while others fail, and drops it when one succeeds", async () => {
  const store = createMemoryStore();
  const tools = { pay: { needsApproval: true, execute: () => 1 } };
  const session = await sessionIn(store, "a", { tools });
  await session.run("(tool/pay)");
  await session.run("(/ 1 0)");
  expect((await sessionIn(store, "a")).waiting?.source).toBe("(tool/pay)");
  await session.run("(def x 1)");
  expect((await sessionIn(store, "a")).waiting).toBe(undefined);
});

test("a waiting program that fails after its decision waits no longer", async () => {
  const store = createMemoryStore();
  const tools = { pay: { needsApproval: true, execute: () => 1 } };
  const session = await sessionIn(store, "a", { tools });
  await session.run("(def x 1)");
  await session.run("(tool/pay)");
  const { source, checkpoint, pending } = session.waiting ?? expect.fail("nothing waits");
  const decisions = { [pending[0]?.id ?? ""]: deny("no") };
  expect((await session.resume(source, checkpoint, { decisions })).ok).toBe(false);
  const again = await sessionIn(store, "a");
  expect([again.waiting, again.memory.get("x")]).toEqual([undefined, 1]);
});

describe("firewalled values", () => {
  const context = { user: { name: "Ada", _iban: "DE89370400440532013000" } };
  const program =
    "(def user data/user) (def iban (:_iban data/user)) (def pair (map str [iban])) " +
    '(defn pay [] (str "to " iban)) (def name (:name user)) (str "x" iban)';

  test("aren't stored without encryption, and the next program learns why", async () => {
    const store = createMemoryStore();
    const session = await sessionIn(store, "a", { context });
    const step = await session.run(program);
    expect(step.ok && step.warnings).toEqual(
      ["user", "iban", "pair"].map(
        (name) => `${name} was not stored, because it has firewalled values`,
      ),
    );
    // In this process, they are still there.
    expect(await session.run("(pay)")).toMatchObject({ return: "to DE89370400440532013000" });
    expect(JSON.stringify(await store.load({ kind: "session", id: "a" }))).not.toContain("DE89");
    const later = await sessionIn(store, "a", { context });
    expect(await later.run("[name *1]")).toMatchObject({ return: ["Ada", null] });
    expect(await later.run("iban")).toMatchObject({
      fail: {
        message:
          "unknown symbol iban: an earlier program defined it, but it was not kept: it has firewalled values, which aren't stored without encryption",
      },
    });
  });

  test("are stored with encryption, and no text of them is in clear", async () => {
    const store = createMemoryStore();
    const session = await sessionIn(store, "a", { context, encryption });
    expect(await session.run(program)).not.toHaveProperty("warnings");
    expect(JSON.stringify(await store.load({ kind: "session", id: "a" }))).not.toContain("DE89");
    const later = await sessionIn(store, "a", { context, encryption });
    expect(await later.run("[(pay) *1]")).toMatchObject({
      return: ["to DE89370400440532013000", "xDE89370400440532013000"],
    });
    await expect(sessionIn(store, "a")).rejects.toMatchObject({ problem: "damaged" });
  });

  test("a firewall that can't mask texts is refused", async () => {
    const firewall = { hides: () => false, note: () => undefined } as never;
    await expect(sessionIn(createMemoryStore(), "a", { firewall })).rejects.toThrow(
      "option `firewall`: expected a Firewall of @ptc/core/firewall",
    );
  });
});

describe("size", () => {
  test("a program that makes the session too large fails, and the session stays as it was", async () => {
    const store = createMemoryStore();
    const session = await sessionIn(store, "a", { maximumBytes: 500 });
    await session.run("(def x 1) nil");
    const step = await session.run('(println "p") (def y (apply str (repeat 600 "z"))) nil');
    expect(step).toMatchObject({
      ok: false,
      prints: ["p"],
      fail: {
        reason: "memory_exceeded",
        message:
          "the definitions and the last results of the session take more than 500 bytes as JSON",
        details: { limit: { option: "maximumBytes", value: 500, unit: "bytes" } },
      },
    });
    expect([...step.memory.names()]).toEqual(["x"]);
    expect(await session.run("[x *1]")).toMatchObject({ return: [1, null] });
    expect(await (await sessionIn(store, "a")).run("*1")).toMatchObject({ return: [1, null] });
  });

  test("a waiting program that is too large fails instead", async () => {
    const tools = { pay: { needsApproval: true, execute: () => 1 } };
    const session = await sessionIn(createMemoryStore(), "a", { tools, maximumBytes: 300 });
    expect(await session.run("(tool/pay)")).toMatchObject({
      ok: false,
      fail: { reason: "memory_exceeded" },
    });
    expect(session.waiting).toBe(undefined);
  });
});

describe("owners", () => {
  const hostile = [
    "main",
    "@/main",
    "@a/main",
    "../main",
    "__proto__",
    "a/b",
    "%2f",
    "@%2f/x",
    "🦊",
  ];

  test("never share a session, whatever their names and ids are", async () => {
    const store = createMemoryStore();
    const owners = [undefined, ...hostile];
    for (const owner of owners)
      for (const id of hostile) {
        const session = await sessionIn(store, id, owner === undefined ? {} : { owner });
        expect(session.memory.size).toBe(0);
        await session.run(`(def mine ${JSON.stringify(`${String(owner)} ${id}`)})`);
      }
    const all = await recordsOf(store, { kind: "session" }).list({ limit: 1_000 });
    expect(all.records).toHaveLength(owners.length * hostile.length);
    expect(new Set(all.records.map(({ id, owner }) => JSON.stringify([owner, id]))).size).toBe(
      owners.length * hostile.length,
    );
    for (const owner of hostile) {
      const { records } = await recordsOf(store, { kind: "session", owner }).list();
      expect(records.map(({ id }) => id).sort()).toEqual([...hostile].sort());
      expect(new Set(records.map((record) => record.owner))).toEqual(new Set([owner]));
    }
    const own = recordsOf(store, { kind: "session", owner: "main" });
    expect(await own.delete("@a/main")).toBe(true);
    expect(await own.delete("@a/main")).toBe(false);
    expect((await sessionIn(store, "main", { owner: "a" })).memory.size).toBe(0);
    expect((await sessionIn(store, "main", { owner: "@a/main" })).memory.size).toBe(1);
  });

  test.each([
    ["", "option `owner`: expected a text of 1 to 200 characters"],
    ["x".repeat(201), "option `owner`: expected a text of 1 to 200 characters"],
    ["a\nb", "has a control character: remove or encode it"],
    ["\ud800", "has half of a surrogate pair: remove it"],
  ])("refuses the owner %j", async (owner, message) => {
    await expect(sessionIn(createMemoryStore(), "a", { owner })).rejects.toThrow(message);
  });
});

describe("time to live", () => {
  test("an expired session begins anew, and is pruned", async () => {
    let now = 1_000;
    const clock = clockAt(() => now);
    const store = createMemoryStore({ clock });
    const options = { clock, expiresAfterMs: 100, owner: "c" };
    const records = recordsOf(store, { kind: "session", owner: "c", clock });
    const session = await sessionIn(store, "a", options);
    await session.run("(def n 1)");
    now = 1_050;
    // A program that fails uses the session too.
    await session.run("(/ 1 0)");
    now = 1_149;
    expect((await records.list()).records).toMatchObject([{ id: "a", expiresAt: 1_150 }]);
    expect((await sessionIn(store, "a", options)).memory.get("n")).toBe(1);
    expect(await records.prune()).toBe(0);
    now = 1_150;
    expect((await records.list()).records).toEqual([]);
    const anew = await sessionIn(store, "a", options);
    expect([anew.memory.size, anew.history.length]).toEqual([0, 0]);
    // A program that fails must not bring the old contents back.
    await anew.run("(/ 1 0)");
    expect((await sessionIn(store, "a", options)).memory.size).toBe(0);
    now = 2_000;
    expect(await records.prune()).toBe(1);
    expect(await store.load({ kind: "session", id: "@c/a" })).toBe(undefined);
  });

  test("sessions without a change for some time are pruned, those of one owner or all", async () => {
    let now = 0;
    const clock = clockAt(() => now);
    const store = createMemoryStore({ clock });
    for (const owner of ["c", "d"])
      for (const id of ["old", "new"]) {
        now = id === "old" ? 0 : 1_000;
        await (await sessionIn(store, id, { owner, clock })).run("1");
      }
    now = 1_500;
    const ofOwner = recordsOf(store, { kind: "session", owner: "c", clock });
    expect(await ofOwner.prune({ unchangedMs: 1_000 })).toBe(1);
    expect((await ofOwner.list()).records.map(({ id }) => id)).toEqual(["new"]);
    const all = recordsOf(store, { kind: "session", clock });
    expect(await all.prune({ unchangedMs: 1_000 })).toBe(1);
    expect((await all.list()).records).toHaveLength(2);
  });
});

test.each([
  ['{"format":"ptc-chat","version":1}', "damaged", "its contents aren't a session"],
  ["[]", "damaged", "its contents aren't a session"],
  ['{"format":"ptc-session","version":2}', "newer_schema", "it has version 2"],
  ['{"format":"ptc-session","version":1,"memory":3}', "damaged", "its definitions can't be read"],
  [
    '{"format":"ptc-session","version":1,"memory":{"x":{"$what":1}}}',
    "damaged",
    "its definitions can't be read",
  ],
])("refuses the contents %j", async (snapshot, problem, message) => {
  const store = createMemoryStore();
  const key = { kind: "session", id: "a" } as const;
  await store.append([{ key, version: 0, head: { status: "open" }, snapshot }]);
  const opened = sessionIn(store, "a");
  await expect(opened).rejects.toMatchObject({ problem });
  await expect(opened).rejects.toThrow(`memory: the session "a": ${message}`);
});

test("refuses options that the session itself sets, and unknown ones", async () => {
  for (const option of ["memory", "history", "turn", "returns", "expiresafterMs"])
    await expect(sessionIn(createMemoryStore(), "a", { [option]: 1 })).rejects.toThrow(option);
  await expect(sessionIn(createMemoryStore(), "a", { expiresAfterMs: 0 })).rejects.toThrow(
    "option `expiresAfterMs`: expected a whole number from 1",
  );
});
