// Host objects that run code or have more than plain data: accessors, classes, functions, errors,
// arrays, proxies.

import { notJson, ofClass, unreadable, type HostValueCase } from "./host-value-case.ts";

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

class Hidden {
  readonly #id = 7;

  get id(): number {
    return this.#id;
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

function withHoles(): unknown[] {
  const list: unknown[] = [1];
  list[3] = 2;
  return list;
}

export const hostObjects: readonly HostValueCase[] = [
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
    seen: '"from toJSON"',
    journal: ofClass,
  },
  {
    name: "an object whose toJSON throws",
    make: () => ({ a: 1, toJSON: throwing }),
    seen: "nil",
    journal: notJson("function"),
  },
  {
    name: "an object whose toJSON returns itself",
    make: () => ({
      a: 1,
      toJSON() {
        return this;
      },
    }),
    seen: '{"a" 1, "toJSON" "#<function>"}',
    journal: notJson("function"),
  },
  {
    name: "a toJSON that returns another, endlessly",
    make: function endless(): object {
      return { toJSON: () => ({ a: 1, toJSON: endless }) };
    },
    seen: '{"a" 1, "toJSON" "#<function>"}',
    journal: notJson("function"),
  },
  {
    name: "a toJSON that is a getter, and throws",
    make: () => ({
      a: 1,
      get toJSON() {
        return throwing();
      },
    }),
    seen: "nil",
    journal: unreadable,
  },
  {
    name: "a toJSON that is data",
    make: () => JSON.parse('{"toJSON":1}') as unknown,
    seen: '{"toJSON" 1}',
  },
  {
    name: "a class instance whose data is behind getters",
    make: () => new Hidden(),
    seen: '"#<Hidden>"',
    journal: ofClass,
  },
  {
    name: "a custom inspect method",
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
  { name: "an array of a custom class", make: () => LyingArray.from([1, 2]), seen: "[1 2]" },
  {
    name: "an object whose prototype is data",
    make: () => Object.create({ inherited: 1 }) as object,
    seen: '"#<Object>"',
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
    seen: '{"f" "#<AsyncGenerator>"}',
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
    seen: '{"p" "#<Promise>"}',
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
    seen: '{"e" "bad"}',
    journal: ofClass,
  },
  {
    name: "an error whose message throws",
    make: () => ({ e: Object.defineProperty(new Error("x"), "message", { get: throwing }) }),
    seen: '{"e" nil}',
    journal: ofClass,
  },
  {
    name: "an error that causes itself",
    make: () => {
      const e = new Error("x");
      e.cause = e;
      return { e };
    },
    seen: '{"e" "x"}',
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
    seen: '{"p" nil}',
    journal: unreadable,
  },
  {
    name: "a proxy that hides its prototype",
    make: () => ({ p: new Proxy({}, { getPrototypeOf: throwing }) }),
    seen: '{"p" nil}',
    journal: unreadable,
  },
];
