// Values of the host that are no plain data, and what each becomes for a program: by whatever way
// it comes (the answer of a tool, at once or later; the context; memory), and what a journal that
// holds it is told. The table of docs/threat-model.md is this one.

import { setFlagsFromString } from "node:v8";
import { createContext, runInContext, runInThisContext } from "node:vm";

export interface HostValueCase {
  readonly name: string;
  readonly make: () => unknown;
  /** What the program sees of it, printed. */
  readonly seen: string;
  /**
   * Where a journal holds it: what `task` answers, printed, or the error it is told; the same as
   * `seen` when absent.
   */
  readonly journal?: string;
}

const notJson = (kind: string): string => `error: expected JSON, got ${kind}`;
const ofClass = notJson("an object of a class");
const unreadable = "error: it cannot be read";

class Account {
  readonly id = 7;
  readonly #secret = "hidden";

  get secret(): string {
    return this.#secret;
  }

  toJSON(): string {
    return "from toJSON";
  }
}

class LyingDate extends Date {
  override getTime(): number {
    throw new Error("asked");
  }

  override valueOf(): number {
    return 1;
  }
}

class LyingMap<Key, Item> extends Map<Key, Item> {
  override entries(): MapIterator<[Key, Item]> {
    throw new Error("asked");
  }

  override [Symbol.iterator](): MapIterator<[Key, Item]> {
    throw new Error("asked");
  }
}

class LyingArray<Item> extends Array<Item> {
  static override get [Symbol.species](): ArrayConstructor {
    throw new Error("asked");
  }

  override map(): never {
    throw new Error("asked");
  }
}

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function throwing(): never {
  throw new Error("at /secret/place.ts:1:2");
}

function cyclic(): object {
  const object: Record<string, unknown> = { name: "x" };
  object["self"] = object;
  return object;
}

/**
 * What `typeof` calls undefined although it is an object, as `document.all` is in a browser. V8
 * makes one when it may be asked.
 */
function undetectable(): unknown {
  setFlagsFromString("--allow-natives-syntax");
  try {
    return runInThisContext("%GetUndetectable()") as unknown;
  } finally {
    setFlagsFromString("--no-allow-natives-syntax");
  }
}

function foreign(source: string): unknown {
  return runInContext(source, createContext({}));
}

function withHoles(): unknown[] {
  const list: unknown[] = [1];
  list[3] = 2;
  return list;
}

