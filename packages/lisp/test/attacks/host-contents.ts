// Bytes, collections, dates, scalars and odd prototypes of the host.

import { setFlagsFromString } from "node:v8";
import { createContext, runInContext, runInThisContext } from "node:vm";
import { notJson, ofClass, type HostValueCase } from "./host-value-case.ts";

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

/**
 * Returns an object whose `typeof` is undefined, like `document.all` in a browser. V8 can create
 * one if natives syntax is allowed.
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

export const hostContents: readonly HostValueCase[] = [
  // Bytes
  { name: "bytes", make: () => new Uint8Array([1, 255]), seen: "[1 255]", journal: ofClass },
  {
    name: "bytes with a custom length",
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
  {
    name: "an ArrayBuffer",
    make: () => new ArrayBuffer(8),
    seen: "[0 0 0 0 0 0 0 0]",
    journal: ofClass,
  },
  {
    name: "a SharedArrayBuffer",
    make: () => new SharedArrayBuffer(8),
    seen: "[0 0 0 0 0 0 0 0]",
    journal: ofClass,
  },
  {
    name: "a DataView that claims to be bytes",
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
    name: "a Map of a custom class",
    make: () => new LyingMap([["a", 1]]),
    seen: '{"a" 1}',
    journal: ofClass,
  },
  { name: "a Set", make: () => new Set([1, "a"]), seen: '#{1 "a"}', journal: ofClass },
  { name: "a WeakMap", make: () => new WeakMap([[{}, 1]]), seen: '"#<WeakMap>"', journal: ofClass },
  { name: "a WeakRef", make: () => new WeakRef({ a: 1 }), seen: '"#<WeakRef>"', journal: ofClass },
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
    name: "a Date of a custom class",
    make: () => new LyingDate(0),
    seen: '#inst "1970-01-01T00:00:00Z"',
    journal: ofClass,
  },
  {
    name: "an invalid Date",
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
    seen: '["#<Symbol>"]',
    journal: ofClass,
  },
  { name: "a RegExp", make: () => ({ r: /a/u }), seen: '{"r" "/a/u"}', journal: ofClass },
  {
    name: "a URL",
    make: () => ({ u: new URL("https://example.org/a?b=1") }),
    seen: '{"u" "https://example.org/a?b=1"}',
    journal: ofClass,
  },
  {
    name: "the parameters of a URL",
    make: () => new URLSearchParams({ a: "1 2" }),
    seen: '"a=1+2"',
    journal: ofClass,
  },
  { name: "a Response", make: () => new Response("x"), seen: '"#<Response>"', journal: ofClass },
  {
    name: "a Request",
    make: () => new Request("https://example.org"),
    seen: '"#<Request>"',
    journal: ofClass,
  },
  { name: "a Blob", make: () => new Blob(["x"]), seen: '"#<Blob>"', journal: ofClass },
  {
    name: "a stream",
    make: () => ({ s: new ReadableStream() }),
    seen: '{"s" "#<ReadableStream>"}',
    journal: ofClass,
  },
  {
    name: "a bigint",
    make: () => ({ n: 2n ** 70n }),
    seen: '{"n" 1180591620717411303424}',
    journal: notJson("bigint"),
  },
  { name: "numbers beyond JSON", make: () => [NaN, Infinity, -0], seen: "[##NaN ##Inf 0]" },
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
    seen: '"#<Object>"',
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
