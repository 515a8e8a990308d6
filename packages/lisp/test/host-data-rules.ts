// The rows of the table in docs/reference/host-values.md: each kind of host value, its form in a
// program, and a value that shows it.

export interface HostDataRule {
  /** The two cells of the table. */
  readonly kind: string;
  readonly becomes: string;
  readonly make: () => unknown;
  /** The value in a program, printed. */
  readonly seen: string;
  /** The warning of the step, after the location; absent if nothing is lost. */
  readonly warns?: string;
}

class Order {
  readonly id = 7;
  readonly #cents = 250;

  get total(): number {
    return this.#cents / 100;
  }
}

class Money {
  readonly #cents = 250;

  toJSON(): object {
    return { amount: this.#cents / 100, at: new Date(0) };
  }
}

class Token {
  readonly #text = "secret";

  get length(): number {
    return this.#text.length;
  }
}

export const hostDataRules: readonly HostDataRule[] = [
  {
    kind: "a plain object, an array",
    becomes: "read in place, field by field",
    make: () => [{ a: 1 }],
    seen: '[{"a" 1}]',
  },
  {
    kind: "a Date, a Map, a Set, a typed array, an ArrayBuffer, a boxed primitive",
    becomes: "an instant, a map, a set, a vector of numbers, the primitive",
    make: (): unknown[] => [
      new Date(0),
      new Map([["a", 1]]),
      new Set([1]),
      new ArrayBuffer(2),
      Object("x"),
    ],
    seen: '[#inst "1970-01-01T00:00:00Z" {"a" 1} #{1} [0 0] "x"]',
  },
  {
    kind: "an object with `toJSON` (a URL, a decimal, an id of a database)",
    becomes: "the result of `toJSON`, called once",
    make: () => [new URL("https://example.org/"), new Money()],
    seen: '["https://example.org/" {"amount" 2.5, "at" #inst "1970-01-01T00:00:00Z"}]',
  },
  {
    kind: "an error",
    becomes: "its message, or its name without one",
    make: () => [Object.assign(new TypeError("no such row"), { secret: 1 }), new RangeError()],
    seen: '["no such row" "RangeError"]',
  },
  {
    kind: "a RegExp, URLSearchParams",
    becomes: "its text",
    make: () => [/a+/giu, new URLSearchParams({ page: "2" })],
    seen: '["/a+/giu" "page=2"]',
  },
  {
    kind: "an instance of any other class",
    becomes: "its own fields; a warning names the omitted getters of the class",
    make: () => new Order(),
    seen: '{"id" 7}',
    warns: "is read without the getters of its class (total): add toJSON to the class",
  },
  {
    kind: "an instance without fields",
    becomes: "`#<Token>`, and a warning",
    make: () => new Token(),
    seen: '"#<Token>"',
    warns: "is a Token, which is not data: convert it to plain data, or add toJSON to its class",
  },
  {
    kind: "a promise inside data",
    becomes: "`#<Promise>`, and a warning; it isn't awaited",
    make: () => Promise.resolve(1),
    seen: '"#<Promise>"',
    warns: "is a Promise, which is not data: await it before you pass it",
  },
  {
    kind: "a Response, a Request, a Blob",
    becomes: "`#<Response>`, and a warning",
    make: () => new Response("{}"),
    seen: '"#<Response>"',
    warns: "is a Response, which is not data: read it first, as with await response.json()",
  },
  {
    kind: "a stream or an async generator inside data",
    becomes: "`#<AsyncGenerator>`, and a warning",
    make: () => pieces(),
    seen: '"#<AsyncGenerator>"',
    warns:
      "is an AsyncGenerator, which is not data: collect it into an array first (or return it directly from a tool)",
  },
  {
    kind: "an integer of more than 524,288 bits",
    becomes: "`#<bigint>`, and a warning",
    make: () => 1n << 524_288n,
    seen: '"#<bigint>"',
    warns: "is an integer of more than 524288 bits: pass its text",
  },
  {
    kind: "a function, a symbol",
    becomes: "`#<function>`, `#<symbol>`",
    make: () => [() => 1, Symbol("x")],
    seen: '["#<function>" "#<symbol>"]',
  },
  {
    kind: "`undefined`",
    becomes: "nil",
    make: () => [undefined],
    seen: "[nil]",
  },
  {
    kind: "a value that throws when read",
    becomes: "nil, and a warning",
    make: () => ({
      toJSON() {
        throw new Error("at /secret/place.ts:1:2");
      },
    }),
    seen: "nil",
    warns: "cannot be read: its toJSON throws",
  },
];

async function* pieces(): AsyncGenerator<number> {
  yield await Promise.resolve(1);
}
