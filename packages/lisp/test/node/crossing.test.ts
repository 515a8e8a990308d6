// Host data crosses to a process as data. Of the host, only own accessors run, each once, and a
// program sees the same as in process.

import { expect, test } from "vitest";
import { run } from "../../src/index.ts";
import { testPools } from "./pools.ts";

const { poolOf } = testPools();

const ran = (what: string) => (): never => {
  throw new Error(`${what} ran`);
};

/** Counts how often its field is read. */
function counting(): { readonly value: object; readonly reads: () => number } {
  let reads = 0;
  const value = {
    get field() {
      return ++reads;
    },
  };
  return { value, reads: () => reads };
}

function endless(): unknown[] {
  return Object.defineProperty([1, 2], Symbol.iterator, {
    value: function* () {
      for (;;) yield 1;
    },
  });
}

const cases: readonly (readonly [string, () => unknown, string])[] = [
  ["an array with an endless iterator", endless, "(count %)"],
  [
    "an array whose methods run code",
    () => Object.assign([1, 2], { map: ran("map"), slice: ran("slice"), toJSON: ran("toJSON") }),
    "%",
  ],
  [
    "a Map and a Set with iterators of their own",
    () => [
      Object.defineProperty(new Map([["a", 1]]), Symbol.iterator, { value: ran("iterator") }),
      Object.defineProperty(new Set([1]), Symbol.iterator, { value: ran("iterator") }),
    ],
    "%",
  ],
  [
    "a typed array that lies",
    () =>
      Object.defineProperties(new Uint8Array([1, 2]), {
        constructor: { get: ran("constructor") },
        byteLength: { get: ran("byteLength") },
        buffer: { get: ran("buffer") },
      }),
    "(vec %)",
  ],
  [
    "a typed array of a class of its own",
    () => new (class extends Int16Array {})([7, 8]),
    "(vec %)",
  ],
  ["shared bytes", () => new Uint8Array(new SharedArrayBuffer(2)), "(vec %)"],
  ["a Buffer", () => Buffer.from("ab"), "(vec %)"],
  [
    "an accessor that throws",
    () => ({
      a: 1,
      get b(): never {
        throw new Error("read");
      },
    }),
    "%",
  ],
  ["an element that throws", () => Object.defineProperty([1, 2], 0, { get: ran("get") }), "%"],
  ["a function", () => ({ f: () => "canary", list: [() => "canary"] }), "%"],
  [
    "an accessor that answers with a function the second time",
    () => {
      let reads = 0;
      return {
        get f() {
          return reads++ === 0 ? 1 : () => "canary";
        },
      };
    },
    "%",
  ],
  ["an object with toJSON", () => ({ a: 1, toJSON: ran("toJSON") }), "%"],
  ["an error", () => Object.assign(new Error("no"), { extra: 1 }), "%"],
  ["a Date of a class of its own", () => new (class extends Date {})(0), "%"],
  ["an array with a hole", () => Object.assign([1], { 2: 3 }), "%"],
  ["fields of a prototype", () => JSON.parse('{"__proto__":{"a":1}}') as unknown, "%"],
  [
    "shared parts",
    () => {
      const shared = { a: [1] };
      return [shared, shared];
    },
    "%",
  ],
];

test("host data crosses to a pool as in process, as a tool result and in the context", async () => {
  const pool = poolOf();
  for (const [name, make, shown] of cases) {
    const inContext = shown.replace("%", "data/value");
    const answered = `(let [value (tool/t {})] ${shown.replace("%", "value")})`;
    for (const [source, options] of [
      [inContext, (): object => ({ context: { value: make() } })],
      [answered, (): object => ({ tools: { t: make } })],
    ] as const) {
      const here = await run(source, { ...options(), runId: "r", collections: "native" });
      const there = await pool.run(source, { ...options(), runId: "r", collections: "native" });
      expect([name, source, there.ok ? there.return : there.fail]).toEqual([
        name,
        source,
        here.ok ? here.return : here.fail,
      ]);
      expect(JSON.stringify(there.ok ? there.return : there.fail)).not.toContain("canary");
    }
  }
});

test("reads an accessor once, wherever it is", async () => {
  const pool = poolOf();
  const [context, inside, answer, shared, memory] = [
    counting(),
    counting(),
    counting(),
    counting(),
    counting(),
  ];
  expect(await pool.run("data/field", { context: context.value as never })).toMatchObject({
    return: 1,
  });
  expect(
    await pool.run("[(:field data/inside) (:field (tool/t {})) (:field held)]", {
      context: { inside: inside.value },
      tools: { t: () => answer.value },
      memory: { held: memory.value },
    }),
  ).toMatchObject({ return: [1, 1, 1] });
  const handle = pool.share(shared.value as never);
  expect(await pool.run("data/field", { context: handle })).toMatchObject({ return: 1 });
  expect([context, inside, answer, shared, memory].map(({ reads }) => reads())).toEqual([
    1, 1, 1, 1, 1,
  ]);
});

test("rejects a function of another run as data", async () => {
  const made = await run("[(fn [x] (str x :canary)) 1]", { collections: "language" });
  if (!made.ok) throw new Error(made.fail.message);
  const options = { context: { value: made.value }, tools: { t: () => made.value } };
  for (const source of ["data/value", "(tool/t {})"])
    expect(await poolOf().run(source, options)).toMatchObject({ return: ["#<function>", 1] });
});

test("rejects an array that claims to be enormous", async () => {
  const value = Object.assign([], { length: 4_000_000_000 });
  expect(await poolOf().run("(tool/t {})", { tools: { t: () => value } })).toMatchObject({
    ok: false,
    fail: {
      reason: "tool_error",
      message:
        "tool/t failed: an array of more than 20000000 elements cannot be sent to another process",
    },
  });
});

test(
  "the host runs other tasks while a long tool result is copied for a process",
  { tags: "full" },
  async () => {
    let tasks = 0;
    let tasksDuringCopy = 0;
    const timer = setInterval(() => tasks++, 1);
    const rows = (): unknown[] => {
      const result: object[] = Array.from({ length: 200_000 }, (_, id) => ({ id, name: "a" }));
      const before = tasks;
      const last = {
        get id() {
          tasksDuringCopy = tasks - before;
          return 7;
        },
      };
      return [...result, last];
    };
    const step = await poolOf().run("(let [rows (tool/rows)] [(count rows) (:id (last rows))])", {
      tools: { rows },
      limits: { timeoutMs: 60_000 },
    });
    clearInterval(timer);
    expect(step).toMatchObject({ ok: true, return: [200_001, 7] });
    expect(tasksDuringCopy).toBeGreaterThan(1);
  },
);

test("a long tool result with a Proxy at its end fails the call, as a short one does", async () => {
  const rows = (length: number) => (): unknown[] => [
    ...Array.from({ length }, (_, id) => ({ id })),
    new Proxy({}, {}),
  ];
  const source = "(try (tool/rows) (catch Exception e (ex-message e)))";
  const pool = poolOf();
  const [short, long] = [
    await pool.run(source, { tools: { rows: rows(1) } }),
    await pool.run(source, { tools: { rows: rows(20_000) }, limits: { timeoutMs: 60_000 } }),
  ];
  expect(short.ok && short.return).toContain("a Proxy cannot be sent to another process");
  expect(long.ok && long.return).toBe(short.ok && short.return);
  expect(long.toolCalls).toMatchObject([{ error: "a Proxy cannot be sent to another process" }]);
});
