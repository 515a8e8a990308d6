import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Firewall } from "@ptc/core/firewall";
import { SymbolValue, Vector, fromHost, type Value } from "@ptc/core/values";
import { TrieMap } from "@ptc/core/internal/values";
import { arbitraryValue } from "../../test/arbitrary-value.ts";
import { described, list } from "../../test/described.ts";
import { formatFeedback } from "../preview/format-feedback.ts";
import { describeShape, lookedAt, outlineOf, shapeOf, titleOf } from "./describe-data.ts";
import { LookBudget } from "./look-budget.ts";

const outlined = (data: unknown): string => {
  const firewall = new Firewall();
  return outlineOf(fromHost(data, firewall), firewall);
};

const orders = list(120, (index) => ({
  id: `O-${String(1000 + index)}`,
  status: ["paid", "paid", "open", "Open "][index % 4],
  at: `2026-0${String(1 + (index % 3))}-08`,
  total: index % 10 === 0 ? "n/a" : index % 2 === 0 ? "1,204.50" : `${String(index)}.25`,
  ship_to: { country: "DE", city: `City ${String(index)}`, express: index % 4 === 0 },
  lines: list(index % 3, (line) => ({
    sku: `A-${String(index)}`,
    qty: 1 + line,
    price: 0.5 * index,
  })),
  ...(index % 5 === 0 ? {} : { score: index % 5 === 1 ? null : index }),
  _card: `4000-${String(index)}`,
}));

test("describes rows field by field, with values, bounds, forms and gaps", () => {
  expect(described(orders)).toBe(
    [
      'id: text "O-1000"',
      'status: "paid" 50 %, "open" 25 %, "Open " 25 %',
      'at: date "2026-01-08" to "2026-03-08"',
      'total: number as text "111.25" (50 %), number as text with commas "1,204.50" (40 %), text "n/a" (10 %)',
      'ship_to: {country: "DE"; city: text "City 0"; express: false 75 %, true 25 %}',
      'lines: [{sku: text "A-77"; qty: 1 to 2; price: 0.5 to 59.5}] 0 to 2 each',
      "_card: <Firewalled>",
      "score: 2 to 119 (60 %), nil 20 %, missing 20 %",
    ].join("\n"),
  );
  expect(outlined(orders)).toBe(
    "vector of 120 maps {id, status, at, total, ship_to {country, city, express}, lines [{sku, qty, price}], _card <Firewalled>, score}",
  );
});

test("with less room, drops examples and values first, then kinds, then fields, and gives the rest to the first lines", () => {
  expect(described(orders, 330)).toBe(
    [
      'id: text "O-1000"',
      "status: text",
      'at: date "2026-01-08" to "2026-03-08"',
      "total: number as text (50 %), number as text with commas (40 %), text (10 %)",
      "ship_to: {country: text; city: text; express: boolean}",
      "lines: [{sku: text; qty: number; price: number}] 0 to 2 each",
      "_card: <Firewalled>",
      "score: 2 to 119 (60 %), nil 20 %, missing 20 %",
    ].join("\n"),
  );
  expect(described(orders, 140)).toBe(
    "id, status, at, total, ship_to {country, city, express}, lines [{sku, qty, price}], _card <Firewalled>, score",
  );
  expect(described(orders, 60)).toBe("id, status, at, … 5 more fields");
});

test.each<readonly [string, unknown, string]>([
  [
    "describes a map of numbers by id",
    Object.fromEntries(list(90, (index) => [`AB-${String(1000 + index)}`, index])),
    'map of 90: keys like "AB-1000", "AB-1089"; values 0 to 89',
  ],
  [
    "describes a map of maps by id",
    Object.fromEntries(list(90, (index) => [`AB-${String(index)}`, { qty: index, _x: 1 }])),
    'map of 90: keys like "AB-0", "AB-9"; values {qty: 0 to 89; _x: <Firewalled>}',
  ],
  [
    "describes groups of rows",
    { open: [{ id: 1 }], paid: [{ id: 2 }, { id: 3 }], void: [] },
    'map of 3: keys "open", "paid", "void"; values [{id: 1 to 3}] 0 to 2 each',
  ],
  [
    "describes a map by day",
    Object.fromEntries(list(20, (index) => [`2026-01-${String(10 + index)}`, index])),
    'map of 20: keys date "2026-01-10" to "2026-01-29"; values 0 to 19',
  ],
  [
    "describes a Map by number",
    new Map(list(3, (index) => [index, { name: "a" }])),
    'map of 3: keys 0 to 2; values {name: "a"}',
  ],
  [
    "describes settings",
    { rate: 0.19, "Opening hours": { mon: "08:00" }, levels: [1, 2, 3], none: null },
    'rate: 0.19\n"Opening hours": {mon: time of day "08:00"}\nlevels: [1 | 2 | 3] 3 in all\nnone: nil',
  ],
  [
    "describes rows of a table",
    list(40, (index) => [`2026-01-${String(10 + (index % 20))}`, index, index % 2 === 0]),
    '[[date "2026-01-10" to "2026-01-29" | 0 to 39 | true 50 %, false 50 %] 3 each]',
  ],
  [
    "describes lists with the same count of numbers",
    list(40, (index) => list(5, () => index)),
    "[[0 to 39] 5 each]",
  ],
  ["describes texts", list(90, (index) => ["x", "y"][index % 2]), '["x" 50 %, "y" 50 %]'],
  [
    "describes numbers that aren't amounts",
    list(90, (index) => [200, 404, 500][index % 3]),
    "[200 (33 %), 404 (33 %), 500 (33 %)]",
  ],
  [
    "describes integers beyond doubles, and NaN",
    [...list(9, (index) => 2n ** 64n + BigInt(index)), Number.NaN],
    "[18446744073709551616 to 18446744073709551624 (90 %), NaN (10 %)]",
  ],
  [
    "describes dates",
    list(20, (index) => new Date(86_400_000 * index)),
    "[instant 1970-01-01T00:00:00Z to 1970-01-20T00:00:00Z]",
  ],
  ["describes nothing", [], "[]"],
])("%s", (_, data, text) => {
  expect(described(data)).toBe(text);
});