export const hostValueCases: readonly HostValueCase[] = [
  // Accessors
  {
    name: "a getter",
    make: () => ({
      get a() {
        return 1;
      },
    }),
    seen: '{"a" 1}',
  },
  {
    name: "a getter that throws",
    make: () => ({
      get a() {
        return throwing();
      },
      b: 1,
    }),
    seen: '{"a" nil, "b" 1}',
    journal: unreadable,
  },
  {
    name: "a setter alone",
    make: () => Object.defineProperty({}, "a", { set: () => undefined, enumerable: true }),
    seen: '{"a" nil}',
    journal: notJson("undefined"),
  },
  {
    name: "a getter in an array",
    make: () => Object.defineProperty([1, 2], 0, { get: throwing }),
    seen: "[nil 2]",
    journal: unreadable,
  },
  {
    name: "a hidden field",
    make: () => Object.defineProperty({ a: 1 }, "b", { value: 2 }),
    seen: '{"a" 1}',
  },
  // Instances
  {
    name: "a class instance with private parts and toJSON",
    make: () => new Account(),
    seen: '{"id" 7}',
    journal: ofClass,
  },
  {
    name: "an object with its own toJSON",
    make: () => ({ a: 1, toJSON: throwing }),
    seen: '{"a" 1, "toJSON" "#<function>"}',
    journal: notJson("function"),
  },
  {
    name: "an inspect method of its own",
    make: () => ({ a: 1, [Symbol.for("nodejs.util.inspect.custom")]: throwing }),
    seen: '{"a" 1}',
  },
  {
    name: "an object that converts itself",
    make: () => ({ [Symbol.toPrimitive]: throwing, valueOf: throwing, a: 1 }),
    seen: '{"valueOf" "#<function>", "a" 1}',
    journal: notJson("function"),
  },
  {
    name: "a tag that throws",
    make: () =>
      new (class {
        readonly a = 1;
        get [Symbol.toStringTag](): string {
          return throwing();
        }
      })(),
    seen: "nil",
    journal: ofClass,
  },
  { name: "an array of a class of its own", make: () => LyingArray.from([1, 2]), seen: "[1 2]" },
  {
    name: "an object whose prototype is data",
    make: () => Object.create({ inherited: 1 }) as object,
    seen: "{}",
    journal: ofClass,
  },
  // Functions and symbols
  {
    name: "a function",
    make: () => ({ f: throwing }),
    seen: '{"f" "#<function>"}',
    journal: notJson("function"),
  },
  {
    name: "a class",
    make: () => ({ f: Account }),
    seen: '{"f" "#<function>"}',
    journal: notJson("function"),
  },
  {
    name: "the function constructor",
    make: () => ({ f: Function }),
    seen: '{"f" "#<function>"}',
    journal: notJson("function"),
  },
  {
    name: "an async generator",
    make: () => ({
      f: (async function* () {
        yield await Promise.resolve(1);
      })(),
    }),
    seen: '{"f" {}}',
    journal: ofClass,
  },
  {
    name: "a symbol",
    make: () => ({ s: Symbol("x") }),
    seen: '{"s" "#<symbol>"}',
    journal: notJson("symbol"),
  },
  { name: "a symbol as key", make: () => ({ [Symbol("x")]: 1, a: 2 }), seen: '{"a" 2}' },
  // Thenables
  {
    name: "a promise inside",
    make: () => ({ p: Promise.resolve(1) }),
    seen: '{"p" {}}',
    journal: ofClass,
  },
  {
    name: "a thenable inside",
    make: () => ({ p: { then: throwing } }),
    seen: '{"p" {"then" "#<function>"}}',
    journal: notJson("function"),
  },
  // Errors
  {
    name: "an error",
    make: () => ({ e: Object.assign(new TypeError("bad"), { code: "E1" }) }),
    seen: '{"e" {"name" "TypeError", "message" "bad"}}',
    journal: ofClass,
  },
  {
    name: "an error whose message throws",
    make: () => ({ e: Object.defineProperty(new Error("x"), "message", { get: throwing }) }),
    seen: '{"e" {"name" "Error", "message" nil}}',
    journal: ofClass,
  },
  {
    name: "an error that causes itself",
    make: () => {
      const e = new Error("x");
      e.cause = e;
      return { e };
    },
    seen: '{"e" {"name" "Error", "message" "x"}}',
    journal: ofClass,
  },
  // Arrays
  {
    name: "an array with holes",
    make: withHoles,
    seen: "[1 nil nil 2]",
    journal: notJson("undefined"),
  },
  { name: "an array with fields", make: () => Object.assign([1], { a: 2 }), seen: "[1]" },
  // Proxies
  {
    name: "a revoked proxy",
    make: () => ({ p: revoked({}) }),
    seen: '{"p" nil}',
    journal: unreadable,
  },
  {
    name: "a revoked proxy of an array",
    make: () => ({ p: revoked([]) }),
    seen: '{"p" nil}',
    journal: unreadable,
  },
  {
    name: "a proxy whose traps throw",
    make: () => ({
      p: new Proxy(
        { a: 1 },
        { ownKeys: throwing, get: throwing, getOwnPropertyDescriptor: throwing },
      ),
    }),
    seen: '{"p" {}}',
    journal: unreadable,
  },
  {
    name: "a proxy that has no prototype to tell",
    make: () => ({ p: new Proxy({}, { getPrototypeOf: throwing }) }),
    seen: '{"p" nil}',
    journal: unreadable,
  },
  // Bytes
  { name: "bytes", make: () => new Uint8Array([1, 255]), seen: "[1 255]", journal: ofClass },
  {
    name: "bytes with a length of their own",
    make: () => Object.defineProperty(new Uint8Array([1]), "length", { value: 4_000_000_000 }),
    seen: "[1]",
    journal: ofClass,
  },
  { name: "a Node buffer", make: () => Buffer.from("hi"), seen: "[104 105]", journal: ofClass },
  {
    name: "large integers",
    make: () => new BigInt64Array([1n, 2n ** 60n]),
    seen: "[1 1152921504606846976]",
    journal: ofClass,
  },
  {
    name: "bytes that are shared",
    make: () => new Uint8Array(new SharedArrayBuffer(2)),
    seen: "[0 0]",
    journal: ofClass,
  },
  { name: "an ArrayBuffer", make: () => new ArrayBuffer(8), seen: "{}", journal: ofClass },
  {
    name: "a SharedArrayBuffer",
    make: () => new SharedArrayBuffer(8),
    seen: "{}",
    journal: ofClass,
  },
  {
    name: "a DataView that says it is bytes",
    make: () =>
      Object.assign(new DataView(new ArrayBuffer(2)), { BYTES_PER_ELEMENT: 1, length: 9 }),
    seen: '{"BYTES_PER_ELEMENT" 1, "length" 9}',
    journal: ofClass,
  },
  // Collections
  {
    name: "a Map",
    make: () =>
      new Map<unknown, unknown>([
        ["a", 1],
        [2, [3]],
      ]),
    seen: '{"a" 1, 2 [3]}',
    journal: ofClass,
  },
  {
    name: "a Map of a class of its own",
    make: () => new LyingMap([["a", 1]]),
    seen: '{"a" 1}',
    journal: ofClass,
  },
  { name: "a Set", make: () => new Set([1, "a"]), seen: '#{1 "a"}', journal: ofClass },
  { name: "a WeakMap", make: () => new WeakMap([[{}, 1]]), seen: "{}", journal: ofClass },
  { name: "a WeakRef", make: () => new WeakRef({ a: 1 }), seen: "{}", journal: ofClass },
  {
    name: "an object that only claims to be a Map",
    make: () => ({ a: Object.assign(Object.create(Map.prototype) as object, { a: 1 }) }),
    seen: '{"a" {"a" 1}}',
    journal: ofClass,
  },
  // Dates and primitives
  {
    name: "a Date",
    make: () => new Date(0),
    seen: '#inst "1970-01-01T00:00:00Z"',
    journal: ofClass,
  },
  {
    name: "a Date of a class of its own",
    make: () => new LyingDate(0),
    seen: '#inst "1970-01-01T00:00:00Z"',
    journal: ofClass,
  },
  {
    name: "a Date that is none",
    make: () => ({ d: new Date(NaN) }),
    seen: '{"d" nil}',
    journal: ofClass,
  },
  {
    name: "boxed primitives",
    make: () => ["x", 1, false, 2n].map((value): unknown => Object(value)),
    seen: '["x" 1 false 2]',
    journal: ofClass,
  },
  {
    name: "a boxed symbol",
    make: () => [Symbol("x")].map((value): unknown => Object(value)),
    seen: "[{}]",
    journal: ofClass,
  },
  { name: "a RegExp", make: () => ({ r: /a/u }), seen: '{"r" {}}', journal: ofClass },
  {
    name: "a bigint",
    make: () => ({ n: 2n ** 70n }),
    seen: '{"n" 1180591620717411303424}',
    journal: notJson("bigint"),
  },
  { name: "numbers that JSON has not", make: () => [NaN, Infinity, -0], seen: "[##NaN ##Inf 0]" },
  {
    name: "undefined",
    make: () => ({ u: undefined }),
    seen: '{"u" nil}',
    journal: notJson("undefined"),
  },
  {
    name: "an object that typeof calls undefined",
    make: () => ({ u: undetectable() }),
    seen: '{"u" nil}',
    journal: notJson("undefined"),
  },
  { name: "a lone surrogate", make: () => ({ "\ud800": "\udfff" }), seen: '{"\ud800" "\udfff"}' },
  // Names of the prototype
  {
    name: "prototype names as own fields",
    make: () =>
      JSON.parse(
        '{"__proto__":{"a":1},"constructor":2,"prototype":3,"toString":4,"valueOf":5}',
      ) as unknown,
    seen: '{"__proto__" {"a" 1}, "constructor" 2, "prototype" 3, "toString" 4, "valueOf" 5}',
  },
  {
    name: "a prototype set by a literal",
    make: () => ({ __proto__: { inherited: 1 } }),
    seen: "{}",
    journal: ofClass,
  },
  {
    name: "an object without prototype",
    make: () => Object.assign(Object.create(null) as object, { a: 1 }),
    seen: '{"a" 1}',
  },
  {
    name: "an object of another realm",
    make: () => foreign("({ a: [1, { b: 2 }], d: new Date(0) }).a"),
    seen: '[1 {"b" 2}]',
  },
  {
    name: "a function of another realm",
    make: () => foreign("[Function, { f: () => 1 }]"),
    seen: '["#<function>" {"f" "#<function>"}]',
    journal: notJson("function"),
  },
];

