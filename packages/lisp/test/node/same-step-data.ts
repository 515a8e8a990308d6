// Host data and tools of every kind, to compare the pool with this process.

import { Keyword, Vector } from "@ptc/core/values";
import { TrieSet } from "@ptc/core/internal/values";

const later = async <T>(value: T): Promise<T> => {
  await new Promise((resolve) => setImmediate(resolve));
  return value;
};

class Account {
  readonly owner = "ann";
  private readonly balances = [1, 2];
  get total(): number {
    return this.balances.length;
  }
}

const circular: Record<string, unknown> = { name: "loop" };
circular["self"] = circular;

/** Host data of every kind. */
export const context = {
  rows: [
    { id: 1, due_date: "x", $odd: 1, ":kw": 2 },
    { id: 2, 7: "seven", b: undefined },
  ],
  when: new Date(86_400_000),
  never: new Date(NaN),
  big: 2n ** 70n,
  small: 5n,
  minus: -0,
  infinite: -Infinity,
  missing: undefined,
  map: new Map<unknown, unknown>([
    [[1], "list"],
    ["name", { deep: [new Set([1, "1"])] }],
  ]),
  // eslint-disable-next-line no-sparse-arrays -- a hole is what the test is about
  holes: [1, , 3],
  bytes: new Uint8Array([1, 2, 255]),
  boxed: Object(3) as unknown,
  error: new TypeError("wrong"),
  account: new Account(),
  symbol: Symbol("s"),
  call: () => 1,
  keyword: new Keyword("paid"),
  values: [Vector.of([new Keyword("a"), TrieSet.of([1])])],
  circular,
  bare: Object.assign(Object.create(null) as object, { x: 1 }),
  regex: /x/,
  __proto__own: JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as unknown,
  get computed() {
    return { n: 1 };
  },
  get broken(): unknown {
    throw new Error("no");
  },
};

export const tools = {
  get: (args: Readonly<Record<string, unknown>>) =>
    later({ args, when: new Date(0), items: new Map([[1, new Set(["a"])]]), nothing: undefined }),
  "get-all": { description: "all", execute: () => later([1n, 2n ** 65n, NaN]) },
  kinds: (args: Readonly<Record<string, unknown>>) =>
    later(Object.values(args).map((value) => (value instanceof Date ? "date" : typeof value))),
  value: () => later({ found: new Keyword("yes"), list: Vector.of([new Keyword("a")]) }),
  fail: (args: Readonly<Record<string, unknown>>) =>
    later(args["n"]).then((n) => {
      if (n !== 1) throw new Error(`no ${JSON.stringify(n)}`);
      return n;
    }),
  failAtOnce: () => {
    throw new RangeError("at once");
  },
  failOddly: () =>
    later(null).then(() => {
      throw Object.assign(new Error("x".repeat(3000)), { stack: "/home/secret" });
    }),
  atOnce: () => 42,
  deep: () => later(new Map([["a", nestedMaps(600)]])),
};

function nestedMaps(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = new Map([["a", value]]);
  return value;
}