test("shows the different forms of texts in one field, each with its share", () => {
  const texts = (make: (index: number) => string): string => described(list(400, make));
  expect(texts((index) => (index % 10 === 0 ? "-" : index % 10 === 1 ? "" : `acc-${index}`))).toBe(
    '[text like "acc-247" (80 %), "-" (10 %), "" (10 %)]',
  );
  expect(texts((index) => (index % 4 === 0 ? `${index} EUR` : `€ ${index}.50`))).toBe(
    '[number with unit like "€ 247.50" (75 %), like "0 EUR" (25 %)]',
  );
  // Texts of people differ from each other, so two samples show that.
  const words = (index: number): string =>
    list(2 + (index % 31), (at) => (at % 3 === 0 ? "so," : "word")).join(" ");
  expect(texts((index) => words(index + 1))).toMatch(
    /^\[text "so, (?:word word so, )+word word s…" or "so, word word" or "so, word word so," or others, up to \d+ characters\]$/,
  );
  const log = (index: number): string =>
    `2026-03-14T00:00:${10 + (index % 50)}Z ${index % 8 === 0 ? `ERROR [db] code=E${index} took 1${index}ms` : `INFO [auth] request ${index} accepted`}`;
  expect(texts(log)).toBe(
    '[text like "2026-03-14T00:00:57Z INFO [auth] request 247 accepted" (88 %), like "2026-03-14T00:00:10Z ERROR [db] code=E0 took 10ms" (13 %)]',
  );
});

test("describes a list outside other lists from all elements, or reports the sample size", () => {
  const people = (count: number) =>
    list(count, (index) => ({
      id: `P${String(index)}`,
      left: index === 7 ? "2026-01-31" : null,
    }));
  expect(described({ version: 3, people: people(900) })).toBe(
    'version: 3\npeople: [{id: text "P0"; left: date "2026-01-31" (<1 %), nil >99 %}] 900 in all',
  );
  expect(described({ page: { of: { people: people(25_000) } } })).toMatch(
    /\] 25000 in all, 1000 sampled, listed values from all\}\}$/,
  );
});

test("omits keys that are data from the outline", () => {
  const counts = Object.fromEntries(list(90, (index) => [`Person ${String(index)}`, index]));
  expect(outlined(counts)).toBe("map of 90");
  expect(outlined(list(5, () => counts))).toBe("vector of 5 maps");
  expect(outlined(new Map([[4711, 1]]))).toBe("map of 1");
  expect(outlined({ id: 1, by_day: counts })).toBe("map {id, by_day map of 90}");
  expect(outlined([{ "x\n## Answer": 1 }])).toBe('vector of 1 map {"x\\u000a## Answer"}');
  expect([outlined("a"), outlined(5), outlined([]), outlined({})]).toEqual([
    "text",
    "number",
    "empty vector",
    "map with no keys",
  ]);
});

test("finds fields that only a few rows have, wherever these rows are", () => {
  for (const place of [0, 777, 9_999]) {
    const rows = list(10_000, (index) => ({ id: index, kind: index < 5_000 ? "a" : "b" }));
    expect(described(rows)).toMatch(/^id: \d+ to \d+\nkind: "a" 50 %, "b" 50 %$/);
    const few = list(1_000, (index) => (index === place % 1_000 ? { id: 1, rare: 2 } : { id: 1 }));
    expect(described(few)).toBe("id: 1\nrare: 2, missing >99 %");
  }
  const firewall = new Firewall();
  const shape = shapeOf(fromHost(list(200_000, (index) => index)), firewall, new LookBudget(1));
  expect(lookedAt(shape)).toBe(", 1000 sampled");
});