/**
 * Data that refers to itself or is nested very deep: what it comes to when all of it is asked for.
 */
export const endlessCases: readonly {
  readonly name: string;
  readonly make: () => unknown;
  readonly reason: string;
}[] = [
  { name: "an object in itself", make: cyclic, reason: "depth_exceeded" },
  {
    name: "an array in itself",
    make: () => {
      const list: unknown[] = [];
      list.push(list);
      return list;
    },
    reason: "depth_exceeded",
  },
  {
    name: "a tower of 100,000 arrays",
    make: () => {
      let list: unknown[] = [];
      for (let level = 0; level < 100_000; level++) list = [list];
      return list;
    },
    reason: "depth_exceeded",
  },
  {
    name: "a Map in itself",
    make: () => {
      const map = new Map<string, unknown>();
      return map.set("self", map);
    },
    reason: "tool_error",
  },
  {
    name: "a Set in itself",
    make: () => {
      const set = new Set();
      return set.add(set);
    },
    reason: "tool_error",
  },
  {
    name: "an array of four thousand million holes",
    make: () => {
      const list: unknown[] = [];
      list.length = 4_294_967_295;
      return list;
    },
    reason: "memory_exceeded",
  },
  {
    name: "two branches into itself",
    make: () => {
      const list: unknown[] = [];
      list.push(list, list);
      return list;
    },
    reason: "depth_exceeded",
  },
];