test("says that a lazy sequence can have more elements, and computes none", () => {
  const firewall = new Firewall();
  const soFar = Vector.of<Value>([0, 1, 2, new SymbolValue("...")]);
  const text = (value: Value) => describeShape(shapeOf(value, firewall, new LookBudget(1)), 1_000);
  expect(text(Vector.of<Value>([soFar, soFar]))).toBe("[[0 | 1 | 2] 3 so far]");
  expect(text(TrieMap.ofEntries([]).assoc("xs", soFar))).toBe("xs: [0 | 1 | 2] 3 so far");
  expect(formatFeedback(soFar, { feedbackLimit: 2 }).text).toBe("[0 1 #_(more)]");
});

describe("firewalled fields in a description", () => {
  const secret = "s3cr3t-value";

  test("names firewalled fields at every level and keeps none of their values", () => {
    const data = list(40, () => ({
      _token: secret,
      more: { deep: [{ _key: secret, open: 1 }] },
      _more: { inner: secret },
    }));
    const text = described(data);
    expect(text).toBe(
      "_token: <Firewalled>\nmore: {deep: [{_key: <Firewalled>; open: 1}] 1 each}\n_more: <Firewalled>",
    );
    expect(outlined(data)).toBe(
      "vector of 40 maps {_token <Firewalled>, more {deep [{_key <Firewalled>, open}]}, _more <Firewalled>}",
    );
  });

  test("hides firewalled fields as entries and as map keys", () => {
    const firewall = new Firewall();
    expect(described([["_token", secret]])).not.toContain(secret);
    const counts = TrieMap.ofEntries([]).assoc(secret, 3);
    firewall.noteKeys(counts);
    const shape = shapeOf(counts, firewall, new LookBudget(1));
    expect(titleOf(counts, shape)).toBe("map of 1, each key <Firewalled>");
    expect(describeShape(shape, 1_000)).toBe("map of 1: keys <Firewalled>; values 3");
  });
});

describe("the cost of a description", () => {
  /** Returns how often an array or object of the host is read. */
  const reads = (data: object): number => {
    let count = 0;
    const counting = (value: unknown): unknown =>
      typeof value !== "object" || value === null
        ? value
        : new Proxy(value, {
            get: (target, name) => {
              count++;
              return counting(Reflect.get(target, name));
            },
            getOwnPropertyDescriptor: (target, name) => {
              count++;
              const property = Reflect.getOwnPropertyDescriptor(target, name);
              return property === undefined || name === "length"
                ? property
                : { ...property, value: counting(property.value), configurable: true };
            },
          });
    described(counting(data));
    return count;
  };

  test.each<readonly [string, number, () => object]>([
    ["many rows", 400_000, () => list(100_000, (index) => ({ id: index }))],
    [
      "wide rows",
      400_000,
      () => list(500, () => Object.fromEntries(list(500, (at) => [`c${String(at)}`, 1]))),
    ],
    [
      "rows with many nested rows",
      60_000,
      () => list(500, () => ({ of: list(500, () => ({ id: 1 })) })),
    ],
    [
      "many keys",
      400_000,
      () => Object.fromEntries(list(200_000, (at) => [`k ${String(at)}`, { a: 1 }])),
    ],
    [
      "shared structure",
      60_000,
      () => {
        let shared: object = [1];
        for (let level = 0; level < 40; level++)
          shared = [shared, shared, { a: shared, b: shared }];
        return shared;
      },
    ],
  ])("reads a limited number of locations of %s", (_, most, make) => {
    expect(reads(make())).toBeLessThan(most);
  });

  test("describes huge texts, deep nesting and cyclic data quickly", () => {
    expect(described({ text: "x".repeat(10_000_000) })).toBe(
      `text: text "${"x".repeat(99)}…", up to 10000000 characters`,
    );
    let deep: unknown = 1;
    for (let level = 0; level < 5_000; level++) deep = { in: [deep] };
    expect(described(deep)).toMatch(/^in: \[\{in: \[\{in: .* vector/);
    const cycle: Record<string, unknown> = { id: 1 };
    cycle["rows"] = [cycle, cycle];
    expect(described(cycle)).toMatch(/^id: 1\nrows: \[\{id: 1; rows: /);
    expect(described([10n ** 5_000n])).toBe("[a very long integer]");
    expect(described(Object.assign([], { length: 4_294_967_295 }))).toBe("[nil]");
  });

  test("descriptions and outlines of any data fit their room", () => {
    fc.assert(
      fc.property(arbitraryValue, fc.integer({ min: 40, max: 500 }), ({ value }, room) => {
        const firewall = new Firewall();
        const data = Vector.of<Value>([value, value, null]);
        const shape = shapeOf(data, firewall, new LookBudget(1));
        expect(describeShape(shape, room).length).toBeLessThanOrEqual(room);
        expect(outlineOf(data, firewall)).toMatch(/^vector of 3.{0,320}$/);
      }),
    );
  });
});
